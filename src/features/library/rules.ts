/** Games that the home page shows as recently played, and entries read to find them (spec 1, section 9). */
export const RECENT_SHOWN = 6;
export const RECENT_ENTRIES_READ = 12;
/** Opened again within this time a game is the same entry of the history, in minutes (spec 1, section 9). */
export const HISTORY_MERGE_MINUTES = 60;
/** Who rates a game has been in it this long, in seconds. */
export const MIN_SECONDS_TO_RATE = 60;
export const FAVORITES_PAGE_SIZE = 12;
export const HISTORY_PAGE_SIZE = 30;
/** Friends who are here now, beside the profile. */
export const ONLINE_FRIENDS_SHOWN = 6;
/** Favorites one player can have: more would be no favorites, and every list has an end. */
export const FAVORITES_MAX = 1000;

/** The latest play of each game, the first `shown` of them, from entries that are newest first (spec 1, section 7). */
export function latestPerGame<E extends { gameId: string }>(entries: readonly E[], limit: number): E[] {
  const seen = new Set<string>();
  return entries.filter((entry) => !seen.has(entry.gameId) && seen.add(entry.gameId)).slice(0, limit);
}
