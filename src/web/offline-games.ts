import { OFFLINE_GAMES_EVENT } from './offline-event.ts';
import { withLock } from './with-lock.ts';
import { CLOCK_SKEW_MS, METADATA_PREFIX, GAME_PREFIX, OFFLINE_FRAME, PREMIUM_OFFLINE_MS } from '../features/offline/schema.ts';
import { STORAGE_ENTRIES } from './storage.ts';

/** A game that is kept on this device. */
export type OfflineGame = {
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

const LOCK_NAME = 'kiddo-games-store';

const documentKey = (id: string) => `${GAME_PREFIX}${encodeURIComponent(id)}`;
const metadataKey = (id: string) => `${METADATA_PREFIX}${encodeURIComponent(id)}`;

/** Whether this browser can keep games at all (some cannot in a private window). */
export function canSaveOffline(): boolean {
  return 'caches' in globalThis && 'serviceWorker' in navigator;
}

/** The store of kept games, where there is one: looking makes none, also not while it is being taken away. */
async function openGamesCache(): Promise<Cache | null> {
  if (!('caches' in globalThis)) return null;
  const { key } = STORAGE_ENTRIES.games;
  return withLock(LOCK_NAME, async () => ((await caches.has(key)) ? caches.open(key) : null));
}

/** The games that are kept here, the newest first. */
export async function listOfflineGames(): Promise<OfflineGame[]> {
  const cache = await openGamesCache();
  if (!cache) return [];
  const names = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(METADATA_PREFIX));
  const found = await Promise.all(
    names.map(async (request) => {
      const answer = await cache.match(request);
      return answer ? [(await answer.json()) as OfflineGame] : [];
    }),
  );
  return found.flat().sort((a, b) => b.keptAt - a.keptAt);
}

/** The kept game with this id, or null. */
export async function findOfflineGame(id: string): Promise<OfflineGame | null> {
  return (await listOfflineGames()).find((game) => game.id === id) ?? null;
}

/**
 * Keeps a game, all of it or nothing. @param text the whole of it as one document. @param picture what its `cover` is
 * @throws QuotaExceededError where there is no room
 */
export async function saveOfflineGame(game: OfflineGame, text: string, picture: Response | null): Promise<void> {
  try {
    await withLock(LOCK_NAME, async () => {
      const cache = await caches.open(STORAGE_ENTRIES.games.key);
      await cache.put(documentKey(game.id), new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } }));
      // Under its own address: the service worker answers with it.
      if (game.cover !== null && picture) await cache.put(game.cover, picture);
      // Last: without it there is no game.
      await cache.put(metadataKey(game.id), Response.json(game));
    });
  } catch (error) {
    await deleteOfflineGames([game.id]);
    throw error;
  }
  dispatchChange();
}

/** Notes when we last heard that a kept game may be played, and where its files come from now. */
export async function updateOfflineGame(id: string, now: number, newest: string): Promise<void> {
  const cache = await openGamesCache();
  const answer = await cache?.match(metadataKey(id));
  if (!cache || !answer) return;
  const game = (await answer.json()) as OfflineGame;
  // Removed meanwhile, in another tab.
  if (!(await cache.match(metadataKey(id)))) return;
  await cache.put(metadataKey(id), Response.json({ ...game, checkedAt: now, newest }));
  if (game.newest !== newest) dispatchChange();
}

/** Removes these games. */
export async function deleteOfflineGames(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await withLock(LOCK_NAME, () => removeFrom(ids));
  dispatchChange();
}

async function removeFrom(ids: readonly string[]): Promise<void> {
  const cache = await caches.open(STORAGE_ENTRIES.games.key);
  for (const id of ids) {
    const game = (await (await cache.match(metadataKey(id)))?.json()) as OfflineGame | undefined;
    const names = [metadataKey(id), documentKey(id), ...(game?.cover ? [game.cover] : [])];
    await Promise.all(names.map((name) => cache.delete(name)));
  }
  if ((await cache.keys()).length === 0) await caches.delete(STORAGE_ENTRIES.games.key);
}

/** Whether a kept game may be played now: a premium one only for a while after its right was seen. */
export function canPlayOffline(game: OfflineGame, now: number): boolean {
  return !game.isPremium || !isOlderThan(PREMIUM_OFFLINE_MS, game, now);
}

/** Whether we heard this long ago, or longer, that a game may be played; by a clock that was put back we do not know. */
export function isOlderThan(ms: number, { checkedAt }: OfflineGame, now: number): boolean {
  return now - checkedAt >= ms || now - checkedAt < -CLOCK_SKEW_MS;
}

function dispatchChange(): void {
  window.dispatchEvent(new Event(OFFLINE_GAMES_EVENT));
}

/** Where the player's frame finds a kept game (server/offline-frame.ts). */
export function urlForOfflineFrame(id: string): string {
  return `${OFFLINE_FRAME}?game=${encodeURIComponent(id)}`;
}

/** Whether a frame's address is that of a kept game: such a frame holds the game's sandbox, and is none itself. */
export function isOfflineFrame(src: string): boolean {
  return src.startsWith(`${OFFLINE_FRAME}?`);
}
