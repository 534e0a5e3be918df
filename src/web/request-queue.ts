import { withLock } from './with-lock.ts';
import { postForm } from './post-form.ts';
import { STORAGE_ENTRIES } from './storage.ts';

/** A request that was made without a network, with the player who made it; null for a visitor. Whose it is stays so: see decision 041. */
type QueuedRequest = { address: string; fields: Record<string, string>; playerId: string | null };

/** The tag of the background sync: the browser wakes the service worker with it when the network is back. */
export const SYNC_TAG = 'kiddo-waiting';
const LOCK_NAME = 'kiddo-waiting-store';
const PREFIX = '/offline/waiting/';
/** The result of the requests sent, kept until a page has shown it to the player. */
const RESULT_KEY = '/offline/outcome';
/** The newest of the requests that this browser was told to sign in for: it is told once. */
const REMINDED_KEY = '/offline/reminded';
/** The oldest requests are dropped beyond this number: nobody does more than this without a network. */
const QUEUE_MAX = 200;

type RegistrationWithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

/**
 * Posts a small form. Without a network, the request is queued and sent later.
 * @returns the response, or null when the request is queued
 * @throws when it can neither be sent nor queued
 */
export async function postOrQueue<Answer>(
  address: string,
  fields: Record<string, string>,
  playerId: string | null,
): Promise<Answer | null> {
  // An older queued request for the same URL must not be sent after this one.
  await removeSuperseded(address).catch(() => {}); // When the cache is unavailable, nothing is queued.
  try {
    return await postForm<Answer>(address, fields);
  } catch (error) {
    // A response that is not JSON came from the server: so there is a network.
    if (error instanceof SyntaxError) throw error;
    await queueRequest({ address, fields, playerId });
    return null;
  }
}

/** Queues a request until there is a network. Of several requests to the same URL, the newest wins. @throws when nothing can be stored */
export async function queueRequest(request: QueuedRequest, now = Date.now()): Promise<void> {
  const cache = await caches.open(STORAGE_ENTRIES.waiting.key);
  if (request.fields['late'] === undefined) await removeSuperseded(request.address);
  const queued = await listQueuedRequests(cache);
  const tooMany = queued.slice(0, Math.max(0, queued.length + 1 - QUEUE_MAX));
  await Promise.all(tooMany.map(({ name }) => cache.delete(name)));
  await cache.put(createKey(queued.at(-1)?.name, now), Response.json(request));
  const registration = await getRegistration();
  // Not every browser has background sync: then the next page that is open with a network sends the request.
  await registration?.sync?.register(SYNC_TAG).catch(() => {});
}

async function removeSuperseded(address: string): Promise<void> {
  await removeWhere((request) => request.address === address && request.fields['late'] === undefined);
}

/** Removes the requests of players other than this one. What a visitor did belongs to nobody, so it stays and is sent. */
export async function removeRequestsOfOthers(playerId: string): Promise<void> {
  await removeWhere((request) => request.playerId !== null && request.playerId !== playerId);
}

/** Removes all queued requests: at once, and again under the lock, in case another tab was just opening the cache. */
export async function clearRequestQueue(): Promise<void> {
  await caches.delete(STORAGE_ENTRIES.waiting.key);
  await withLock(LOCK_NAME, () => caches.delete(STORAGE_ENTRIES.waiting.key));
}

/** The queue's cache, or null when there is none. Reading must not create it, even while it is being deleted. */
async function openQueueCache(): Promise<Cache | null> {
  if (!('caches' in globalThis)) return null;
  const { key } = STORAGE_ENTRIES.waiting;
  return withLock(LOCK_NAME, async () => ((await caches.has(key)) ? caches.open(key) : null));
}

async function removeWhere(matches: (request: QueuedRequest) => boolean): Promise<void> {
  const cache = await openQueueCache();
  if (!cache) return;
  const removed = (await listQueuedRequests(cache)).filter(matches);
  await Promise.all(removed.map(({ name }) => cache.delete(name)));
}

/** How many requests are queued. */
export async function countQueuedRequests(): Promise<number> {
  const cache = await openQueueCache();
  return cache ? (await listQueuedRequests(cache)).length : 0;
}

/**
 * How many requests the server accepted, how many it refused, for example because the game is gone, and how many wait until their player
 * signs in again.
 */
export type SyncResult = { taken: number; refused: number; signedOut: number };

const NO_RESULT: SyncResult = { taken: 0, refused: 0, signedOut: 0 };

