import { readStorage, writeStorage } from '../../../../web/storage.ts';
import type { GameCard } from '../schema.ts';

/** The cached state of a list: its games, the cursor of the next page, and the scroll position (px). */
export type CachedList = { games: GameCard[]; next: string | null; y?: number };

/** Bounds: longer lists are not cached, and only the newest few lists are. */
const GAMES_MAX = 300;
const LISTS_MAX = 3;

/** The cached list of this history entry, or null. */
export function readCachedList(key: string): CachedList | null {
  try {
    const text = readStorage('lists', key);
    return text === null ? null : (JSON.parse(text) as CachedList);
  } catch {
    return null;
  }
}

/**
 * Caches the list for this history entry in this tab, if the user consented to that storage. Without it the list starts from the top, which
 * does no harm.
 */
export function writeCachedList(key: string, list: CachedList): void {
  if (list.games.length > GAMES_MAX) return;
  const keys = (readStorage('lists') ?? '').split(' ').filter((oldKey) => oldKey !== '' && oldKey !== key);
  keys.push(key);
  while (keys.length > LISTS_MAX) writeStorage('lists', null, keys.shift());
  writeStorage('lists', keys.join(' '));
  writeStorage('lists', JSON.stringify(list), key);
}
