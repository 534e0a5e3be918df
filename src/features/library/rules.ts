/** Number of recently played games on the home page, and of history entries read to find them (spec 1, section 9). */
export const RECENT_SHOWN = 6;
export const RECENT_ENTRIES_READ = 12;
/** Minimum play time before a player may rate a game, in seconds. */
export const MIN_SECONDS_TO_RATE = 60;
export const FAVORITES_PAGE_SIZE = 12;
export const HISTORY_PAGE_SIZE = 30;
/** Number of online friends shown beside the profile. */
export const ONLINE_FRIENDS_SHOWN = 6;
/** Maximum number of favorites per player, so that every list is bounded. */
export const FAVORITES_MAX = 1000;

/** The latest play of each game, at most `limit` games, from entries that are sorted newest first (spec 1, section 7). */
export function latestPerGame<E extends { gameId: string }>(entries: readonly E[], limit: number): E[] {
  const seen = new Set<string>();
  return entries.filter((entry) => !seen.has(entry.gameId) && seen.add(entry.gameId)).slice(0, limit);
}
