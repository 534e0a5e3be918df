import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { Category } from '../../market/schema.ts';

/** A player's avatar choices; `style` is null when the player never chose anything. */
export type AvatarRow = {
  style: 'default' | 'template' | 'custom' | null;
  template_id: string | null;
  template_picture: string | null;
  upload_id: string | null;
  /** Set only if the upload was approved. */
  upload_picture: string | null;
  skin: string | null;
  /** When the player made this choice. */
  updated_at: Date | null;
  render_id: string | null;
  avatar_url: string | null;
};

/**
 * A player's avatar choices; undefined if the player does not exist.
 * @param forUpdate inside a transaction: locks the player's row, so that nobody else changes the avatar until the transaction ends
 */
export async function findAvatar(db: Kysely<DB>, playerId: string, forUpdate = false): Promise<AvatarRow | undefined> {
  if (forUpdate) await sql`select 1 from players where id = ${playerId} for no key update`.execute(db);
  const { rows } = await sql<AvatarRow>`
    select a.style, a.template_id, t.picture as template_picture, a.upload_id,
      case when u.state = 'approved' then u.picture end as upload_picture, a.skin, a.updated_at, a.render_id, p.avatar_url
    from players p
      left join avatars a on a.player_id = p.id
      left join avatar_templates t on t.id = a.template_id
      left join avatar_uploads u on u.id = a.upload_id
    where p.id = ${playerId}`.execute(db);
  return rows[0];
}

/** Saves the player's choice of head and skin. */
export async function saveAvatarChoice(
  trx: Kysely<DB>,
  playerId: string,
  head: { style: 'default' | 'template' | 'custom'; template_id: string | null; upload_id: string | null; skin: string },
  at: Date,
): Promise<void> {
  const chosen = { ...head, updated_at: at };
  await trx
    .insertInto('avatars')
    .values({ player_id: playerId, ...chosen })
    .onConflict((conflict) => conflict.column('player_id').doUpdateSet(chosen))
    .execute();
}

/** Records which drawing shows a player, and its public URL. */
export async function saveDrawing(
  trx: Kysely<DB>,
  playerId: string,
  drawing: string | null,
  avatarUrl: string | null,
  skin: string,
): Promise<void> {
  await trx
    .insertInto('avatars')
    // The player chose nothing, so worn items are drawn over the picture generated from their id.
    .values({ player_id: playerId, skin, render_id: drawing, updated_at: new Date(0) })
    .onConflict((conflict) => conflict.column('player_id').doUpdateSet({ render_id: drawing }))
    .execute();
  await trx.updateTable('players').set({ avatar_url: avatarUrl }).where('id', '=', playerId).execute();
}

/** Whether an uploaded picture is waiting or approved, so that its file must be kept. */
export async function isUploadStored(db: Database, id: string): Promise<boolean> {
  const row = await db.selectFrom('avatar_uploads').select('state').where('id', '=', id).executeTakeFirst();
  return row?.state === 'waiting' || row?.state === 'approved';
}

/** The drawing that currently shows a player. */
export async function findDrawing(db: Database, playerId: string): Promise<string | null> {
  const row = await db.selectFrom('avatars').select('render_id').where('player_id', '=', playerId).executeTakeFirst();
  return row?.render_id ?? null;
}

/** The items that a player wears, for rendering. `picture` is a storage path: a layer of the whole figure. */
export async function listWornItems(
  db: Kysely<DB>,
  playerId: string,
): Promise<{ picture: string; category: Category; isBehind: boolean }[]> {
  const { rows } = await sql<{ picture: string; category: Category; isBehind: boolean }>`
    select i.picture, i.category, i.is_behind as "isBehind"
    from inventory m join items i on i.id = m.item_id
    where m.player_id = ${playerId} and m.is_worn order by i.category`.execute(db);
  return rows;
}
