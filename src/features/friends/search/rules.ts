import type { RateLimit } from '../../../shared/rate-limit.ts';

const DAY_SECONDS = 86_400;

/** Searches per minute. */
export const SEARCHES_PER_MINUTE: RateLimit = { name: 'friend-searches', points: 40, seconds: 60 };
/** Searches by name per day of a new player: enough for a class, too few to go through all names with accounts that are thrown away. */
export const NEW_PLAYER_SEARCHES_PER_DAY: RateLimit = { name: 'friend-searches-new', points: 50, seconds: DAY_SECONDS };
/** The same search again, as when the page is loaded again after a request, does not count a second time. Its key names the search. */
export const SAME_SEARCH: RateLimit = { name: 'friend-search-again', points: 1, seconds: DAY_SECONDS };
const NEW_PLAYER_DAYS = 7;
/** Players that a search shows (spec 2, section 7). */
export const SEARCH_RESULTS_MAX = 10;

/** Whether a player is in the first week after they joined. */
export function isNewPlayer(joined: Date, now: Date): boolean {
  return now.getTime() - joined.getTime() < NEW_PLAYER_DAYS * DAY_SECONDS * 1000;
}
