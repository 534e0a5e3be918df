import { sql, type Kysely } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import type { RerenderWearers } from './schema.ts';

/** Players who wear something that changed, ordered by id. */
export async function listWearerIds(db: Kysely<DB>, changed: RerenderWearers, limit: number): Promise<string[]> {
  const of =
    'item' in changed
      ? sql`inventory where item_id = ${changed.item} and is_worn`
      : sql`avatars where style = 'template' and template_id = ${changed.template}`;
  const { rows } = await sql<{ player_id: string }>`
    select player_id from ${of} ${changed.after === undefined ? sql`` : sql`and player_id > ${changed.after}::uuid`} order by player_id limit ${limit}`.execute(
    db,
  );
  return rows.map(({ player_id }) => player_id);
}
