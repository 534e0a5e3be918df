import { sql, type Kysely } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import { FORMER_LOOKS_MAX } from './rules.ts';

/** What is stored of a look: which template was the round picture. The figure stays as it is. */
export type FormerChoice = { template_id: string };

/** Stores a look that is about to be replaced, or how long it was worn if it is stored already; the oldest above the limit is deleted. */
export async function saveFormerLook(
  trx: Kysely<DB>,
  one: { id: string; playerId: string; choice: FormerChoice; at: Date },
): Promise<void> {
  await sql`
    insert into avatar_history (id, player_id, choice, worn_until)
    values (${one.id}, ${one.playerId}, ${JSON.stringify(one.choice)}::jsonb, ${one.at})
    on conflict (player_id, choice) do update set worn_until = excluded.worn_until`.execute(trx);
  await sql`
    delete from avatar_history where player_id = ${one.playerId} and id not in (
      select id from avatar_history where player_id = ${one.playerId} order by worn_until desc, id desc limit ${FORMER_LOOKS_MAX})`.execute(
    trx,
  );
}

export type FormerLookRow = { id: string; template_id: string; name: string; picture: string; is_premium: boolean };

/** A player's former looks, the last worn first, or one of them. */
export async function listFormerLooks(db: Kysely<DB>, playerId: string, id: string | null = null): Promise<FormerLookRow[]> {
  const { rows } = await sql<FormerLookRow>`
    select h.id, t.id as template_id, t.name, t.picture, t.is_premium
    from avatar_history h join avatar_templates t on t.id = h.choice->>'template_id'
    where h.player_id = ${playerId} ${id === null ? sql`` : sql`and h.id = ${id}`}
    order by h.worn_until desc, h.id desc`.execute(db);
  return rows;
}

/** A player's picture that was approved; null if there is none. */
export async function findApprovedUpload(db: Kysely<DB>, playerId: string): Promise<string | null> {
  const row = await db
    .selectFrom('avatar_uploads')
    .select('id')
    .where('player_id', '=', playerId)
    .where('state', '=', 'approved')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.id ?? null;
}
