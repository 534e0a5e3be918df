import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { containPage, containScript } from '../games/containment.rules.ts';
import {
  extractFilePaths,
  getCheckInterval,
  inlineReferences,
  isCacheablePage,
  markAsCached,
  isCacheableResponse,
  isCacheableFile,
  NotSavableOfflineError,
  urlForOfflineFallback,
  getOldestOverLimit,
  extractImagePaths,
  parseReferences,
  parseStyleReferences,
  getFetchStrategy,
} from './rules.ts';
import { KIT_BYTES } from './schema.ts';

const ORIGIN = 'https://kiddo.test';
const ask = (address: string, more: Partial<Parameters<typeof getFetchStrategy>[0]> = {}) =>
  getFetchStrategy({ method: 'GET', url: new URL(address, ORIGIN), origin: ORIGIN, isNavigation: false, cache: 'default', ...more });

test('only what is read from our own origin goes through the worker', () => {
  expect(ask('/games', { isNavigation: true })).toBe('page');
  // Data requests contain the current user and belong to one build: only whole pages are cached.
  expect(ask('/games.data?_routes=root')).toBe('pass');
  expect(ask('/avatars/pictures/a')).toBe('pass');
  expect(ask('/offline/frame?game=a', { isNavigation: true })).toBe('page');
  expect(ask('/assets/root-1.js')).toBe('file');
  expect(ask('/media/games/a/b/cover.svg')).toBe('file');
  expect(ask('/games', { isNavigation: true, method: 'POST' })).toBe('pass');
  expect(ask('https://games.kiddo.test/games/a/b/index.html', { isNavigation: true })).toBe('pass');
  // The check whether the server is reachable must reach the server.
  expect(ask('/icon.svg', { cache: 'no-store' })).toBe('pass');
  expect(ask('/icon.svg', { method: 'HEAD' })).toBe('pass');
  expect(ask('/api/v1/games')).toBe('pass');
});

test('what is private, failed, led elsewhere or does not say that it may is never kept', () => {
  const answer = (headers: Record<string, string>, more: object = {}) =>
    isCacheableResponse({ status: 200, type: 'basic', redirected: false, headers: new Headers(headers), ...more });
  const open = { 'x-kiddo-keep': 'page', 'cache-control': 'no-cache' };
  expect(answer(open)).toBe(true);
  expect(answer({ 'cache-control': 'no-cache' })).toBe(false);
  for (const control of ['private, no-store', 'no-store', 'private', 'Private, max-age=3']) {
    expect(answer({ ...open, 'cache-control': control })).toBe(false);
  }
  expect([answer(open, { status: 404 }), answer(open, { redirected: true }), answer(open, { type: 'opaque' })]).toEqual([
    false,
    false,
    false,
  ]);
});

test('pages of players, forms and secret addresses are not kept', () => {
  expect(['/', '/games', '/games/friends', '/help/chat', '/about', '/offliner'].filter(isCacheablePage)).toHaveLength(6);
  expect(
    ['/friends', '/profile/a', '/settings', '/newsletter/leave/abc', '/Mails/stop/x', '/login', '/chat/a', '/offline', '/status'].filter(
      isCacheablePage,
    ),
  ).toEqual([]);
});

test('a file is kept if its address changes with its content, or it is ours', () => {
  const may = (pathname: string, control: string, more: object = {}) =>
    isCacheableFile(
      { status: 200, type: 'basic', redirected: false, headers: new Headers({ 'cache-control': control }), ...more },
      pathname,
    );
  expect(may('/media/games/a/b/cover.svg', 'public, max-age=31536000, immutable')).toBe(true);
  expect(may('/stickers/heart.svg', 'public, max-age=3600')).toBe(true);
  // An image that its player may delete.
  expect(may('/media/drawings/a.webp', 'public, max-age=3600')).toBe(false);
  expect(may('/media/a.webp', 'private, immutable')).toBe(false);
  expect(may('/stickers/heart.svg', 'public', { status: 503 })).toBe(false);
});

test('the page names the pictures it shows', () => {
  const html = '<img src="/media/games/a/b/cover.svg" alt=""><img class="x" src="/avatars/of/a.svg"><img src="/avatars/pictures/a">';
  expect(extractImagePaths(html)).toEqual(['/media/games/a/b/cover.svg', '/avatars/of/a.svg']);
});

test('the page names its own files, each once', () => {
  const html = `<link rel="stylesheet" href="/assets/styles-a.css"><script type="module">import "/assets/manifest-b.js";import * as r from "/assets/root-c.js"</script><link href="/assets/root-c.js"><link rel="stylesheet" href="/assets/home-d.css#"/><use href="/assets/icons-e.svg#gamepad-2"></use>`;
  const files = ['/assets/styles-a.css', '/assets/manifest-b.js', '/assets/root-c.js', '/assets/home-d.css', '/assets/icons-e.svg'];
  expect(extractFilePaths(html)).toEqual(files);
});

