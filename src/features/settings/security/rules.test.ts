import { expect, test } from 'vitest';
import { getOtpAuthUrl, formatKey, isTotpKey, toSvgPath } from './rules.ts';

test('a key is shown in groups and drawn in runs', () => {
  expect(formatKey('ABCDEFGHIJ')).toBe('ABCD EFGH IJ');
  expect(getOtpAuthUrl('amina', 'ABCD')).toBe('otpauth://totp/Kiddo:amina?secret=ABCD&issuer=Kiddo');
  expect([isTotpKey('A'.repeat(32)), isTotpKey('a'.repeat(32)), isTotpKey('A'.repeat(15)), isTotpKey('<script>')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(
    toSvgPath([
      [true, true, false, true],
      [false, false, false, false],
    ]),
  ).toBe('M0 0h2v1h-2zM3 0h1v1h-1z');
});
