// Apart from the schemas: the browser needs the figure, and would load zod with it.

/** What is read of a search; more does not find better. */
export const QUERY_MAX = 100;
