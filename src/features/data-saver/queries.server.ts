import type { Kysely, Transaction } from 'kysely';
import type { DB } from '../../infra/database/tables.ts';

/** The price of a megabyte, in thousandths of a shilling. */
export async function findDataPrice(db: Kysely<DB>): Promise<number> {
  return (await db.selectFrom('settings').select('value').where('name', '=', 'data-price').executeTakeFirstOrThrow()).value;
}

/** The same, locked until the commit. */
export async function lockDataPrice(trx: Transaction<DB>): Promise<number> {
  const row = await trx.selectFrom('settings').select('value').where('name', '=', 'data-price').forUpdate().executeTakeFirstOrThrow();
  return row.value;
}

/** Changes the price of a megabyte, in thousandths of a shilling. */
export async function updateDataPrice(trx: Transaction<DB>, price: number, now: Date): Promise<void> {
  await trx.updateTable('settings').set({ value: price, changed_at: now }).where('name', '=', 'data-price').execute();
}
