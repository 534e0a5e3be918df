import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CONSENT_COOKIE } from '../../web/consent.ts';
import { NON_ESSENTIAL, STORAGE_ENTRIES } from '../../web/storage.ts';
import { STORED_ITEMS, texts } from './stored-items.texts.ts';

const src = path.resolve(import.meta.dirname, '../..');

/** The source code of the site, without tests and comments. */
const CODE = fs
  .readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => {
    const text = fs.readFileSync(path.join(src, file), 'utf8');
    return { file, text: text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1') };
  });

const listed = (where: (one: string) => boolean) =>
  STORED_ITEMS.filter((each) => where(each.where))
    .map(({ name, needed }) => `${name} ${needed}`)
    .toSorted();

test('the list names every place where the browser keeps something for us, and whether it is needed', () => {
  const places = Object.values(STORAGE_ENTRIES).map(({ key, needed }) => `${key}${key.endsWith(':') ? '*' : ''} ${needed}`);
  expect(listed((where) => where !== 'cookie')).toEqual(places.toSorted());
  expect(new Set(STORED_ITEMS.map(({ name }) => name)).size).toBe(STORED_ITEMS.length);
});

test('the list names every cookie that the code sets', () => {
  const named = CODE.flatMap(({ text }) => [...text.matchAll(/\b\w*COOKIE\w* = '([\w.-]+)'/g)].map(([, name]) => name));
  const session = CODE.filter(({ file }) => file === 'context.server.ts').flatMap(({ text }) =>
    [...text.matchAll(/name: '(kiddo_\w+)'/g)].map(([, name]) => name),
  );
  // The sign-in library prefixes its own cookies: one for the Google sign-in, and those for two-factor authentication.
  const prefixes = CODE.flatMap(({ text }) => [...text.matchAll(/cookiePrefix: '(\w+)'/g)].map(([, prefix]) => prefix));
  const second = CODE.flatMap(({ text }) => [...text.matchAll(/\^kiddo\\\.\(([\w|]+)\)=/g)].flatMap(([, names = '']) => names.split('|')));
  const library = [...new Set(['state', ...second])].map((name) => `${prefixes.join()}.${name}`);
  expect([session, library]).toEqual([['kiddo_session'], ['kiddo.state', 'kiddo.two_factor', 'kiddo.dont_remember']]);
  expect(named).toContain(CONSENT_COOKIE);
  expect(listed((where) => where === 'cookie')).toEqual([...named, ...session, ...library].map((name) => `${name} true`).toSorted());
});

test('cookies with a longer name over https are listed first, as the text says', () => {
  const own = CODE.flatMap(({ text }) =>
    [...text.matchAll(/prefixedCookieName\(ctx, (\w+)\)|prefixedCookieName\(reqCtx\.ctx, (\w+)\)/g)].map(([, one, other]) => one ?? other),
  );
  // The helper's own parameter, and the constants of the five cookies that use it; the session cookie is the sixth.
  expect(new Set(own)).toEqual(new Set(['name', 'CHANGE_COOKIE', 'CLAIM_COOKIE', 'DEVICE_COOKIE', 'FIRST_ANSWER_COOKIE', 'RESET_COOKIE']));
  expect(STORED_ITEMS.slice(0, 6).map(({ name }) => name)).toEqual([
    'kiddo_session',
    'kiddo_device',
    'kiddo_claim',
    'kiddo_birth',
    'kiddo_reset',
    'kiddo_change',
  ]);
  expect(texts.secure).toContain('first six');
});

test('nothing but the one helper touches the stores, and other stores are opened by its names', () => {
  const touching = (pattern: RegExp) => CODE.filter(({ text }) => pattern.test(text)).map(({ file }) => file);
  // `typeof` checks for the existence of the storage are allowed.
  expect(touching(/(?<!typeof )\b(localStorage|sessionStorage)\b/)).toEqual(['web/storage.ts']);
  expect(touching(/document\.cookie/).toSorted()).toEqual([
    'features/announcements/ui/closed-lines.ts',
    'web/consent.ts',
    'web/data-saver.ts',
    'web/head-script.ts',
  ]);
  expect(touching(/\bcookieStore\b|\bdocument\[/)).toEqual([]);
  const opened = CODE.filter(({ text }) => /\b(caches|indexedDB)\s*\.\s*(open|match)\b/.test(text));
  expect(opened.filter(({ text }) => !/import [^;]*\b(STORAGE_ENTRIES|GAMES_CACHE)\b/.test(text)).map(({ file }) => file)).toEqual([]);
  // The frame for offline games is source text that runs elsewhere, so it contains the cache name.
  const literal = opened.flatMap(({ text }) => text.match(/(?:\b(?:caches|indexedDB)\s*\.\s*open\(|\bcacheName:)\s*['"`][^'"`]*/g) ?? []);
  expect(literal).toEqual(["cacheName: '${GAMES_CACHE}"]);
});

test('what is only convenient is a place to go back to, and what one asked for is not', () => {
  expect(NON_ESSENTIAL).toEqual(expect.arrayContaining(['lists', 'scroll']));
  for (const asked of ['theme', 'saves', 'drafts', 'unsent'] as const) expect(NON_ESSENTIAL).not.toContain(asked);
});
