import { readStorage, writeStorage } from '../../../../web/storage.ts';
import type { GameCard } from '../schema.ts';

/** What is kept of a list: its games, where it goes on, and how far down it was (px). */
export type CachedList = { games: GameCard[]; next: string | null; y?: number };

/** Bounds: a list longer than this is not kept, and only the newest few are. */
const GAMES_MAX = 300;
const LISTS_MAX = 3;

/** The list as it was at this place of the history, if it is still kept. */
export function readCachedList(key: string): CachedList | null {
  try {
    const text = readStorage('lists', key);
    return text === null ? null : (JSON.parse(text) as CachedList);
  } catch {
    return null;
  }
}

/** Keeps the list for this place of the history, in this tab, for who agreed to it; else the list begins anew, which is no harm. */
export function writeCachedList(key: string, list: CachedList): void {
  if (list.games.length > GAMES_MAX) return;
  const keys = (readStorage('lists') ?? '').split(' ').filter((oldKey) => oldKey !== '' && oldKey !== key);
  keys.push(key);
  while (keys.length > LISTS_MAX) writeStorage('lists', null, keys.shift());
  writeStorage('lists', keys.join(' '));
  writeStorage('lists', JSON.stringify(list), key);
}
