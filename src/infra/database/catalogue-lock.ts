import { sql, type Transaction } from 'kysely';
import type { DB } from './tables.ts';

/**
 * Who writes games takes this first, for the transaction: the triggers of `games` take the same lock, and taken
 * before any row it cannot deadlock. Waiting for it, and what is done under it, may take longer than a page may.
 */
export async function lockCatalogue(trx: Transaction<DB>): Promise<void> {
  await sql`set local statement_timeout = '10min'`.execute(trx);
  await sql`select pg_advisory_xact_lock(70413)`.execute(trx);
}
