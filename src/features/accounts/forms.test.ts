import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import {
  displayNameSchema,
  emailSchema,
  newPasswordForm,
  passwordSchema,
  signInForm,
  signUpForm,
  tokenSchema,
  usernameSchema,
} from './forms.server.ts';

/** The parsed value, or the first error message. */
const read = (schema: z.ZodType, given: unknown) => {
  const parsed = schema.safeParse(given);
  return parsed.success ? { ok: parsed.data } : { fault: parsed.error.issues[0]?.message };
};

const ZERO_WIDTH = '\u200b';
const JOINER = '\u200d';
const RTL_OVERRIDE = '\u202e';
const FULL_WIDTH_A = '\uff41';
const CYRILLIC_A = '\u0430';
const DOTTED_I = '\u0130';
const HUGE = 'a'.repeat(1_000_000);

test('usernames', () => {
  for (const [given, ok] of [
    ['amina', 'amina'],
    ['AMINA_w2', 'amina_w2'],
    ['  amina ', 'amina'],
    ['_', '_'],
    ['a'.repeat(30), 'a'.repeat(30)],
  ])
    expect(read(usernameSchema, given)).toEqual({ ok });
  for (const given of ['', ' ', '\u00a0'.repeat(5)]) expect(read(usernameSchema, given)).toEqual({ fault: 'empty' });
  expect(read(usernameSchema, 'a'.repeat(31))).toEqual({ fault: 'long' });
  for (const given of [
    'a b',
    'a-b',
    'a.b',
    'a@b',
    'a\0b',
    'a\nb',
    'am\u0131na',
    'e\u0301',
    '\u00e9',
    `am${ZERO_WIDTH}ina`,
    `am${JOINER}ina`,
    `${RTL_OVERRIDE}anima`,
    FULL_WIDTH_A,
    CYRILLIC_A,
    DOTTED_I,
    '\ud800',
    '🙂',
  ])
    expect([given, read(usernameSchema, given)]).toEqual([given, { fault: 'characters' }]);
  for (const given of [undefined, null, 7, ['amina'], {}]) expect(usernameSchema.safeParse(given).success).toBe(false);
});

test('a text that is far too long gets the same message as one that is a little too long', () => {
  for (const schema of [usernameSchema, displayNameSchema, emailSchema]) expect(read(schema, HUGE)).toEqual({ fault: 'long' });
});

test('display names', () => {
  for (const [given, ok] of [
    ['Amina', 'Amina'],
    ['  Amina W.  ', 'Amina W.'],
    ['e\u0301', '\u00e9'],
    ['Zoë 🙂', 'Zoë 🙂'],
    ['阿米娜', '阿米娜'],
    ['أمينة', 'أمينة'],
    ['7', '7'],
    ['<b>x</b>', '<b>x</b>'],
    ['é'.repeat(50), 'é'.repeat(50)],
  ])
    expect(read(displayNameSchema, given)).toEqual({ ok });
  for (const given of ['', '   ', '\u3000']) expect(read(displayNameSchema, given)).toEqual({ fault: 'empty' });
  expect(read(displayNameSchema, 'x'.repeat(51))).toEqual({ fault: 'long' });
  for (const given of [
    '...',
    '🙂🙂',
    '\u0301',
    'a\0b',
    'a\tb',
    'a\u2028b',
    `Am${ZERO_WIDTH}ina`,
    `Am${JOINER}ina`,
    `${RTL_OVERRIDE}animA`,
    '\u2066Amina\u2069',
    'A\ufeffB',
    'A\u{e0041}',
    'A\ue000',
    'A\ud800',
  ])
    expect([given, 'ok' in read(displayNameSchema, given)]).toEqual([given, false]);
});

test('e-mail addresses', () => {
  for (const [given, ok] of [
    ['amina@example.com', 'amina@example.com'],
    [' Amina.W+Games@Example.COM ', 'amina.w+games@example.com'],
    ["o'neil@example.co.ke", "o'neil@example.co.ke"],
  ])
    expect(read(emailSchema, given)).toEqual({ ok });
  const of = (length: number) => `${'a'.repeat(60)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(length - 60 - 1 - 64 - 64 - 4)}.com`;
  expect(of(254)).toHaveLength(254);
  expect(read(emailSchema, of(254))).toEqual({ ok: of(254) });
  expect(read(emailSchema, of(255))).toEqual({ fault: 'long' });
  expect(read(emailSchema, '')).toEqual({ fault: 'empty' });
  for (const given of [
    'amina',
    '@example.com',
    'amina@',
    'amina@example',
    'a b@example.com',
    'a@b@example.com',
    'a..b@example.com',
    'amina@example.com, b@example.com',
    'Amina <amina@example.com>',
    'amina@exam\u0440le.com',
    'amína@example.com',
    `amina${ZERO_WIDTH}@example.com`,
    `${RTL_OVERRIDE}amina@example.com`,
    'amina@example.com\0',
    'amina@example.com\r\nbcc: x@example.com',
  ])
    expect([given, 'ok' in read(emailSchema, given)]).toEqual([given, false]);
});

