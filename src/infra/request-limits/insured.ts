import type { Logger } from 'pino';
import type { RateLimit } from '../../shared/rate-limit.ts';
import { createMemoryLimits } from './memory.ts';
import type { RequestCount, RequestLimits } from './request-limits.ts';

/** How long a request waits for the shared counter, in milliseconds. */
const COUNTER_TIMEOUT_MS = 250;
/** A counter that failed is asked again this much later, by one request; all others are counted here meanwhile. */
const RETRY_MS = 1_000;

type SharedCounter = {
  /** What the log calls it, such as 'redis'. */
  name: string;
  /** Whether asking makes sense at all: false while it is known to be away. */
  isReady(): boolean;
  /** @throws if it cannot count */
  count(limit: RateLimit, key: string): Promise<RequestCount>;
  close(): Promise<void>;
};

/**
 * Counts with the other processes in one place. While that is away this process counts by itself, from 0 on: nobody is refused because of
 * it, and nobody gets more than the limit from any one process.
 * @param log gets one line when the counter goes away, and one when it is back
 */
export function createInsuredLimits({ name, isReady, count, close }: SharedCounter, log: Logger): RequestLimits {
  const insurance = createMemoryLimits();
  let isAway = false;
  let retryAt = Number.NEGATIVE_INFINITY;

  function noteFailure(error: unknown): void {
    retryAt = performance.now() + RETRY_MS;
    if (!isAway) log.error({ err: error }, `each process counts requests by itself: ${name} does not answer`);
    isAway = true;
  }

  function noteAnswer(): void {
    retryAt = Number.NEGATIVE_INFINITY;
    log.warn(`the processes count requests together again: ${name} is back`);
    isAway = false;
  }

  /** How this request asks it, if it does. While it is away, one does now and then, to see whether it is back. */
  function chooseQuestion(): 'no' | 'yes' | 'probe' {
    if (!isReady()) return 'no';
    if (!isAway) return 'yes';
    const now = performance.now();
    if (now < retryAt) return 'no';
    retryAt = now + RETRY_MS;
    return 'probe';
  }

  return {
    async consume(limit, key) {
      const question = chooseQuestion();
      if (question === 'no') return insurance.consume(limit, key);
      try {
        const counted = await withTimeout(count(limit, key));
        // An answer to a question from before it went away, which was slow as well, does not mean that it is back.
        if (question === 'probe') noteAnswer();
        return counted;
      } catch (error) {
        noteFailure(error);
        return insurance.consume(limit, key);
      }
    },
    close,
  };
}

async function withTimeout<T>(promise: Promise<T>): Promise<T> {
  let timeout: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new Error(`no answer within ${COUNTER_TIMEOUT_MS} ms`));
    // What has arrived is read before: a process that was busy itself finds the answer only afterwards.
    timeout = setTimeout(() => setImmediate(giveUp), COUNTER_TIMEOUT_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timeout);
  }
}
