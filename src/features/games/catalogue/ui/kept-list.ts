import type { GameCard } from '../schema.ts';

/** What is kept of a list: its games, where it goes on, and how far down it was (px). */
export type Kept = { games: GameCard[]; next: string | null; y?: number };

const PREFIX = 'kiddo-list:';
/** Bounds: a list longer than this is not kept, and only the newest few are. */
const GAMES_MAX = 300;
const LISTS_MAX = 3;

/** The list as it was at this place of the history, if it is still kept. */
export function readKept(key: string): Kept | null {
  try {
    const text = sessionStorage.getItem(PREFIX + key);
    return text === null ? null : (JSON.parse(text) as Kept);
  } catch {
    return null;
  }
}

/** Keeps the list for this place of the history, in this tab. */
export function writeKept(key: string, kept: Kept): void {
  if (kept.games.length > GAMES_MAX) return;
  try {
    const name = PREFIX + key;
    const order = (sessionStorage.getItem(PREFIX) ?? '').split(' ').filter((old) => old !== '' && old !== name);
    order.push(name);
    while (order.length > LISTS_MAX) sessionStorage.removeItem(order.shift() ?? '');
    sessionStorage.setItem(PREFIX, order.join(' '));
    sessionStorage.setItem(name, JSON.stringify(kept));
  } catch {
    // A full or closed store: the list then begins anew, which is no harm.
  }
}
