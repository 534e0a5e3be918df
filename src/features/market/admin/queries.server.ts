import { sql, type Kysely, type Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';

export type EditedTable = 'items' | 'avatar_templates';

/** The ids of all rows. */
export async function listIds(db: Kysely<DB>, table: EditedTable): Promise<Set<string>> {
  return new Set((await db.selectFrom(table).select('id').execute()).map(({ id }) => id));
}

/** Locks a list for the rest of the transaction, so that concurrently added rows get distinct ids and positions. */
export async function lockList(trx: Transaction<DB>, table: EditedTable): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`added to ${table}`}, 0))`.execute(trx);
}

/** The position of the last row. */
export async function getLastPosition(db: Kysely<DB>, table: EditedTable): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select((each) => each.fn.max('position').as('position'))
    .executeTakeFirst();
  return row?.position ?? 0;
}
