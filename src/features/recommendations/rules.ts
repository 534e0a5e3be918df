/** Games per set of recommendations: enough for an evening, and few enough that the rest of a list can exclude them. */
export const RECOMMENDATIONS_MAX = 60;
/** Recommendations are created again after this long, in minutes. */
export const FRESH_MINUTES = 60;
/** Sets older than this are deleted: a list that was open this long starts again, in hours. */
export const RETENTION_HOURS = 24;

/** How much a favorite and a play count toward a player's taste. A rating counts as its stars minus 3. */
export const WEIGHTS = { favorite: 3, play: 1 } as const;
/** How many of a player's favorites and plays count, newest first. */
export const FAVORITES_CONSIDERED = 100;
export const PLAYS_CONSIDERED = 200;
/** Number of genres considered per player, and of games considered per genre, most played first. */
export const GENRES_CONSIDERED = 5;
export const GAMES_PER_GENRE = 40;
