import type { Kysely, Selectable, Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';

export type PackRow = Selectable<DB['packs']>;

/** The packs in display order. */
export async function listPackRows(db: Kysely<DB>): Promise<PackRow[]> {
  return db.selectFrom('packs').selectAll().orderBy('position').execute();
}

/** One pack, locked until the commit. */
export async function lockPack(trx: Transaction<DB>, id: string): Promise<PackRow | undefined> {
  return trx.selectFrom('packs').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Changes a locked pack's prices. */
export async function updatePackPrices(
  trx: Transaction<DB>,
  id: string,
  prices: Pick<PackRow, 'price_kes_minor' | 'price_usd_minor'>,
): Promise<void> {
  await trx.updateTable('packs').set(prices).where('id', '=', id).execute();
}