/** The results since the last call, of requests sent by the worker or by a page. Each result is returned only once. */
export async function takeSyncResult(): Promise<SyncResult> {
  const cache = await openQueueCache();
  const answer = await cache?.match(RESULT_KEY);
  return cache && answer && (await cache.delete(RESULT_KEY)) ? ((await answer.json()) as SyncResult) : NO_RESULT;
}

/**
 * Sends the queued requests in order, one at a time, in one tab at a time. Sending a request twice is safe: the server detects duplicates.
 * Refused requests are dropped. If the server is unreachable or busy, the rest stays queued. If nobody is signed in, the requests of players
 * stay queued.
 * @returns how many were accepted
 */
export async function flushRequestQueue(): Promise<number> {
  if (!('caches' in globalThis) || !(await caches.has(STORAGE_ENTRIES.waiting.key))) return 0;
  const run = async () => {
    const cache = await openQueueCache();
    if (!cache) return 0;
    const result = await sendQueuedRequests(cache);
    if (result.taken + result.refused + result.signedOut > 0) await addToSyncResult(cache, result);
    return result.taken;
  };
  return 'locks' in navigator ? navigator.locks.request(SYNC_TAG, run) : run();
}

async function sendQueuedRequests(cache: Cache): Promise<SyncResult> {
  let [taken, refused] = [0, 0];
  const signedOutIds = new Set<string | null>();
  const waitingNames: string[] = [];
  for (const { name, address, fields, playerId } of await listQueuedRequests(cache)) {
    const answer = signedOutIds.has(playerId) ? 'signed-out' : await send(address, { ...fields, who: playerId ?? '' });
    if (answer === 'later') break;
    if (answer === 'signed-out') {
      signedOutIds.add(playerId);
      waitingNames.push(name);
      continue;
    }
    await cache.delete(name);
    if (answer === 'taken') taken++;
    // What somebody else did is none of this player's business.
    if (answer === 'refused') refused++;
  }
  return { taken, refused, signedOut: (await isNewToRemind(cache, waitingNames)) ? waitingNames.length : 0 };
}

/** Whether any of these requests was queued after the last reminder to sign in; now it counts as reminded. */
async function isNewToRemind(cache: Cache, names: readonly string[]): Promise<boolean> {
  const newest = names.at(-1);
  if (newest === undefined) {
    await cache.delete(REMINDED_KEY);
    return false;
  }
  const reminded = (await (await cache.match(REMINDED_KEY))?.text()) ?? '';
  if (newest <= reminded) return false;
  await cache.put(REMINDED_KEY, new Response(newest));
  return true;
}

async function getRegistration(): Promise<RegistrationWithSync | undefined> {
  return navigator.serviceWorker?.getRegistration();
}

type SendOutcome = 'taken' | 'refused' | 'not-yours' | 'signed-out' | 'later';

async function send(address: string, fields: Record<string, string>): Promise<SendOutcome> {
  try {
    const headers = { accept: 'application/json' };
    const response = await fetch(address, { method: 'POST', headers, body: new URLSearchParams(fields) });
    const { ok, status } = response;
    if (ok) return 'taken';
    if (status === 401) return 'signed-out';
    if (status >= 500 || status === 429) return 'later';
    const { code } = (await response.json().catch(() => ({}))) as { code?: string };
    return code === 'not-allowed' ? 'not-yours' : 'refused';
  } catch {
    return 'later';
  }
}

async function addToSyncResult(cache: Cache, more: SyncResult): Promise<void> {
  const before = (await (await cache.match(RESULT_KEY))?.json()) as SyncResult | undefined;
  // Who waits for a sign-in is counted anew each time.
  const { taken, refused } = before ?? NO_RESULT;
  const sum: SyncResult = { taken: taken + more.taken, refused: refused + more.refused, signedOut: more.signedOut };
  await cache.put(RESULT_KEY, Response.json(sum));
}

async function listQueuedRequests(cache: Cache): Promise<(QueuedRequest & { name: string })[]> {
  const names = (await cache.keys()).map((request) => new URL(request.url).pathname).filter((name) => name.startsWith(PREFIX));
  names.sort();
  const found = await Promise.all(
    names.map(async (name) => {
      const answer = await cache.match(name);
      return answer ? [{ ...((await answer.json()) as QueuedRequest), name }] : [];
    }),
  );
  return found.flat();
}

/** Keys sort in insertion order, even when the clock is set back. */
function createKey(last: string | undefined, now: number): string {
  const before = last === undefined ? 0 : Number(last.slice(PREFIX.length));
  return `${PREFIX}${String(Math.max(now, before + 1)).padStart(15, '0')}`;
}
