/** Games picked for a player at a time: enough for an evening, and few enough that the rest of a list can leave them out. */
export const RECOMMENDATIONS_MAX = 60;
/** Picks are made anew after this long, in minutes. */
export const FRESH_MINUTES = 60;
/** A list that is open this long begins anew, in hours. */
export const RETENTION_HOURS = 24;

/** What says more about a taste: keeping a game, or opening it. Stars count as stars above 3. */
export const WEIGHTS = { favorite: 3, play: 1 } as const;
/** How much of a player's past counts, the latest first. */
export const FAVORITES_CONSIDERED = 100;
export const PLAYS_CONSIDERED = 200;
/** Genres a taste consists of, and games looked at in each, the most played first. */
export const GENRES_CONSIDERED = 5;
export const GAMES_PER_GENRE = 40;
