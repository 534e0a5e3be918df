import { expect, test } from 'vitest';
import { getAttemptDelay, parseDeviceTokens, addDeviceToken } from './rules.ts';

const proof = (n: number) => `device${n}xx.${'s'.repeat(32)}`;

test('five tries are answered at once, then each waits twice as long, up to 4 s', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 40, 10_000].map(getAttemptDelay)).toEqual([
    0, 0, 0, 0, 0, 250, 500, 1000, 2000, 4000, 4000, 4000, 4000,
  ]);
});

test('a browser is remembered at six accounts, the newest first, each once', () => {
  let cookie: string | null = null;
  for (const n of [1, 2, 3, 4, 5, 6, 7, 3]) cookie = addDeviceToken(cookie, proof(n));
  expect(parseDeviceTokens(cookie)).toEqual([3, 7, 6, 5, 4, 2].map(proof));
  expect(cookie).toMatch(/^[\w.~-]+$/);
});

test('what is no proof in the cookie is left out', () => {
  for (const cookie of [
    null,
    '',
    '~',
    '~~~',
    'x',
    'x.y',
    '../../x',
    `${'a'.repeat(65)}.${'s'.repeat(32)}`,
    `abcdefgh.${'s'.repeat(65)}`,
    'a;b',
    proof(1).replace('.', ''),
  ])
    expect([cookie, parseDeviceTokens(cookie)]).toEqual([cookie, []]);
  expect(parseDeviceTokens(`rubbish~${proof(1)}~\0~${proof(2)}`)).toEqual([proof(1), proof(2)]);
  expect(parseDeviceTokens(Array.from({ length: 500 }, (_, n) => proof(n)).join('~'))).toHaveLength(6);
  expect(addDeviceToken('rubbish', proof(1))).toBe(proof(1));
});
