import { expect, test } from 'vitest';
import { sealText, unsealText } from './sealed-text.ts';

test('a sealed text opens with its secret and for its purpose alone, and not once it was changed', () => {
  const sealed = sealText('a secret', 'letters', 'Habari, Wanjiru!');
  expect(unsealText('a secret', 'letters', sealed)).toBe('Habari, Wanjiru!');
  expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('Habari');
  expect(sealText('a secret', 'letters', 'Habari, Wanjiru!')).not.toBe(sealed);
  const changed = `${sealed.slice(0, -4)}AAAA`;
  for (const open of [
    () => unsealText('another secret', 'letters', sealed),
    () => unsealText('a secret', 'push keys', sealed),
    () => unsealText('a secret', 'letters', changed),
    () => unsealText('a secret', 'letters', ''),
  ])
    expect(open).toThrow(/authenticat|initialization/i);
});