test('the oldest go when there are too many', () => {
  expect(getOldestOverLimit(['a', 'b', 'c'], 2)).toEqual(['a']);
  expect(getOldestOverLimit(['a', 'b'], 2)).toEqual([]);
});

test('a page that is not kept leads to the one that is, with the way back', () => {
  expect(urlForOfflineFallback(new URL('/games?genre=Racing', ORIGIN))).toBe('/offline?from=%2Fgames%3Fgenre%3DRacing');
  expect(markAsCached('<!DOCTYPE html><html lang="en"><head>')).toBe('<!DOCTYPE html><html data-kept="" lang="en"><head>');
});

test('a script cannot end its element, and what stands in it is taken as it is', () => {
  const html = '<link rel="stylesheet" href="a.css"><body><script src="a.js"></script></body>';
  const files = new Map([
    ['a.css', 'p{}'],
    ['a.js', "const end = '</script><b>$& $1'; // <!-- x"],
  ]);
  const done = inlineReferences(html, parseReferences(html), files);
  expect(done).toBe("<style>p{}</style><body><script>const end = '<\\/script><b>$& $1'; // <\\!-- x</script></body>");
});

test('a game that loads in other ways is not taken', () => {
  for (const html of [
    '<img src="a.png">',
    '<script type="module" src="a.js"></script>',
    '<script src=a.js></script>',
    '<a href="b.html">',
  ]) {
    expect(() => parseReferences(html)).toThrow(NotSavableOfflineError);
  }
  expect(() => inlineReferences('<script src="a.js"></script>', parseReferences('<script src="a.js"></script>'), new Map())).toThrow(
    NotSavableOfflineError,
  );
});

const catalogue = path.resolve(import.meta.dirname, '../../../catalogue');
const games = fs.readdirSync(catalogue).filter((name) => fs.existsSync(path.join(catalogue, name, 'index.html')));

test.each(games)('%s can be kept as one document', (game) => {
  const read = (name: string) =>
    fs.readFileSync(name.startsWith('/kit/') ? path.join(catalogue, name) : path.join(catalogue, game, name), 'utf8');
  // As the games' origin serves it.
  const html = containPage(read('index.html')).html;
  const references = parseReferences(html);
  const files = new Map(
    references.map(({ kind, name }) => {
      const text = kind === 'script' && !name.startsWith('/kit/') ? containScript(read(name)) : read(name);
      const inner = kind === 'style' ? parseStyleReferences(text) : [];
      const dataOf = (file: string) => `data:font/woff2;base64,${fs.readFileSync(path.join(catalogue, file)).toString('base64')}`;
      return [name, inlineReferences(text, inner, new Map(inner.map((each) => [each.name, dataOf(each.name)])))];
    }),
  );
  const done = inlineReferences(html, references, files);
  expect(references.length).toBeGreaterThan(1);
  expect(done).not.toMatch(/<script\s+src="[^"]+"\s*><\/script>|<link\s/);
  // The document is at most as large as the size shown before saving, and not much smaller.
  const folder = fs.readdirSync(path.join(catalogue, game)).filter((name) => name !== 'game.json');
  const bytes = folder.reduce((sum, name) => sum + fs.statSync(path.join(catalogue, game, name)).size, 0);
  const taken = Buffer.byteLength(done) + fs.statSync(path.join(catalogue, game, 'cover.svg')).size;
  expect(taken).toBeLessThanOrEqual(bytes + KIT_BYTES);
  expect(taken).toBeGreaterThan(bytes + KIT_BYTES - 15_000);
  // Nothing is loaded later either: every file of the game is referenced by its page.
  const others = fs.readdirSync(path.join(catalogue, game)).filter((name) => !/^(index\.html|game\.json|cover\.svg)$/.test(name));
  expect(others.filter((name) => !references.some((each) => each.name === name))).toEqual([]);
});

test('a saved game is checked at once where somebody may have lost the right to it, and not with each page otherwise', () => {
  const HOUR = 3_600_000;
  const free = { isPremium: false, belongsToPlayer: false };
  const marked = { isPremium: false, belongsToPlayer: true };
  const premium = { isPremium: true, belongsToPlayer: true };
  const intervals = (hasPremium: boolean, mayHaveChanged: boolean) =>
    [free, marked, premium].map((game) => getCheckInterval(game, { hasPremium, mayHaveChanged }) / HOUR);
  expect(intervals(true, false)).toEqual([24, 1, 1]);
  expect(intervals(false, false)).toEqual([24, 1, 0]);
  expect(intervals(true, true)).toEqual([24, 0, 0]);
  expect(intervals(false, true)).toEqual([24, 0, 0]);
});
