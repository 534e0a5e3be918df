import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getPasswordStrength, isOwnName } from './rules.ts';

const amina = { username: 'amina_w', displayName: 'Amina Wanjirũ', email: 'shujaa.amina@example.com' };

test.each(['amina_w', 'Amina_W', 'aminaw', 'AMINAW2014', '2014amina_w', '07amina.w12', 'Amina Wanjiru', 'aminawanjiru1', 'wanjiru99'])(
  '%s is a name of one’s own',
  (password) => expect(isOwnName(password, amina)).toBe(true),
);

test.each(['shujaa.amina', 'shujaa123', '1shujaa-amina1', 'shujaa.amina@example.com'])('%s is one’s own address', (password) =>
  expect(isOwnName(password, amina)).toBe(true),
);

test.each(['aminas cat', 'aminawanjiruotieno', 'wanjala', '201420', 'mto-na-amina', 'example'])('%s is not', (password) =>
  expect(isOwnName(password, amina)).toBe(false),
);

test('names without letters and very short ones are compared whole, or not at all', () => {
  const other = { username: '123456', displayName: 'Al', email: 'x@example.com' };
  expect(isOwnName('123456', other)).toBe(true);
  expect(isOwnName('654321', other)).toBe(false);
  expect(isOwnName('al1234', other)).toBe(false);
  expect(isOwnName('x12345', other)).toBe(false);
});

test.each([
  ['', 'short'],
  ['abc12', 'short'],
  ['aminaw2014', 'own-name'],
  ['123456', 'weak'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['abcdefghijkl', 'weak'],
  ['password2014!', 'weak'],
  ['Kenya-2026-x', 'weak'],
  ['83920475', 'weak'],
  ['tembo', 'short'],
  ['tembo7', 'weak'],
  ['sawa-sawa-1', 'fair'],
  ['830295746183047', 'fair'],
  ['twiga na simba', 'strong'],
  ['tembo!Maji7Ndizi', 'strong'],
] as const)('%s is %s', (password, strength) => expect(getPasswordStrength(password, amina)).toBe(strength));

test('a longer password is never weaker, unless a word was completed', () => {
  const order = ['short', 'weak', 'fair', 'strong'];
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 30 }), fc.constantFrom('~', 'é', '§'), (password, more) => {
      const [before, after] = [password, password + more].map((each) => order.indexOf(getPasswordStrength(each, null)));
      expect(after).toBeGreaterThanOrEqual(before ?? 0);
    }),
  );
});
