import type { Logger } from 'pino';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { createClient } from 'redis';
import type { RateLimit } from '../../shared/rate-limit.ts';
import { toStoredKey } from '../counter-key.ts';
import { getConnectionOptions } from '../redis-connection.ts';
import { createInsuredLimits } from './insured.ts';
import { countRequest, memoizeLimiters, type RequestLimits } from './request-limits.ts';

/** What the keys begin with, for whoever shares a Redis; the name of the limit follows. */
const KEY_PREFIX = 'kiddo:limit';
/** More than this many unanswered counts, and further ones are counted in this process. */
const QUEUED_COMMANDS_MAX = 10_000;

/**
 * Counts the requests of all processes together, in Redis or Valkey. Each key expires with its window. What is above the limit is counted
 * no more until then, and asks nobody.
 * @param secret hashes what says who somebody is, such as IP addresses
 */
export function createRedisLimits(url: string, secret: string, log: Logger): RequestLimits {
  const client = createClient({ ...getConnectionOptions(url), disableOfflineQueue: true, commandsQueueMaxLength: QUEUED_COMMANDS_MAX });
  // A counter that cannot be reached is logged when it is asked. Without a listener the event would end the process.
  let lastError: unknown = null;
  client.on('error', (error: unknown) => (lastError = error));
  const connected = client.connect().catch((error: unknown) => (lastError = error));
  const limiterOf = memoizeLimiters(
    ({ name, points, seconds }) =>
      new RateLimiterRedis({
        storeClient: client,
        useRedisPackage: true,
        keyPrefix: `${KEY_PREFIX}:${name}`,
        points,
        duration: seconds,
        inMemoryBlockOnConsumed: points + 1,
      }),
  );
  const counter = {
    name: 'redis',
    // A first connection takes a moment; only one that failed is away.
    isReady: () => client.isReady || lastError !== null,
    count: async (limit: RateLimit, key: string) => {
      if (!client.isReady) throw lastError;
      return countRequest(limiterOf(limit), limit, toStoredKey(secret, 'request', key));
    },
    async close() {
      client.destroy();
      await connected;
    },
  };
  return createInsuredLimits(counter, log);
}
