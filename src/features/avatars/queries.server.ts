import { sql, type Kysely } from 'kysely';
import type { DB } from '../../infra/database/tables.ts';
import type { WearCategory } from './schema.ts';

/** Locks a player's row until the commit, before anything else of theirs. */
export async function lockPlayer(trx: Kysely<DB>, playerId: string): Promise<void> {
  await sql`select 1 from players where id = ${playerId} for no key update`.execute(trx);
}

export type TemplateRow = { id: string; name: string; style: string; picture: string; is_premium: boolean };

/** The listed templates in their order, plus the worn one even if it is no longer listed. */
export async function listTemplates(db: Kysely<DB>, wornTemplateId: string | null, limit: number): Promise<TemplateRow[]> {
  return db
    .selectFrom('avatar_templates')
    .select(['id', 'name', 'style', 'picture', 'is_premium'])
    .where((where) => where.or([where('is_listed', '=', true), where('id', '=', wornTemplateId)]))
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** A template by its id. */
export async function findTemplate(
  db: Kysely<DB>,
  id: string,
): Promise<{ id: string; is_premium: boolean; is_listed: boolean } | undefined> {
  return db.selectFrom('avatar_templates').select(['id', 'is_premium', 'is_listed']).where('id', '=', id).executeTakeFirst();
}

export type UploadRow = {
  id: string;
  player_id: string;
  picture: string;
  state: 'waiting' | 'approved' | 'refused' | 'deleted';
  created_at: Date;
};

/** A player's uploads that are stored or were the last to be refused, newest first: never more than a few. */
export async function listUploads(db: Kysely<DB>, playerId: string): Promise<UploadRow[]> {
  return db
    .selectFrom('avatar_uploads')
    .select(['id', 'player_id', 'picture', 'state', 'created_at'])
    .where('player_id', '=', playerId)
    .where('state', '<>', 'deleted')
    .orderBy('id', 'desc')
    .limit(10)
    .execute();
}

/** One uploaded picture, of any player. */
export async function findUpload(db: Kysely<DB>, id: string): Promise<UploadRow | undefined> {
  return db
    .selectFrom('avatar_uploads')
    .select(['id', 'player_id', 'picture', 'state', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Inserts a picture that waits for review. */
export async function insertUpload(trx: Kysely<DB>, one: { id: string; playerId: string; picture: string; at: Date }): Promise<void> {
  await trx
    .insertInto('avatar_uploads')
    .values({ id: one.id, player_id: one.playerId, picture: one.picture, created_at: one.at })
    .execute();
}

/**
 * Changes the state of one picture, or of a player's pictures (optionally except one), if they are in one of the given states.
 * @returns the changed rows
 */
export async function updateUploadStates(
  trx: Kysely<DB>,
  which: { playerId: string; exceptId?: string } | { id: string },
  from: UploadRow['state'][],
  to: 'approved' | 'refused' | 'deleted',
  at: Date,
): Promise<{ id: string; player_id: string; picture: string; created_at: Date }[]> {
  let update = trx.updateTable('avatar_uploads').set({ state: to, decided_at: at }).where('state', 'in', from);
  if ('id' in which) update = update.where('id', '=', which.id);
  else {
    update = update.where('player_id', '=', which.playerId);
    if (which.exceptId !== undefined) update = update.where('id', '<>', which.exceptId);
  }
  return update.returning(['id', 'player_id', 'picture', 'created_at']).execute();
}

export type OwnedItemRow = { id: string; name: string; picture: string; category: WearCategory; isBehind: boolean; isWorn: boolean };

/** The items that a player owns, the worn ones first, then the newest. */
export async function listOwnedItems(db: Kysely<DB>, playerId: string, limit: number): Promise<OwnedItemRow[]> {
  const { rows } = await sql<OwnedItemRow>`
    select i.id, i.name, i.picture, i.category, i.is_behind as "isBehind", m.is_worn as "isWorn"
    from inventory m join items i on i.id = m.item_id
    where m.player_id = ${playerId} order by m.is_worn desc, m.bought_at desc, i.id limit ${limit}`.execute(db);
  return rows;
}

/** An item that the player owns or that is on offer, for trying it on. */
export async function findItemToTry(
  db: Kysely<DB>,
  playerId: string,
  itemId: string,
): Promise<Pick<OwnedItemRow, 'id' | 'picture' | 'category' | 'isBehind'> | undefined> {
  const { rows } = await sql<Pick<OwnedItemRow, 'id' | 'picture' | 'category' | 'isBehind'>>`
    select id, picture, category, is_behind as "isBehind" from items
    where id = ${itemId} and (is_listed or exists (select 1 from inventory where player_id = ${playerId} and item_id = ${itemId}))`.execute(
    db,
  );
  return rows[0];
}

/**
 * Puts on an item of a category, or takes off what is worn in it.
 * @param itemId null to wear nothing
 * @returns false if the player does not own such an item
 */
export async function wearOnly(trx: Kysely<DB>, playerId: string, category: WearCategory, itemId: string | null): Promise<boolean> {
  // Two statements: the unique index allows one worn item of a category at any moment.
  await sql`
    update inventory set is_worn = false
    where player_id = ${playerId} and category = ${category} and is_worn and item_id is distinct from ${itemId}`.execute(trx);
  if (itemId === null) return true;
  const { rows } = await sql`
    update inventory set is_worn = true
    where player_id = ${playerId} and category = ${category} and item_id = ${itemId} returning item_id`.execute(trx);
  return rows.length > 0;
}
