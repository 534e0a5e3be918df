import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  countQueuedRequests,
  removeRequestsOfOthers,
  queueRequest,
  postOrQueue,
  flushRequestQueue,
  takeSyncResult,
} from './request-queue.ts';

/** The parts of the Cache API that this code uses. */
function fakeCaches() {
  const cacheContents = new Map<string, Map<string, Response>>();
  const nameOf = (key: string | Request) => new URL(typeof key === 'string' ? key : key.url, 'https://kiddo.test').href;
  const cacheOf = (entries: Map<string, Response>) => ({
    keys: async () => [...entries.keys()].map((url) => new Request(url)),
    match: async (key: string) => entries.get(nameOf(key))?.clone(),
    put: async (key: string, answer: Response) => void entries.set(nameOf(key), answer),
    delete: async (key: string) => entries.delete(nameOf(key)),
  });
  return {
    has: async (name: string) => cacheContents.has(name),
    open: async (name: string) => {
      if (!cacheContents.has(name)) cacheContents.set(name, new Map());
      return cacheOf(cacheContents.get(name) as Map<string, Response>);
    },
  };
}

/** The server's responses, in order; null: the server is unreachable. The last response repeats. */
let answers: (number | null)[] = [];
/** The code of the server's failures. */
let code = 'not-found';
let sent: string[] = [];

