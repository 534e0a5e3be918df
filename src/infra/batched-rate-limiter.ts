import { LRUCache } from 'lru-cache';
import type { RateLimit } from '../shared/rate-limit.ts';
import type { Database } from './database/database.ts';
import { addPoints } from './rate-limiter.ts';

/** Counts are brought together this often, in milliseconds. */
const SHARE_INTERVAL_MS = 1_000;
/** A key is shared once this process alone has counted this part of its limit: ordinary visitors cost the database nothing. */
const SHARED_FROM = 1 / 20;
/** How many keys are counted at once; the least recently used is forgotten first. */
const KEYS_MAX = 100_000;

type Count = {
  limit: RateLimit;
  key: string;
  /** When the window ends, in milliseconds since 1970. */
  end: number;
  /** What this process counted in the window, and how much of that is not shared yet. */
  own: number;
  pending: number;
  /** What all processes had counted when this one last asked. */
  shared: number;
  wasExceeded: boolean;
};

export type BatchedRateLimiter = {
  /** Adds one to the count, unless that exceeds the limit. @returns seconds until the window ends if it does, 0 otherwise */
  consume(limit: RateLimit, key: string): number;
};

type Options = {
  db: Database;
  now: () => Date;
  /** How a key is stored: what it says about somebody must not be readable there. */
  toStoredKey(key: string): string;
  /** Called with the first count above a limit in a window, by each process that refuses something. */
  onExceeded(limit: RateLimit, key: string): void;
  onError(error: unknown): void;
};

/**
 * Counts what is far too frequent for a statement each, such as pages: in memory, and once a second together with the other processes in
 * the database. All together they let through the limit, what arrives within that second, and at most SHARED_FROM of the limit for each
 * process that has counted less than that: it neither shares nor asks. Without the database each counts by itself, and shares that once the
 * database is back. Windows are the same for all processes, by the clock.
 */
export function createBatchedRateLimiter({ db, now, toStoredKey, onExceeded, onError }: Options): BatchedRateLimiter {
  const counts = new LRUCache<string, Count>({ max: KEYS_MAX });
  const toShare = new Set<Count>();
  let isSharing = false;
  let lastSharedAt = Number.NEGATIVE_INFINITY;

  async function share(at: number): Promise<void> {
    lastSharedAt = at;
    isSharing = true;
    const batch = [...toShare].filter(({ end, pending }) => end > at && pending > 0).map((count) => ({ count, amount: count.pending }));
    toShare.clear();
    try {
      await addToDatabase(db, at, batch, toStoredKey);
    } catch (error) {
      // A count at its limit is not added again by what is refused.
      for (const { count } of batch) toShare.add(count);
      onError(error);
    } finally {
      isSharing = false;
    }
  }

  return {
    consume(limit, key) {
      const at = now().getTime();
      const id = `${limit.name}:${key}`;
      let count = counts.get(id);
      if (!count || at >= count.end) {
        const length = limit.seconds * 1000;
        count = { limit, key, end: (Math.floor(at / length) + 1) * length, own: 0, pending: 0, shared: 0, wasExceeded: false };
        counts.set(id, count);
      }
      const isExceeded = count.shared + count.pending >= limit.points;
      if (!isExceeded) {
        count.own++;
        count.pending++;
        if (count.own >= limit.points * SHARED_FROM) toShare.add(count);
      } else if (!count.wasExceeded) {
        count.wasExceeded = true;
        onExceeded(limit, key);
      }
      if (toShare.size > 0 && !isSharing && at - lastSharedAt >= SHARE_INTERVAL_MS) void share(at);
      return isExceeded ? Math.max(1, Math.ceil((count.end - at) / 1000)) : 0;
    },
  };
}

/** Adds the amounts to what all processes counted, and reads the sums. */
async function addToDatabase(
  db: Database,
  at: number,
  batch: { count: Count; amount: number }[],
  toStoredKey: (key: string) => string,
): Promise<void> {
  if (batch.length === 0) return;
  const byKey = new Map(batch.map((one) => [`${one.count.limit.name}:${toStoredKey(one.count.key)}`, one]));
  const rows = [...byKey].map(([key, { count, amount }]) => ({ key, points: amount, end: count.end }));
  for (const { key, points } of await addPoints(db, at, rows)) {
    const one = byKey.get(key);
    if (!one) continue;
    one.count.shared = points;
    one.count.pending -= one.amount;
  }
}
