import { readStorage, writeStorage } from '../../../../web/storage.ts';
import type { GameCard } from '../schema.ts';

/** The cached state of a list: whose it is and of which games, the games, the cursor of the next page, and the scroll position (px). */
type CachedList = { version: string; games: GameCard[]; next: string | null; y?: number };

/** Bounds: longer lists are not cached, and only the newest few lists are. */
const GAMES_MAX = 300;
const LISTS_MAX = 3;

/** The cached list of this history entry; null if there is none, or if it was another person's, at another age, or of other games. */
export function readCachedList(key: string, version: string): CachedList | null {
  try {
    const text = readStorage('lists', key);
    const list = text === null ? null : (JSON.parse(text) as CachedList);
    return list?.version === version ? list : null;
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