beforeEach(() => {
  [answers, sent, code] = [[200], [], 'not-found'];
  vi.stubGlobal('caches', fakeCaches());
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('fetch', async (address: string, { body }: { body: URLSearchParams }) => {
    const status = answers.length > 1 ? answers.shift() : answers[0];
    if (status === null || status === undefined) throw new TypeError('Failed to fetch');
    sent.push(`${address} ${body.toString()}`);
    return Response.json({ ok: status === 200, ...(status !== 200 && { code }) }, { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

const favorite = (game: string, on: string) => ({ address: `/games/${game}/favorite`, fields: { on }, playerId: 'amina' });

test('with a network nothing waits', async () => {
  expect(await postOrQueue('/games/a/favorite', { on: 'yes' }, 'amina')).toEqual({ ok: true });
  expect([await countQueuedRequests(), await flushRequestQueue(), sent.length]).toEqual([0, 0, 1]);
});

test('without one it waits, and is sent once, in order, by who did it', async () => {
  answers = [null];
  expect(await postOrQueue('/games/a/favorite', { on: 'yes' }, 'amina')).toBeNull();
  expect(await postOrQueue('/games/b/rating', { stars: '4' }, 'amina')).toBeNull();
  expect([await flushRequestQueue(), await countQueuedRequests()]).toEqual([0, 2]);
  answers = [200];
  expect([await flushRequestQueue(), await flushRequestQueue(), await countQueuedRequests()]).toEqual([2, 0, 0]);
  expect(sent).toEqual(['/games/a/favorite on=yes&who=amina', '/games/b/rating stars=4&who=amina']);
});

test('of several wishes for one thing the newest counts; each play is one of its own', async () => {
  await queueRequest(favorite('a', 'yes'), 5);
  await queueRequest(favorite('a', 'no'), 5);
  for (const late of ['one', 'two']) await queueRequest({ address: '/games/a/plays', fields: { late }, playerId: null }, 5);
  await flushRequestQueue();
  expect(sent).toEqual(['/games/a/favorite on=no&who=amina', '/games/a/plays late=one&who=', '/games/a/plays late=two&who=']);
});

test('a clock that is set back does not change the order', async () => {
  await queueRequest(favorite('a', 'yes'), 2000);
  await queueRequest(favorite('b', 'yes'), 1000);
  await flushRequestQueue();
  expect(sent.map((line) => line.slice(0, 8))).toEqual(['/games/a', '/games/b']);
});

test('a busy server, or none, is asked again later; what it refuses is not', async () => {
  for (const game of ['a', 'b', 'c']) await queueRequest(favorite(game, 'yes'));
  answers = [403, 503];
  expect([await flushRequestQueue(), await countQueuedRequests()]).toEqual([0, 2]);
  answers = [200, 429];
  expect([await flushRequestQueue(), await countQueuedRequests()]).toEqual([1, 1]);
  answers = [200, null];
  expect([await flushRequestQueue(), await countQueuedRequests()]).toEqual([1, 0]);
});

test('a newer wish that is sent at once is not undone by an older one that waited', async () => {
  await queueRequest(favorite('a', 'yes'));
  await postOrQueue('/games/a/favorite', { on: 'no' }, 'amina');
  expect([await flushRequestQueue(), sent]).toEqual([0, ['/games/a/favorite on=no']]);
});

test("while nobody is signed in a request waits for its player; another player's sign-in removes it", async () => {
  await queueRequest(favorite('a', 'yes'));
  await queueRequest({ address: '/games/a/plays', fields: { late: 'one' }, playerId: null });
  answers = [401, 200];
  expect([await flushRequestQueue(), await countQueuedRequests()]).toEqual([1, 1]);
  // One 401 is enough to know that the player is signed out.
  await queueRequest(favorite('b', 'yes'));
  [answers, sent] = [[401], []];
  await flushRequestQueue();
  expect([sent.length, await countQueuedRequests()]).toEqual([1, 2]);
  await removeRequestsOfOthers('brian');
  expect(await countQueuedRequests()).toBe(0);
});

test('what a visitor did is kept when somebody signs in, and is sent as what a visitor did', async () => {
  const play = { address: '/games/a/plays', fields: { late: 'one' }, playerId: null };
  await queueRequest(play);
  await queueRequest(favorite('a', 'yes'));
  await removeRequestsOfOthers('brian');
  await flushRequestQueue();
  expect(sent).toEqual(['/games/a/plays late=one&who=']);
});

test('whose session ended is told once to sign in for what waits, and again when more was done', async () => {
  const waits = (signedOut: number) => ({ taken: 0, refused: 0, signedOut });
  answers = [401];
  for (const game of ['a', 'b']) await queueRequest(favorite(game, 'yes'));
  await flushRequestQueue();
  expect(await takeSyncResult()).toEqual(waits(2));
  await flushRequestQueue();
  expect(await takeSyncResult()).toEqual(waits(0));
  await queueRequest(favorite('c', 'yes'));
  await flushRequestQueue();
  expect(await takeSyncResult()).toEqual(waits(3));
  // Without an answer nobody knows whether the session ended.
  await queueRequest(favorite('d', 'yes'));
  answers = [null];
  await flushRequestQueue();
  expect(await takeSyncResult()).toEqual(waits(0));
});

test('who has signed in is not told that what somebody else did was refused', async () => {
  [answers, code] = [[403], 'not-allowed'];
  await queueRequest(favorite('a', 'yes'));
  await flushRequestQueue();
  expect([await takeSyncResult(), await countQueuedRequests()]).toEqual([{ taken: 0, refused: 0, signedOut: 0 }, 0]);
});

test('the result is reported once, whoever sent the requests', async () => {
  for (const game of ['a', 'b', 'c']) await queueRequest(favorite(game, 'yes'));
  answers = [200, 404, 503];
  await flushRequestQueue();
  answers = [200];
  await flushRequestQueue();
  expect([await takeSyncResult(), await takeSyncResult()]).toEqual([
    { taken: 2, refused: 1, signedOut: 0 },
    { taken: 0, refused: 0, signedOut: 0 },
  ]);
});

test('at most 200 wait; the oldest give way', async () => {
  for (let at = 1; at <= 203; at++) await queueRequest(favorite(`g${at}`, 'yes'), at);
  expect(await countQueuedRequests()).toBe(200);
  await flushRequestQueue();
  expect(sent[0]).toContain('/games/g4/');
});

test('where nothing can be kept it fails', async () => {
  vi.stubGlobal('caches', undefined);
  answers = [null];
  await expect(postOrQueue('/games/a/favorite', { on: 'yes' }, 'amina')).rejects.toThrow(TypeError);
});
