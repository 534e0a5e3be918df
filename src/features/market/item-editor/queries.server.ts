import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { RowCursor } from '../admin/rules.ts';
import type { Category } from '../schema.ts';

export type ItemRow = Omit<Selectable<DB['items']>, 'category' | 'created_at'> & { category: Category };
/** The columns that a form can change. */
export type ItemColumns = Omit<ItemRow, 'id' | 'sold' | 'category'>;

const ITEM_COLUMNS = [
  'id',
  'name',
  'category',
  'creator',
  'price',
  'stock',
  'sold',
  'is_listed',
  'is_behind',
  'picture',
  'thumb',
  'position',
] as const;

/**
 * All items in display order, on offer or not.
 * @param after the last one shown
 */
export async function listItems(db: Database, limit: number, after: RowCursor): Promise<ItemRow[]> {
  let query = db.selectFrom('items').select(ITEM_COLUMNS).orderBy('position').orderBy('id').limit(limit);
  if (after) query = query.where(sql<boolean>`(position, id) > (${after.position}, ${after.id})`);
  return query.execute();
}

/** One item. */
export async function findItem(db: Kysely<DB>, id: string): Promise<ItemRow | undefined> {
  return db.selectFrom('items').select(ITEM_COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** One item, locked until the commit. */
export async function lockItem(trx: Transaction<DB>, id: string): Promise<ItemRow | undefined> {
  return trx.selectFrom('items').select(ITEM_COLUMNS).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Inserts an item. */
export async function insertItem(trx: Transaction<DB>, row: ItemRow): Promise<void> {
  await trx.insertInto('items').values(row).execute();
}

/** Updates a locked item. */
export async function updateItem(trx: Transaction<DB>, id: string, set: ItemColumns): Promise<void> {
  await trx.updateTable('items').set(set).where('id', '=', id).execute();
}
