import { inTurn } from './in-turn.ts';
import { postForm } from './post-form.ts';
import { PLACES } from './storage.ts';

/** Something that was done without a network. */
type Waiting = { address: string; fields: Record<string, string>; playerId: string | null };

/** What the browser wakes our service worker by when the network is back. */
export const SEND_TAG = 'kiddo-waiting';
const STORE_LOCK = 'kiddo-waiting-store';
const PREFIX = '/offline/waiting/';
/** What became of what was sent, until a page has told it to the player. */
const OUTCOME = '/offline/outcome';
/** Older ones give way: nobody does more than this without a network. */
const WAITING_MAX = 200;

type Syncing = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

/**
 * Posts a small form; without a network it is kept, and sent once there is one.
 * @returns the answer, or null when it waits. @throws when it can neither be sent nor kept.
 */
export async function postOrKeep<Answer>(address: string, fields: Record<string, string>, playerId: string | null): Promise<Answer | null> {
  // What was wished before for the same thing must not come after this.
  await dropOlder(address).catch(() => {}); // A closed store keeps nothing.
  try {
    return await postForm<Answer>(address, fields);
  } catch (error) {
    // An answer that is no JSON came from the server: then there is a network.
    if (error instanceof SyntaxError) throw error;
    await keepForLater({ address, fields, playerId });
    return null;
  }
}

/** Keeps a deed until there is a network. Of several wishes for the same thing the newest counts. @throws where nothing can be kept */
export async function keepForLater(deed: Waiting, now = Date.now()): Promise<void> {
  const cache = await caches.open(PLACES.waiting.key);
  if (deed.fields['late'] === undefined) await dropOlder(deed.address);
  const waiting = await listWaiting(cache);
  const tooMany = waiting.slice(0, Math.max(0, waiting.length + 1 - WAITING_MAX));
  await Promise.all(tooMany.map(({ name }) => cache.delete(name)));
  await cache.put(nextName(waiting.at(-1)?.name, now), Response.json(deed));
  const registration = await readyRegistration();
  // Not every browser wakes the worker: then it is sent by the next page that is open with a network.
  await registration?.sync?.register(SEND_TAG).catch(() => {});
}

async function dropOlder(address: string): Promise<void> {
  await dropWaiting((deed) => deed.address === address && deed.fields['late'] === undefined);
}

/** Forgets deeds of other players than this one. */
export async function dropWaitingOfOthers(playerId: string): Promise<void> {
  await dropWaiting((deed) => deed.playerId !== playerId);
}

/** Forgets every deed that waits: at once, and once more when nobody is just opening their store. */
export async function dropAllWaiting(): Promise<void> {
  await caches.delete(PLACES.waiting.key);
  await inTurn(STORE_LOCK, () => caches.delete(PLACES.waiting.key));
}

/** The store of what waits, where there is one: looking makes none, also not while it is being taken away. */
async function openWaiting(): Promise<Cache | null> {
  if (!('caches' in globalThis)) return null;
  const { key } = PLACES.waiting;
  return inTurn(STORE_LOCK, async () => ((await caches.has(key)) ? caches.open(key) : null));
}

async function dropWaiting(is: (deed: Waiting) => boolean): Promise<void> {
  const cache = await openWaiting();
  if (!cache) return;
  const gone = (await listWaiting(cache)).filter(is);
  await Promise.all(gone.map(({ name }) => cache.delete(name)));
}

/** How many deeds wait. */
export async function countWaiting(): Promise<number> {
  const cache = await openWaiting();
  return cache ? (await listWaiting(cache)).length : 0;
}

/** How many deeds the server took, and how many it refused: the game is gone, say, or nobody is signed in any more. */
export type Outcome = { taken: number; refused: number };

/** What became of what was sent since this was asked before, by the worker or a page; each is told once. */
export async function takeOutcome(): Promise<Outcome> {
  const nothing = { taken: 0, refused: 0 };
  const cache = await openWaiting();
  const answer = await cache?.match(OUTCOME);
  return cache && answer && (await cache.delete(OUTCOME)) ? ((await answer.json()) as Outcome) : nothing;
}

/**
 * Sends what waits, in the order it was done, one after the other, in one tab at a time. The server knows what it has already. What
 * it refuses is dropped; where it cannot be reached, or is busy, the rest waits on; where nobody is signed in, that player's. @returns how many were taken
 */
export async function sendWaiting(): Promise<number> {
  if (!('caches' in globalThis) || !(await caches.has(PLACES.waiting.key))) return 0;
  const run = async () => {
    const cache = await openWaiting();
    if (!cache) return 0;
    let [taken, refused] = [0, 0];
    const away = new Set<string | null>();
    for (const { name, address, fields, playerId } of await listWaiting(cache)) {
      if (away.has(playerId)) continue;
      const answer = await send(address, { ...fields, who: playerId ?? '' });
      if (answer === 'later') break;
      if (answer === 'signed-out') {
        away.add(playerId);
        continue;
      }
      await cache.delete(name);
      if (answer === 'taken') taken++;
      else refused++;
    }
    if (taken + refused > 0) await addOutcome(cache, { taken, refused });
    return taken;
  };
  return 'locks' in navigator ? navigator.locks.request(SEND_TAG, run) : run();
}

async function readyRegistration(): Promise<Syncing | undefined> {
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

async function addOutcome(cache: Cache, more: Outcome): Promise<void> {
  const before = (await (await cache.match(OUTCOME))?.json()) as Outcome | undefined;
  const sum = { taken: (before?.taken ?? 0) + more.taken, refused: (before?.refused ?? 0) + more.refused };
  await cache.put(OUTCOME, Response.json(sum));
}

async function listWaiting(cache: Cache): Promise<(Waiting & { name: string })[]> {
  const names = (await cache.keys()).map((request) => new URL(request.url).pathname).filter((name) => name.startsWith(PREFIX));
  names.sort();
  const found = await Promise.all(
    names.map(async (name) => {
      const answer = await cache.match(name);
      return answer ? [{ ...((await answer.json()) as Waiting), name }] : [];
    }),
  );
  return found.flat();
}

/** Names sort as they were given: a clock that was set back must not change the order. */
function nextName(last: string | undefined, now: number): string {
  const before = last === undefined ? 0 : Number(last.slice(PREFIX.length));
  return `${PREFIX}${String(Math.max(now, before + 1)).padStart(15, '0')}`;
}
