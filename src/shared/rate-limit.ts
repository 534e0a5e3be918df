/** A rate limit: `points` actions in a window of `seconds`. */
export type RateLimit = { name: string; points: number; seconds: number };
