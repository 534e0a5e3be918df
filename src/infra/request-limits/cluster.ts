import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { RateLimiterCluster, RateLimiterClusterMaster } from 'rate-limiter-flexible';
import type { RateLimit } from '../../shared/rate-limit.ts';
import { createInsuredLimits } from './insured.ts';
import { countRequest, memoizeLimiters, type RequestLimits } from './request-limits.ts';

/**
 * Counts the requests of all workers of this machine's `node:cluster` together, in the memory of the primary process, which has called
 * `serveClusterLimits`.
 */
export function createClusterLimits(log: Logger): RequestLimits {
  const limiterOf = memoizeLimiters(
    ({ name, points, seconds }) =>
      // With its numbers in its name: a worker with new settings does not count in the limiter that the primary made for older ones. It gives a
      // question up after 5 s, long after nobody waits for it.
      new RateLimiterCluster({ keyPrefix: `${name} ${points} ${seconds}`, points, duration: seconds }),
  );
  const counter = {
    name: 'the primary process',
    // Sending over a closed channel would be an 'error' event of the process.
    isReady: () => process.connected,
    count: async (limit: RateLimit, key: string) => countRequest(limiterOf(limit), limit, key),
    close: async () => {},
  };
  return createInsuredLimits(counter, log);
}

/**
 * Keeps the counts for all workers. The primary process calls it once, before it forks the first. Its messages on the workers' channels
 * have `channel: 'rate_limiter_flexible'`; whoever else listens there ignores these.
 */
export function serveClusterLimits(): void {
  // An answer to a worker that has just ended is an 'error' event of that worker, which without a listener would end the primary.
  cluster.on('fork', (worker) => worker.on('error', () => {}));
  void new RateLimiterClusterMaster();
}
