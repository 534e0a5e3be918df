import { sql } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';

/** The player with this username or email address, or else the player of the payment with this reference. */
export async function findPlayerIdByLookup(db: Database, name: string, reference: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, 0 as place from players where username = ${name}
      union all select id, 1 from players where email = ${name}
      union all select player_id, 2 from payments where reference = ${reference} and player_id is not null
    ) found order by place limit 1`.execute(db);
  return rows[0]?.id ?? null;
}
