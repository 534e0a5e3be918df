import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { SeedItem } from './schema.ts';

/** Storage paths of all items' pictures, by item. */
export async function listPicturePaths(db: Database): Promise<Map<string, { picture: string; thumb: string }>> {
  const rows = await db.selectFrom('items').select(['id', 'picture', 'thumb']).execute();
  return new Map(rows.map(({ id, ...pictures }) => [id, pictures]));
}

/** Inserts a seed item. Does nothing if the item already exists. */
export async function insertSeedItem(db: Database, item: SeedItem, paths: { picture: string; thumb: string }): Promise<void> {
  await sql`
    insert into items (id, name, category, creator, price, stock, is_behind, picture, thumb, position)
    values (${item.id}, ${item.name}, ${item.category}, ${item.creator}, ${item.price}, ${item.stock}, ${item.isBehind},
      ${paths.picture}, ${paths.thumb}, ${item.position})
    on conflict (id) do nothing`.execute(db);
}

/**
 * Replaces an item's picture.
 * @returns false if the old picture is not in place (any more)
 */
export async function updatePicture(db: Kysely<DB>, id: string, from: string, to: { picture: string; thumb: string }): Promise<boolean> {
  const done = await db.updateTable('items').set(to).where('id', '=', id).where('picture', '=', from).executeTakeFirst();
  return done.numUpdatedRows > 0n;
}
