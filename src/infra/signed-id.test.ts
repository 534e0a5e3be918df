import { expect, test } from 'vitest';
import { newId } from '../shared/ids.ts';
import { parseSignedId, signId } from './signed-id.ts';

const SECRET = 'a secret of this site';

test('a signed id is read back, for its purpose and with its secret only', () => {
  const id = newId();
  const signed = signId(SECRET, 'guardian mail', id);
  expect(signed).toMatch(/^[\w-]{36}\.[\w-]{43}$/);
  expect(parseSignedId(SECRET, 'guardian mail', signed)).toBe(id);
  expect(parseSignedId(SECRET, 'purchase request', signed)).toBeNull();
  expect(parseSignedId('another secret', 'guardian mail', signed)).toBeNull();
});

test('anything else is not read', () => {
  const [one, two] = [newId(), newId()];
  const signature = signId(SECRET, 'mail', one).slice(37);
  for (const text of [
    '',
    one,
    `${one}.`,
    `${two}.${signature}`,
    `${one}.${signature}x`,
    ` ${one}.${signature}`,
    `${one}.${signature}\n`,
    `${'-'.repeat(36)}.${signature}`,
  ])
    expect(parseSignedId(SECRET, 'mail', text)).toBeNull();
});
