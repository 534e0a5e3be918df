import { sql } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import { LISTED_COLUMNS, type ListedRow } from './rules.ts';
import type { GameFilter } from './schema.ts';

// Each has an index that begins like it (migrations/0053_game_admin_indexes.sql). Hidden and removed games are few among the shown ones.
const CONDITIONS: Record<Exclude<GameFilter, 'picks'>, string> = {
  all: 'true',
  shown: 'hidden_at is null',
  hidden: 'hidden_at is not null and removed_at is null',
  removed: 'removed_at is not null',
  premium: 'is_premium',
  free: 'not is_premium',
  'hidden-by-check': 'id in (select game_id from broken_games)',
  // By the index of what the check found, because few are so.
  broken: `removed_at is null and id in (select game_id from game_check_states where finding = 'broken')`,
  look: `removed_at is null and id in (select game_id from game_check_states where finding = 'look')`,
};

/** Games, the latest in the catalogue first. @param after the last one shown */
export async function listGames(
  db: Database,
  filter: Exclude<GameFilter, 'picks'>,
  limit: number,
  after: { listedUs: number; id: string } | null,
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select ${sql.raw(LISTED_COLUMNS)} from games where ${sql.raw(CONDITIONS[filter])}
      ${after ? sql`and (listed_at, id) < (timestamptz 'epoch' + ${after.listedUs}::bigint * interval '1 microsecond', ${after.id})` : sql``}
    order by listed_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** The staff picks in their order. */
export async function listPicks(db: Database, limit: number): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select ${sql.raw(LISTED_COLUMNS)} from games where staff_order is not null order by staff_order, id limit ${limit}`.execute(db);
  return rows;
}

/** Games by their ids, in no order. */
export async function listGamesByIds(db: Database, ids: string[]): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`select ${sql.raw(LISTED_COLUMNS)} from games where id = any (${ids}::text[])`.execute(db);
  return rows;
}

/** Hidden and removed games with these letters in the title or the developer's name: the search of the site does not have them. */
export async function searchHiddenGames(db: Database, text: string, limit: number): Promise<ListedRow[]> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<ListedRow>`
    select ${sql.raw(LISTED_COLUMNS)} from games where hidden_at is not null and (title ilike ${pattern} or developer ilike ${pattern})
    order by listed_at desc, id limit ${limit}`.execute(db);
  return rows;
}
