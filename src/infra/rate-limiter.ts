import { sql } from 'kysely';
import type { RateLimit } from '../shared/rate-limit.ts';
import { AppError } from '../shared/app-error.ts';
import type { Database } from './database/database.ts';

/** The count in the current window, and the seconds until the window ends. */
type RateLimitUsage = { used: number; seconds: number };

export type RateLimiter = {
  /** Adds one to the count of each key, in one statement. @returns the usage of each key, in the same order */
  increment(counts: readonly [RateLimit, string][]): Promise<RateLimitUsage[]>;
  /** Adds to the count, one unless `points` says how many. @throws AppError 'too-many-requests' if that exceeds the limit */
  consume(limit: RateLimit, key: string, points?: number): Promise<void>;
  /** Whether anything was counted for this key in the current window. */
  isCounted(limit: RateLimit, key: string): Promise<boolean>;
  /** Subtracts one from the count of each key. */
  decrement(counts: readonly [RateLimit, string][]): Promise<void>;
};

/**
 * Counts in fixed windows that all instances share and that survive restarts. A window starts with its first count.
 * Written by hand, in two statements: a sign-in checks three limits, and each round trip to the database delays everybody who waits for a
 * page meanwhile.
 * @param onExceeded called with the first count above a limit, so once in a window, in whichever instance
 */
export function createRateLimiter(db: Database, now: () => Date, onExceeded: (limit: RateLimit, key: string) => void): RateLimiter {
  const keyOf = ([limit, key]: readonly [RateLimit, string]) => `${limit.name}:${key}`;
  const add = async (counts: readonly (readonly [RateLimit, string])[], points: number): Promise<RateLimitUsage[]> => {
    const at = now().getTime();
    const rows = await addPoints(
      db,
      at,
      counts.map((count) => ({ key: keyOf(count), points, end: at + count[0].seconds * 1000 })),
    );
    const byKey = new Map(rows.map((row) => [row.key, row]));
    return counts.map((count) => {
      const row = byKey.get(keyOf(count));
      if (!row) throw new Error('a count was not written');
      const [limit, key] = count;
      if (row.points > limit.points && row.points - points <= limit.points) onExceeded(limit, key);
      // Somebody whose clock is a little ahead may have begun the window: nobody waits longer than a whole one.
      const seconds = Math.min(limit.seconds, Math.max(1, Math.ceil((row.expire - at) / 1000)));
      return { used: row.points, seconds };
    });
  };
  return {
    async consume(limit, key, points = 1) {
      const [tally] = await add([[limit, key]], points);
      if (tally && tally.used > limit.points) throw new AppError('too-many-requests');
    },
    increment: (counts) => add(counts, 1),
    async isCounted(limit, key) {
      const { rows } = await sql`
        select 1 from rate_limit_counters where key = ${keyOf([limit, key])} and points > 0 and expire > ${now().getTime()}`.execute(db);
      return rows.length > 0;
    },
    async decrement(counts) {
      if (counts.length === 0) return;
      const keys = counts.map(keyOf).toSorted();
      await sql`
        with locked as (select key, points from rate_limit_counters where key = any (${keys}::text[]) order by key for update),
        gone as (delete from rate_limit_counters c using locked where c.key = locked.key and locked.points <= 1)
        update rate_limit_counters c set points = c.points - 1 from locked where c.key = locked.key and locked.points > 1`.execute(db);
    },
  };
}

/**
 * Adds points to counters, and begins those anew whose window has ended.
 * @param at now, in milliseconds since 1970
 * @param rows one for each key; `end` is when a window that begins now ends
 * @returns of each key its points, and when its window ends
 */
export async function addPoints(
  db: Database,
  at: number,
  rows: readonly { key: string; points: number; end: number }[],
): Promise<{ key: string; points: number; expire: number }[]> {
  // Sorted, so that two statements that add to the same keys at once cannot deadlock.
  const sorted = rows.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const [keys, points, ends] = [sorted.map(({ key }) => key), sorted.map((row) => row.points), sorted.map(({ end }) => end)];
  const added = await sql<{ key: string; points: number; expire: number }>`
    insert into rate_limit_counters as c (key, points, expire)
    select key, points, expire from unnest(${keys}::text[], ${points}::int[], ${ends}::bigint[]) as asked (key, points, expire)
    on conflict (key) do update set
      points = case when c.expire <= ${at} then excluded.points else c.points + excluded.points end,
      expire = case when c.expire <= ${at} then excluded.expire else c.expire end
    returning key, points, expire`.execute(db);
  return added.rows;
}
