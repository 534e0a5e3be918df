/** A rate limit: `points` actions in a window of `seconds`. */
export type RateLimit = {
  name: string;
  points: number;
  seconds: number;
  /**
   * The security log gets no general event when it is exceeded: who counts writes a more exact one, or none where the log must not say whom it
   * concerns.
   */
  hasOwnEvent?: boolean;
};
