import { readStorage, writeStorage } from '../../../../web/storage.ts';
import type { GameCard } from '../schema.ts';

/** What is kept of a list: its games, where it goes on, and how far down it was (px). */
export type Kept = { games: GameCard[]; next: string | null; y?: number };

/** Bounds: a list longer than this is not kept, and only the newest few are. */
const GAMES_MAX = 300;
const LISTS_MAX = 3;

/** The list as it was at this place of the history, if it is still kept. */
export function readKept(key: string): Kept | null {
  try {
    const text = readStorage('lists', key);
    return text === null ? null : (JSON.parse(text) as Kept);
  } catch {
    return null;
  }
}

/** Keeps the list for this place of the history, in this tab, for who agreed to it; else the list begins anew, which is no harm. */
export function writeKept(key: string, kept: Kept): void {
  if (kept.games.length > GAMES_MAX) return;
  const order = (readStorage('lists') ?? '').split(' ').filter((old) => old !== '' && old !== key);
  order.push(key);
  while (order.length > LISTS_MAX) writeStorage('lists', null, order.shift());
  writeStorage('lists', order.join(' '));
  writeStorage('lists', JSON.stringify(kept), key);
}
