import { OFFLINE_GAMES_EVENT } from './offline-event.ts';
import { withLock } from './with-lock.ts';
import { CLOCK_SKEW_MS, METADATA_PREFIX, GAME_PREFIX, OFFLINE_FRAME, PLAYERS_OFFLINE_MS } from '../shared/offline-games.ts';
import { STORAGE_ENTRIES } from './storage.ts';

/** A game that is saved on this device for offline play. */
export type OfflineGame = {
  id: string;
  title: string;
  /** The URL its files were downloaded from; it changes with their content. */
  src: string;
  /** The current URL of its files, as of the last check. If it differs from `src`, there is a newer version. */
  newest: string;
  /** The URL of its cover, which is saved too; null when the cover is not on this site. */
  cover: string | null;
  /** The space it takes on this device. */
  bytes: number;
  isPremium: boolean;
  /** A game that is not for everybody (premium, or not for every age) belongs to its player, others to the device (null). */
  playerId: string | null;
  keptAt: number;
  /** When the server last confirmed that it may be played. */
  checkedAt: number;
};

const LOCK_NAME = 'kiddo-games-store';

const documentKey = (id: string) => `${GAME_PREFIX}${encodeURIComponent(id)}`;
const metadataKey = (id: string) => `${METADATA_PREFIX}${encodeURIComponent(id)}`;

/** Whether this browser can save games at all (some cannot in a private window). */
export function canSaveOffline(): boolean {
  return 'caches' in globalThis && 'serviceWorker' in navigator;
}

/** The games cache, or null when there is none. Reading must not create it, even while it is being deleted. */
async function openGamesCache(): Promise<Cache | null> {
  if (!('caches' in globalThis)) return null;
  const { key } = STORAGE_ENTRIES.games;
  return withLock(LOCK_NAME, async () => ((await caches.has(key)) ? caches.open(key) : null));
}

/** The games saved on this device, newest first. */
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

/** The saved game with this id, or null. */
export async function findOfflineGame(id: string): Promise<OfflineGame | null> {
  return (await listOfflineGames()).find((game) => game.id === id) ?? null;
}

/**
 * Saves a game completely or not at all.
 * @param text the whole game as one document
 * @param picture the content of `cover`
 * @throws QuotaExceededError when there is no space
 */
export async function saveOfflineGame(game: OfflineGame, text: string, picture: Response | null): Promise<void> {
  try {
    await withLock(LOCK_NAME, async () => {
      const cache = await caches.open(STORAGE_ENTRIES.games.key);
      await cache.put(documentKey(game.id), new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } }));
      // Under its own URL: the service worker answers requests with it.
      if (game.cover !== null && picture) await cache.put(game.cover, picture);
      // Last: a game without metadata does not count as saved.
      await cache.put(metadataKey(game.id), Response.json(game));
    });
  } catch (error) {
    await deleteOfflineGames([game.id]);
    throw error;
  }
  dispatchChange();
}

/**
 * Records when the server last confirmed that a saved game may be played, the current URL of its files, and whose it is: the mark of a game's
 * age can have changed.
 */
export async function updateOfflineGame(id: string, now: number, newest: string, playerId: string | null): Promise<void> {
  const cache = await openGamesCache();
  const answer = await cache?.match(metadataKey(id));
  if (!cache || !answer) return;
  const game = (await answer.json()) as OfflineGame;
  // Another tab removed it meanwhile.
  if (!(await cache.match(metadataKey(id)))) return;
  await cache.put(metadataKey(id), Response.json({ ...game, checkedAt: now, newest, playerId } satisfies OfflineGame));
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

/** Whether a saved game belongs to a player and not to the device: it is not for everybody (premium, or not for every age). */
export function belongsToPlayer({ isPremium, playerId }: Pick<OfflineGame, 'isPremium' | 'playerId'>): boolean {
  return isPremium || playerId !== null;
}

/** Whether a saved game may be played now. A player's game is playable only for a while after their right was last confirmed. */
export function canPlayOffline(game: OfflineGame, now: number): boolean {
  return !belongsToPlayer(game) || !isOlderThan(PLAYERS_OFFLINE_MS, game, now);
}

/** Whether the last check is at least this long ago. Also true when the device's clock was set back, because then the age is unknown. */
export function isOlderThan(ms: number, { checkedAt }: OfflineGame, now: number): boolean {
  return now - checkedAt >= ms || now - checkedAt < -CLOCK_SKEW_MS;
}

function dispatchChange(): void {
  window.dispatchEvent(new Event(OFFLINE_GAMES_EVENT));
}

/** The URL at which the player's frame finds a saved game (server/offline-frame.ts). */
export function urlForOfflineFrame(id: string): string {
  return `${OFFLINE_FRAME}?game=${encodeURIComponent(id)}`;
}

/** Whether a frame's URL is that of a saved game. Such a frame contains the game's sandbox and is not sandboxed itself. */
export function isOfflineFrame(src: string): boolean {
  return src.startsWith(`${OFFLINE_FRAME}?`);
}
