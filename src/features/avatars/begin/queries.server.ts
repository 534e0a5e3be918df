import { sql, type Kysely } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import type { Look } from '../look/schema.ts';

/** Players without a figure, ordered by id. */
export async function listUnbegun(db: Kysely<DB>, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('avatars')
    .select('player_id')
    .where('first_look', 'is', null)
    .orderBy('player_id')
    .limit(limit)
    .execute();
  return rows.map(({ player_id }) => player_id);
}

/** The body colour of a player's former figure, '#rrggbb'; null if there is none, undefined if the figure has begun or the player is gone. */
export async function findFormerSkin(db: Kysely<DB>, playerId: string): Promise<string | null | undefined> {
  const rows = db.selectFrom('avatars').select('skin').where('player_id', '=', playerId).where('first_look', 'is', null);
  return (await rows.executeTakeFirst())?.skin;
}

/**
 * Gives a player their first look, unless somebody has it now or began with it, or the player has one already.
 * @returns whether it was given
 */
export async function insertFirstLook(db: Kysely<DB>, playerId: string, look: Look): Promise<boolean> {
  const json = JSON.stringify(look);
  // The unique index decides between two players who begin at the same moment.
  const { rows } = await sql`
    with free as (select 1 where not exists (select 1 from avatars where look = ${json}::jsonb))
    update avatars set look = ${json}::jsonb, first_look = ${json}::jsonb
    where player_id = ${playerId} and first_look is null and exists (select 1 from free)
    returning player_id`.execute(db);
  return rows.length > 0;
}
