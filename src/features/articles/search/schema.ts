// Separate from the other schemas: the browser needs this constant, and would otherwise load zod with it.

/** Queries are cut to this many characters; more do not improve the results. */
export const QUERY_MAX = 100;
