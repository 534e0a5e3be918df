import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayNameFromEmail, usernameFromEmail, getReplacementDisplayName, usernameWithSuffix, PLACEHOLDER_NAME } from './rules.ts';
import { RETURN_PATH_MAX, safeReturnPath } from '../../shared/return-path.ts';
import { usernameSchema } from './forms.server.ts';
import { urlForAvatar } from '../../shared/avatar-url.ts';

test.each([
  ['amina@example.com', 'Amina'],
  ['amina.w-otieno@example.com', 'Amina W Otieno'],
  ['amina_wanjiku@example.com', 'Amina Wanjiku'],
  ['..a--b__c..@example.com', 'A B C'],
  ['aMINA.w@example.com', 'AMINA W'],
  ['7up@example.com', '7up'],
  ['@example.com', 'User'],
  ['._-@example.com', 'User'],
  ['no address at all', 'User'],
  ['', 'User'],
])('the display name of %s is %s', (email, name) => {
  expect(displayNameFromEmail(email)).toBe(name);
});

test.each([
  ['amina@example.com', 'amina'],
  ['Amina.W-Otieno+games@example.com', 'amina_w_otieno_games'],
  ['amina_2@example.com', 'amina_2'],
  ['äpfel@example.com', '_pfel'],
  ['a@b@example.com', 'a'],
  ['@example.com', 'user'],
  ['no address at all', 'user'],
  ['', 'user'],
  [`${'a'.repeat(64)}@example.com`, 'a'.repeat(30)],
])('the username of %s is %s', (email, name) => {
  expect(usernameFromEmail(email)).toBe(name);
});

test('whatever the address, what is derived from it can be stored', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.emailAddress(), fc.string({ unit: 'binary' })),
      fc.integer({ min: 1, max: 60 }),
      fc.double({ min: 0, max: 0.999999, noNaN: true }),
      (email, n, chance) => {
        const name = usernameWithSuffix(usernameFromEmail(email), n, chance);
        expect(name).toMatch(/^[a-z0-9_]{1,30}$/);
        expect(usernameSchema.safeParse(name).data).toBe(name);
        expect(displayNameFromEmail(email).trim()).not.toBe('');
        expect(displayNameFromEmail(email).length).toBeLessThanOrEqual(50);
      },
    ),
  );
});

test('a taken username gets a number, within 30 characters', () => {
  const long = 'a'.repeat(30);
  expect([1, 2, 9].map((n) => usernameWithSuffix('amina', n, 0.5))).toEqual(['amina', 'amina2', 'amina9']);
  expect(usernameWithSuffix('amina', 10, 0.123456)).toBe('amina123456');
  expect(usernameWithSuffix(long, 2, 0)).toBe(`${'a'.repeat(29)}2`);
  expect(usernameWithSuffix(long, 12, 0.999999)).toBe(`${'a'.repeat(24)}999999`);
  const many = new Set(Array.from({ length: 40 }, (_, n) => usernameWithSuffix('amina', n + 1, (n * 37 + 1) / 2000)));
  expect(many.size).toBe(40);
});

test('a name that only holds the place is mended, a chosen one is kept', () => {
  expect(getReplacementDisplayName(PLACEHOLDER_NAME, 'amina.w@example.com')).toBe('Amina W');
  expect(getReplacementDisplayName('New User', '@example.com')).toBe('User');
  for (const empty of ['', ' ', '\t\n', '\u00a0']) expect(getReplacementDisplayName(empty, 'amina@example.com')).toBe('Amina');
  for (const chosen of ['Amina', 'new user', 'New User 2', '0']) expect(getReplacementDisplayName(chosen, 'x@example.com')).toBeNull();
});

const encodedTimes = (text: string, times: number): string => (times === 0 ? text : encodedTimes(encodeURIComponent(text), times - 1));

