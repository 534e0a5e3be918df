import { RateLimiterMemory } from 'rate-limiter-flexible';
import { countRequest, memoizeLimiters, type RequestLimits } from './request-limits.ts';

/** Counts the requests of this process alone. */
export function createMemoryLimits(): RequestLimits {
  const limiterOf = memoizeLimiters(({ name, points, seconds }) => new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }));
  return {
    consume: (limit, key) => countRequest(limiterOf(limit), limit, key),
    close: async () => {},
  };
}