test('passwords count every character, and none is changed', () => {
  for (const given of ['secret', '      ', ' secret ', 'Sécret🙂', 'e\u0301e\u0301e\u0301', `a${ZERO_WIDTH}bcdef`, 'x'.repeat(128)])
    expect(read(passwordSchema, given)).toEqual({ ok: given });
  expect(read(passwordSchema, '')).toEqual({ fault: 'short' });
  expect(read(passwordSchema, 'secre')).toEqual({ fault: 'short' });
  expect(read(passwordSchema, 'x'.repeat(129))).toEqual({ fault: 'long' });
  expect(read(passwordSchema, HUGE)).toEqual({ fault: 'long' });
  expect(read(passwordSchema, 'secret\0')).toEqual({ fault: 'characters' });
  expect(read(passwordSchema, 'secret\udfff')).toEqual({ fault: 'characters' });
});

test('forms', () => {
  const good = { username: 'Amina', displayName: 'Amina', email: 'A@example.com', password: 'secret', confirm: 'secret' };
  expect(signUpForm.parse({ ...good, role: 'operator' })).toEqual({ ...good, username: 'amina', email: 'a@example.com' });
  const differ = signUpForm.safeParse({ ...good, confirm: 'Secret' });
  expect(differ.error?.issues.map(({ path, message }) => [path, message])).toEqual([[['confirm'], 'differ']]);
  for (const field of Object.keys(good)) expect(signUpForm.safeParse({ ...good, [field]: undefined }).success).toBe(false);
  expect(signInForm.parse({ identifier: ' AMINA ', password: 'x', remember: 'on' })).toEqual({
    identifier: 'amina',
    password: 'x',
    remember: 'on',
  });
  for (const wrong of [
    { password: 'x' },
    { identifier: 'a' },
    { identifier: 'a', password: '' },
    { identifier: 'a\0', password: 'x' },
    { identifier: 'a', password: 'x'.repeat(129) },
  ])
    expect(signInForm.safeParse(wrong).success).toBe(false);
  expect(newPasswordForm.safeParse({ password: HUGE, confirm: HUGE }).success).toBe(false);
});

test('tokens of mails', () => {
  for (const good of ['abcdefgh', 'eyJ.eyJ-_9.x_y-Z', 'a'.repeat(1024)]) expect(tokenSchema.safeParse(good).success).toBe(true);
  for (const bad of [
    '',
    'short',
    'a'.repeat(1025),
    'abcdefgh ',
    'abcdefgh\n',
    'abcd/efgh',
    "abcdefgh'--",
    'abcdefgh\0',
    null,
    undefined,
    ['abcdefgh'],
  ])
    expect([bad, tokenSchema.safeParse(bad).success]).toEqual([bad, false]);
});

const likely = (letters: string[], maxLength: number) => fc.string({ unit: fc.constantFrom(...letters), maxLength });

test('whatever passes as a username can be stored, and passes again unchanged', () => {
  let passed = 0;
  const given = fc.oneof(
    fc.string({ unit: 'binary' }),
    likely(['a', 'Z', '9', '_', ' ', 'ß', '\u212a', '\u017f', DOTTED_I, ZERO_WIDTH], 34),
    likely(['a', 'Q', '0', '_'], 34),
  );
  fc.assert(
    fc.property(given, (text) => {
      const parsed = usernameSchema.safeParse(text);
      if (!parsed.success) return;
      passed++;
      expect(parsed.data).toMatch(/^[a-z0-9_]{1,30}$/);
      expect(usernameSchema.parse(parsed.data)).toBe(parsed.data);
    }),
    { numRuns: 1000 },
  );
  expect(passed).toBeGreaterThan(50);
});

test('whatever passes as an e-mail address is lower case, plain and short enough', () => {
  let passed = 0;
  const given = fc.oneof(
    fc.emailAddress().map((text) => ` ${text.toUpperCase()} `),
    fc.string({ unit: 'binary' }),
    likely(['a', 'B', '@', '.', 'com', '+', ' ', 'É', DOTTED_I, ZERO_WIDTH], 30),
    fc.tuple(likely(['x', 'Y'], 300), fc.domain()).map(([local, domain]) => `${local}@${domain}`),
  );
  fc.assert(
    fc.property(given, (text) => {
      const parsed = emailSchema.safeParse(text);
      if (!parsed.success) return;
      passed++;
      expect(parsed.data).toBe(parsed.data.toLowerCase());
      expect(parsed.data.length).toBeLessThanOrEqual(254);
      expect(parsed.data).toMatch(/^[\x21-\x7e]+@[\x21-\x7e]+$/);
    }),
    { numRuns: 1000 },
  );
  expect(passed).toBeGreaterThan(50);
});
