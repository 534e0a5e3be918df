/** A rate limit: `points` actions in a window of `seconds`. */
export type RateLimit = {
  name: string;
  points: number;
  seconds: number;
  /** Who counts writes an event of its own into the security log when it is exceeded. */
  hasOwnEvent?: boolean;
};
