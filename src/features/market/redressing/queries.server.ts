import { sql, type Kysely } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import type { Redress } from './schema.ts';

/** Players who wear something, in the order of their ids. */
export async function wearers(db: Kysely<DB>, what: Redress, limit: number): Promise<string[]> {
  const of =
    'item' in what
      ? sql`inventory where item_id = ${what.item} and is_worn`
      : sql`avatars where style = 'template' and template_id = ${what.template}`;
  const { rows } = await sql<{ player_id: string }>`
    select player_id from ${of} ${what.after === undefined ? sql`` : sql`and player_id > ${what.after}::uuid`} order by player_id limit ${limit}`.execute(
    db,
  );
  return rows.map(({ player_id }) => player_id);
}
