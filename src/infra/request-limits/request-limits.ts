import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { RateLimit } from '../../shared/rate-limit.ts';

/** What one more request led to, in the window that began with the key's first request. */
export type RequestCount = {
  isExceeded: boolean;
  /** Whether it was the first above the limit: true once in a window, in one of the processes that count together. */
  isFirstAbove: boolean;
  /** Requests that are left. */
  remaining: number;
  /** Seconds until the window ends; at least 1. */
  seconds: number;
};

/** Counts requests in fixed windows, exactly: together with the other processes, if there are any. */
export type RequestLimits = {
  /** Adds one to the count. Never throws, and waits a fraction of a second at most. */
  consume(limit: RateLimit, key: string): Promise<RequestCount>;
  close(): Promise<void>;
};

/** The limiter of each limit, made when it is first used. */
export function memoizeLimiters(make: (limit: RateLimit) => RateLimiterAbstract): (limit: RateLimit) => RateLimiterAbstract {
  const limiters = new Map<string, RateLimiterAbstract>();
  return (limit) => {
    const limiter = limiters.get(limit.name) ?? make(limit);
    limiters.set(limit.name, limiter);
    return limiter;
  };
}

/** Counts one request. @throws what went wrong with the counter; that the limit is exceeded is no error */
export async function countRequest(limiter: RateLimiterAbstract, limit: RateLimit, key: string): Promise<RequestCount> {
  const { isExceeded, result } = await limiter.consume(key).then(
    (passed) => ({ isExceeded: false, result: passed }),
    (refused: unknown) => {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return { isExceeded: true, result: refused };
    },
  );
  return {
    isExceeded,
    isFirstAbove: result.consumedPoints === limit.points + 1,
    remaining: Math.max(0, result.remainingPoints),
    seconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
  };
}
