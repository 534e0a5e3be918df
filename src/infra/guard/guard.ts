import { CompiledQuery } from 'kysely';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limit } from '../../shared/limit.ts';
import type { Database } from '../database/database.ts';

export type Guard = {
  /** Counts one. @returns seconds to wait when that was too many, else 0. */
  count(limit: Limit, key: string): Promise<number>;
  /** Counts one. @returns how many that makes in the window that runs, and seconds to its end. */
  tally(limit: Limit, key: string): Promise<{ used: number; seconds: number }>;
  /** Takes one count back. */
  giveBack(limit: Limit, key: string): Promise<void>;
  forget(limit: Limit, key: string): Promise<void>;
};

/** Counters that all instances share, in the database; they are kept when this process ends. */
export function createGuard(db: Database): Guard {
  // The library asks for a client as the driver has it.
  const client = {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
      return { rows, rowCount: rows.length };
    },
  };
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterOf = ({ name, points, seconds }: Limit) => {
    const made =
      limiters.get(name) ??
      new RateLimiterPostgres({
        storeClient: client,
        storeType: 'client',
        tableName: 'guard_counts',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points,
        duration: seconds,
      });
    limiters.set(name, made);
    return made;
  };
  return {
    async count(limit, key) {
      const { used, seconds } = await this.tally(limit, key);
      return used > limit.points ? seconds : 0;
    },
    async tally(limit, key) {
      const state = await limiterOf(limit)
        .consume(key)
        .catch((refused: unknown) => {
          if (refused instanceof RateLimiterRes) return refused;
          throw refused;
        });
      return { used: state.consumedPoints, seconds: Math.max(1, Math.ceil(state.msBeforeNext / 1000)) };
    },
    async giveBack(limit, key) {
      const { consumedPoints } = await limiterOf(limit).reward(key);
      if (consumedPoints <= 0) await limiterOf(limit).delete(key);
    },
    async forget(limit, key) {
      await limiterOf(limit).delete(key);
    },
  };
}
