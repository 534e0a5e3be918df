import { sql, type Transaction } from 'kysely';
import { LOCK_NUMBERS } from './lock-numbers.ts';
import type { DB } from './tables.ts';

/**
 * Takes the catalogue lock for the transaction. Call it first in any transaction that writes games: the triggers of `games` take the same
 * lock, and taking it before any row lock prevents deadlocks. Waiting for it, and the work under it, may take longer than a page may.
 */
export async function lockCatalogue(trx: Transaction<DB>): Promise<void> {
  await sql`set local statement_timeout = '10min'`.execute(trx);
  await sql`select pg_advisory_xact_lock(${LOCK_NUMBERS.catalogue})`.execute(trx);
}
