/** One kind of thing that may be done `points` times in a window of `seconds`. */
export type RateLimit = { name: string; points: number; seconds: number };
