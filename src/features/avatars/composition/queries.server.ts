import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { Category } from '../../market/schema.ts';
import { completeLook, type Look } from '../look/schema.ts';

type AvatarStyle = 'cartoon_1' | 'template' | 'custom';

/** A player's avatar choices. */
export type AvatarRow = {
  style: AvatarStyle;
  template_id: string | null;
  template_picture: string | null;
  upload_id: string | null;
  /** Set only if the upload was approved. */
  upload_picture: string | null;
  /** Null until the figure has begun. */
  look: Look | null;
  /** When the player made this choice; the epoch if they never did. */
  updated_at: Date;
  render_id: string | null;
  avatar_url: string | null;
};

/**
 * A player's avatar choices; undefined if the player does not exist.
 * @param forUpdate inside a transaction: locks the player's row, so that nobody else changes the avatar until the transaction ends
 */
export async function findAvatar(db: Kysely<DB>, playerId: string, forUpdate = false): Promise<AvatarRow | undefined> {
  if (forUpdate) await sql`select 1 from players where id = ${playerId} for no key update`.execute(db);
  const { rows } = await sql<Omit<AvatarRow, 'look'> & { look: unknown }>`
    select a.style, a.template_id, t.picture as template_picture, a.upload_id,
      case when u.state = 'approved' then u.picture end as upload_picture, a.look, a.updated_at, a.render_id, p.avatar_url
    from players p
      join avatars a on a.player_id = p.id
      left join avatar_templates t on t.id = a.template_id
      left join avatar_uploads u on u.id = a.upload_id
    where p.id = ${playerId}`.execute(db);
  return rows[0] && { ...rows[0], look: rows[0].look === null ? null : completeLook(rows[0].look) };
}

/** What is chosen as the round picture: the figure's own head, a template, or an upload. */
export type PictureChoice = { style: AvatarStyle; template_id: string | null; upload_id: string | null };

/** Saves what the player's round picture is and, if it is given, their look. */
export async function saveAvatarChoice(
  trx: Kysely<DB>,
  playerId: string,
  { look, ...picture }: PictureChoice & { look?: Look },
  at: Date,
): Promise<void> {
  const change = trx
    .updateTable('avatars')
    .set({ ...picture, updated_at: at })
    .where('player_id', '=', playerId);
  await (look === undefined ? change : change.set({ look: JSON.stringify(look) })).execute();
}

/** Records which drawing shows a player, and its public URL. */
export async function saveDrawing(trx: Kysely<DB>, playerId: string, drawing: string | null, avatarUrl: string | null): Promise<void> {
  await trx.updateTable('avatars').set({ render_id: drawing }).where('player_id', '=', playerId).execute();
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

/** An item that a player wears. `picture` is a storage path: a layer of the whole figure. */
export type WornItem = { id: string; picture: string; category: Category; isBehind: boolean };

/** The items that a player wears, for rendering. */
export async function listWornItems(db: Kysely<DB>, playerId: string): Promise<WornItem[]> {
  const { rows } = await sql<WornItem>`
    select i.id, i.picture, i.category, i.is_behind as "isBehind"
    from inventory m join items i on i.id = m.item_id
    where m.player_id = ${playerId} and m.is_worn order by i.category`.execute(db);
  return rows;
}
