import { withLock } from './with-lock.ts';
import { postForm } from './post-form.ts';
import { STORAGE_ENTRIES } from './storage.ts';

/** Something that was done without a network. */
type QueuedRequest = { address: string; fields: Record<string, string>; playerId: string | null };

/** What the browser wakes our service worker by when the network is back. */
export const SYNC_TAG = 'kiddo-waiting';
const LOCK_NAME = 'kiddo-waiting-store';
const PREFIX = '/offline/waiting/';
/** What became of what was sent, until a page has told it to the player. */
const RESULT_KEY = '/offline/outcome';
/** Older ones give way: nobody does more than this without a network. */
const QUEUE_MAX = 200;

type RegistrationWithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

/**
 * Posts a small form; without a network it is kept, and sent once there is one.
 * @returns the answer, or null when it waits. @throws when it can neither be sent nor kept.
 */
export async function postOrQueue<Answer>(
  address: string,
  fields: Record<string, string>,
  playerId: string | null,
): Promise<Answer | null> {
  // What was wished before for the same thing must not come after this.
  await removeSuperseded(address).catch(() => {}); // A closed store keeps nothing.
  try {
    return await postForm<Answer>(address, fields);
  } catch (error) {
    // An answer that is no JSON came from the server: then there is a network.
    if (error instanceof SyntaxError) throw error;
    await queueRequest({ address, fields, playerId });
    return null;
  }
}

/** Keeps a deed until there is a network. Of several wishes for the same thing the newest counts. @throws where nothing can be kept */
export async function queueRequest(request: QueuedRequest, now = Date.now()): Promise<void> {
  const cache = await caches.open(STORAGE_ENTRIES.waiting.key);
  if (request.fields['late'] === undefined) await removeSuperseded(request.address);
  const queued = await listQueuedRequests(cache);
  const tooMany = queued.slice(0, Math.max(0, queued.length + 1 - QUEUE_MAX));
  await Promise.all(tooMany.map(({ name }) => cache.delete(name)));
  await cache.put(createKey(queued.at(-1)?.name, now), Response.json(request));
  const registration = await getRegistration();
  // Not every browser wakes the worker: then it is sent by the next page that is open with a network.
  await registration?.sync?.register(SYNC_TAG).catch(() => {});
}

async function removeSuperseded(address: string): Promise<void> {
  await removeWhere((request) => request.address === address && request.fields['late'] === undefined);
}

/** Forgets deeds of other players than this one. */
export async function removeRequestsOfOthers(playerId: string): Promise<void> {
  await removeWhere((request) => request.playerId !== playerId);
}

/** Forgets every deed that waits: at once, and once more when nobody is just opening their store. */
export async function clearRequestQueue(): Promise<void> {
  await caches.delete(STORAGE_ENTRIES.waiting.key);
  await withLock(LOCK_NAME, () => caches.delete(STORAGE_ENTRIES.waiting.key));
}

/** The store of what waits, where there is one: looking makes none, also not while it is being taken away. */
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

/** How many deeds wait. */
export async function countQueuedRequests(): Promise<number> {
  const cache = await openQueueCache();
  return cache ? (await listQueuedRequests(cache)).length : 0;
}

/** How many deeds the server took, and how many it refused: the game is gone, say, or nobody is signed in any more. */
export type SyncResult = { taken: number; refused: number };

/** What became of what was sent since this was asked before, by the worker or a page; each is told once. */
export async function takeSyncResult(): Promise<SyncResult> {
  const empty = { taken: 0, refused: 0 };
  const cache = await openQueueCache();
  const answer = await cache?.match(RESULT_KEY);
  return cache && answer && (await cache.delete(RESULT_KEY)) ? ((await answer.json()) as SyncResult) : empty;
}

/**
 * Sends what waits, in the order it was done, one after the other, in one tab at a time. The server knows what it has already. What
 * it refuses is dropped; where it cannot be reached, or is busy, the rest waits on; where nobody is signed in, that player's. @returns how many were taken
 */
export async function flushRequestQueue(): Promise<number> {
  if (!('caches' in globalThis) || !(await caches.has(STORAGE_ENTRIES.waiting.key))) return 0;
  const run = async () => {
    const cache = await openQueueCache();
    if (!cache) return 0;
    let [taken, refused] = [0, 0];
    const signedOutIds = new Set<string | null>();
    for (const { name, address, fields, playerId } of await listQueuedRequests(cache)) {
      if (signedOutIds.has(playerId)) continue;
      const answer = await send(address, { ...fields, who: playerId ?? '' });
      if (answer === 'later') break;
      if (answer === 'signed-out') {
        signedOutIds.add(playerId);
        continue;
      }
      await cache.delete(name);
      if (answer === 'taken') taken++;
      else refused++;
    }
    if (taken + refused > 0) await addToSyncResult(cache, { taken, refused });
    return taken;
  };
  return 'locks' in navigator ? navigator.locks.request(SYNC_TAG, run) : run();
}

async function getRegistration(): Promise<RegistrationWithSync | undefined> {
  return navigator.serviceWorker?.getRegistration();
}

async function send(address: string, fields: Record<string, string>): Promise<'taken' | 'refused' | 'signed-out' | 'later'> {
  try {
    const headers = { accept: 'application/json' };
    const { ok, status } = await fetch(address, { method: 'POST', headers, body: new URLSearchParams(fields) });
    if (ok) return 'taken';
    if (status === 401) return 'signed-out';
    return status >= 500 || status === 429 ? 'later' : 'refused';
  } catch {
    return 'later';
  }
}

async function addToSyncResult(cache: Cache, more: SyncResult): Promise<void> {
  const before = (await (await cache.match(RESULT_KEY))?.json()) as SyncResult | undefined;
  const sum = { taken: (before?.taken ?? 0) + more.taken, refused: (before?.refused ?? 0) + more.refused };
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

/** Names sort as they were given: a clock that was set back must not change the order. */
function createKey(last: string | undefined, now: number): string {
  const before = last === undefined ? 0 : Number(last.slice(PREFIX.length));
  return `${PREFIX}${String(Math.max(now, before + 1)).padStart(15, '0')}`;
}
