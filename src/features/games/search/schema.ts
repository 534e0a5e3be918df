/** A search needs this many characters after trimming (spec 1, section 5). */
export const QUERY_MIN = 2;
/** Longer texts are cut to this many characters. */
export const QUERY_MAX = 80;
/** At most this many results (spec 1, section 9). */
export const RESULTS_MAX = 20;

/** One line of the search dropdown. */
export type SearchHit = { id: string; title: string; developer: string; cover: string | null };

export type SearchResults = { query: string; games: SearchHit[] };
