import { sql, type Kysely, type Transaction } from 'kysely';
import type { DB } from '../../infra/database/tables.ts';

/** Whether the database has players. */
export async function hasPlayers(db: Kysely<DB>): Promise<boolean> {
  return (await db.selectFrom('players').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Makes other processes that want to make the demo world wait until the end of this transaction. It may take longer than a web request's
 * statement.
 */
export async function lockDemoWorld(trx: Transaction<DB>): Promise<void> {
  await sql`select set_config('statement_timeout', '120s', true)`.execute(trx);
  await sql`select pg_advisory_xact_lock(hashtextextended('demo world', 0))`.execute(trx);
}

/** The ids of players by username. */
export async function listPlayerIds(db: Kysely<DB>): Promise<Map<string, string>> {
  const rows = await db.selectFrom('players').select(['username', 'id']).execute();
  return new Map(rows.map((row) => [row.username, row.id]));
}
