import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../src/infra/database/database.ts';

/** How many statements of this database wait for a lock. Not for use inside a transaction, where the statistics stay as they were. */
export async function countLockWaits(db: Database): Promise<number> {
  const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await waits.execute(db)).rows.length;
}

/** Waits until so many statements of this database wait for a lock. */
export async function waitForLocks(db: Database, count: number): Promise<void> {
  await expect.poll(() => countLockWaits(db)).toBe(count);
}