test.each([
  '/',
  '/profile',
  '/games/x',
  '/games/x?tab=a&b=%20c#frag',
  '/games?q=matatu%20rush&genre=Racing',
  '/games?q=caf%C3%A9',
  '/profile?chat=0190d6c8-0000-7000-8000-000000000000',
  `/${'a'.repeat(RETURN_PATH_MAX - 1)}`,
])('leads back to %s', (given) => {
  expect(safeReturnPath(given)).toBe(given);
});

const HOSTILE = [
  '',
  ' ',
  'games',
  './games',
  '../games',
  '?x',
  '#x',
  '//host',
  '///host',
  '////host',
  '/\\host',
  '\\/host',
  '\\\\host',
  '\\host',
  '/games\\..\\x',
  'https:',
  'https://host',
  'https:/host',
  'https:host',
  'HTTPS://host',
  'http:///host',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  '/javascript:alert(1)',
  'data:text/html,x',
  'blob:x',
  'mailto:a@example.com',
  '@host',
  ' //host',
  '\t//host',
  '\n//host',
  '/\t/host',
  '/\n/host',
  '/\r/host',
  '/\r\n/host',
  '/\0/host',
  '/x\r\nset-cookie: a=b',
  '/x\u2028y',
  '/x\u2029y',
  '/x\u0085y',
  '/%2Fhost',
  '/%2fhost',
  '/%5Chost',
  '/%5chost',
  '%2F%2Fhost',
  '%2Fgames',
  '/%09/host',
  '/%0A/host',
  '/%0d%0aset-cookie:%20a=b',
  '/%00',
  '/%252Fhost',
  '/%255Chost',
  '/%25252Fhost',
  '/%2525255Chost',
  `/${encodedTimes('/host', 6)}`,
  '/%',
  '/%zz',
  '/%ED%A0%80',
  '/%C0%AFhost',
  '/\ud800',
  '/\udc00x',
  '/x?to=\\\\host',
  `/${'a'.repeat(RETURN_PATH_MAX)}`,
  `/${'a'.repeat(100_000)}`,
  // These resolve to the path '//host', which leads to another site when it is used as a URL again.
  '/.//host',
  '/games/..//host',
  '/%2E//host',
  '/games/%2e%2E//host',
];

test.each(HOSTILE.map((text) => [JSON.stringify(text.slice(0, 60)), text] as const))('does not lead to %s', (_, given) => {
  expect(safeReturnPath(given)).toBeNull();
});

test('nothing given leads nowhere', () => {
  expect([safeReturnPath(null), safeReturnPath(undefined)]).toEqual([null, null]);
});

test('what is let through stays on this site, however a browser reads it', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '%2F',
    '%5c',
    '%25',
    '.',
    '..',
    ':',
    '@',
    'host',
    'a',
    '?',
    '#',
    '%09',
    '\t',
    ' ',
    '%20',
    'https:',
    '\u00e9',
  );
  let passed = 0;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const given = safeReturnPath(`/${pieces.join('')}`);
      if (given === null) return;
      passed++;
      for (const text of [given, decodeURIComponent(given)])
        expect(new URL(text, 'https://kiddo.example').origin, text).toBe('https://kiddo.example');
    }),
    { numRuns: 2000 },
  );
  expect(passed).toBeGreaterThan(50);
});

test('who has chosen no picture always gets the same one, drawn from their id', () => {
  const id = '0190d6c8-0000-7000-8000-0000';
  const addresses = new Set<string>();
  for (let n = 0; n < 0x10000; n += 7) {
    const own = `${id}${(n * 65_521).toString(16).padStart(8, '0')}`;
    const avatar = urlForAvatar(own, null);
    expect(urlForAvatar(own, null)).toBe(avatar);
    expect(avatar).toMatch(/^\/avatars\/of\/2\/[0-9a-f]{8}\.svg$/);
    addresses.add(avatar);
  }
  expect(addresses.size).toBe(9363);
  expect(urlForAvatar(`${id}00000000`, '/media/avatars/x/y/face.webp')).toBe('/media/avatars/x/y/face.webp');
});
