/** Intervals and timeouts of live connections, in milliseconds. All differ, so that a test can let one of them pass. */
export const TIMES = {
  /** Interval of pings: long enough for metered data, since each costs three packets. */
  heartbeatMs: 65_000,
  /** A connection that does not answer a ping within this time is terminated: its phone is dead, or out of reach. */
  pongMs: 25_000,
  /** Between the pings of one group of connections and those of the next. */
  nextGroupMs: 250,
  /** Interval of the checks of all sessions, in case a message about the end of one was lost. */
  sessionCheckMs: 20_000,
  /** Interval of the look at what guardians decided, in case a message about it was lost: it counts everywhere within 10 seconds. */
  decisionsMs: 6_000,
  /** Gaps of the bus within this time are sent as one event. */
  gapMs: 2_000,
  /** Interval at which the online players are written to the database. */
  presenceMs: 30_000,
  /** A player without connections for this long is offline. */
  offlineDelayMs: 5_000,
  /** Timeout of a handshake. */
  handshakeMs: 10_000,
  /** A handshake that waits for its turn for this long is refused: its tab tries again. */
  turnMs: 15_000,
  /** Unread notifications that could not be counted are counted once more after this time. */
  recountMs: 3_000,
  /** A connection that does not answer a close within this time is terminated. */
  closeMs: 1_000,
};

/** Starts a timeout or an interval of `ms` milliseconds; each returns a function that clears it. */
export type Timers = Record<'after' | 'every', (ms: number, run: () => void) => () => void>;

/** Real timers. They do not keep the process running. */
export const PROCESS_TIMERS: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
  every(ms, run) {
    const timer = setInterval(run, ms).unref();
    return () => clearInterval(timer);
  },
};
