import { KEPT_EVENT } from './kept-event.ts';
import { inTurn } from './in-turn.ts';
import { CLOCK_MS, FACTS_PREFIX, GAME_PREFIX, OFFLINE_FRAME, PREMIUM_HOLDS_MS } from '../features/offline/schema.ts';
import { PLACES } from './storage.ts';

/** A game that is kept on this device. */
export type KeptGame = {
  id: string;
  title: string;
  /** Where its files came from; it changes with their content. */
  src: string;
  /** Where its files come from now, when we last heard of it; another one is another version. */
  newest: string;
  /** The address of its picture, which is kept with it; null where there is none of ours. */
  cover: string | null;
  /** What it takes here. */
  bytes: number;
  isPremium: boolean;
  /** A premium game is its player's; a free one is the device's. */
  playerId: string | null;
  keptAt: number;
  /** When we last heard that it may be played. */
  checkedAt: number;
};

const STORE_LOCK = 'kiddo-games-store';

const textName = (id: string) => `${GAME_PREFIX}${encodeURIComponent(id)}`;
const factsName = (id: string) => `${FACTS_PREFIX}${encodeURIComponent(id)}`;

/** Whether this browser can keep games at all (some cannot in a private window). */
export function canKeep(): boolean {
  return 'caches' in globalThis && 'serviceWorker' in navigator;
}

/** The store of kept games, where there is one: looking makes none, also not while it is being taken away. */
async function openKept(): Promise<Cache | null> {
  if (!('caches' in globalThis)) return null;
  const { key } = PLACES.games;
  return inTurn(STORE_LOCK, async () => ((await caches.has(key)) ? caches.open(key) : null));
}

/** The games that are kept here, the newest first. */
export async function listKept(): Promise<KeptGame[]> {
  const cache = await openKept();
  if (!cache) return [];
  const names = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(FACTS_PREFIX));
  const found = await Promise.all(
    names.map(async (request) => {
      const answer = await cache.match(request);
      return answer ? [(await answer.json()) as KeptGame] : [];
    }),
  );
  return found.flat().sort((a, b) => b.keptAt - a.keptAt);
}

/** The kept game with this id, or null. */
export async function findKept(id: string): Promise<KeptGame | null> {
  return (await listKept()).find((game) => game.id === id) ?? null;
}

/**
 * Keeps a game, all of it or nothing. @param text the whole of it as one document. @param picture what its `cover` is
 * @throws QuotaExceededError where there is no room
 */
export async function putKept(game: KeptGame, text: string, picture: Response | null): Promise<void> {
  try {
    await inTurn(STORE_LOCK, async () => {
      const cache = await caches.open(PLACES.games.key);
      await cache.put(textName(game.id), new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } }));
      // Under its own address: the service worker answers with it.
      if (game.cover !== null && picture) await cache.put(game.cover, picture);
      // Last: without it there is no game.
      await cache.put(factsName(game.id), Response.json(game));
    });
  } catch (error) {
    await dropKept([game.id]);
    throw error;
  }
  tell();
}

/** Notes when we last heard that a kept game may be played, and where its files come from now. */
export async function touchKept(id: string, now: number, newest: string): Promise<void> {
  const cache = await openKept();
  const answer = await cache?.match(factsName(id));
  if (!cache || !answer) return;
  const game = (await answer.json()) as KeptGame;
  // Removed meanwhile, in another tab.
  if (!(await cache.match(factsName(id)))) return;
  await cache.put(factsName(id), Response.json({ ...game, checkedAt: now, newest }));
  if (game.newest !== newest) tell();
}

/** Removes these games. */
export async function dropKept(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await inTurn(STORE_LOCK, () => removeFrom(ids));
  tell();
}

async function removeFrom(ids: readonly string[]): Promise<void> {
  const cache = await caches.open(PLACES.games.key);
  for (const id of ids) {
    const game = (await (await cache.match(factsName(id)))?.json()) as KeptGame | undefined;
    const names = [factsName(id), textName(id), ...(game?.cover ? [game.cover] : [])];
    await Promise.all(names.map((name) => cache.delete(name)));
  }
  if ((await cache.keys()).length === 0) await caches.delete(PLACES.games.key);
}

/** Whether a kept game may be played now: a premium one only for a while after its right was seen. */
export function mayPlayKept(game: KeptGame, now: number): boolean {
  return !game.isPremium || !isOlderThan(PREMIUM_HOLDS_MS, game, now);
}

/** Whether we heard this long ago, or longer, that a game may be played; by a clock that was put back we do not know. */
export function isOlderThan(ms: number, { checkedAt }: KeptGame, now: number): boolean {
  return now - checkedAt >= ms || now - checkedAt < -CLOCK_MS;
}

function tell(): void {
  window.dispatchEvent(new Event(KEPT_EVENT));
}

/** Where the player's frame finds a kept game (server/offline-frame.ts). */
export function keptFrame(id: string): string {
  return `${OFFLINE_FRAME}?game=${encodeURIComponent(id)}`;
}

/** Whether a frame's address is that of a kept game: such a frame holds the game's sandbox, and is none itself. */
export function isKeptFrame(src: string): boolean {
  return src.startsWith(`${OFFLINE_FRAME}?`);
}
