import { sql, type Insertable, type Transaction, type Updateable } from 'kysely';
import { lockCatalogue } from '../../infra/database/catalogue-lock.ts';
import type { Database, QueryPrepared } from '../../infra/database/database.ts';
import type { DB } from '../../infra/database/tables.ts';
import type { ContentMark } from '../../shared/permissions.ts';
import type { Instruction } from '../games/catalogue/schema.ts';
import { LISTED_COLUMNS, type ListedRow } from './listing/rules.ts';

export type EditedColumns = {
  title: string;
  developer: string | null;
  description: string;
  key_features: string[];
  instructions: Instruction[];
  genres: string[];
  tags: string[];
  mobile_ready: boolean;
  is_premium: boolean;
  min_age: ContentMark;
  max_players: number;
};
export type GameRow = ListedRow &
  EditedColumns & {
    edited_columns: string[];
    assets: string[];
    picture: string | null;
    game_url: string | null;
    bytes: number | null;
    created_at: Date | null;
    rating_sum: number;
    rating_count: number;
    plays: number;
  };

const EDITED = sql`${sql.raw(LISTED_COLUMNS)}, description, key_features, instructions, genres, tags, mobile_ready, max_players, edited_columns, assets,
  picture, game_url, bytes, created_at, rating_sum, rating_count,
  coalesce((select t.plays from play_totals t where t.game_id = games.id), 0)::int as plays`;

/** One game, hidden or not. */
export async function findGame(db: Database, id: string): Promise<GameRow | undefined> {
  const { rows } = await sql<GameRow>`select ${EDITED} from games where id = ${id}`.execute(db);
  return rows[0];
}

/** The same, locked until the end of the transaction. */
export async function lockGame(trx: Transaction<DB>, id: string): Promise<GameRow | undefined> {
  // Lock order: the catalogue lock comes first, as in every write to games.
  await lockCatalogue(trx);
  const { rows } = await sql<GameRow>`select ${EDITED} from games where id = ${id} for no key update`.execute(trx);
  return rows[0];
}

/**
 * Changes a locked game.
 * @param editedColumns those that an import keeps from now on
 */
export async function updateGame(
  trx: Transaction<DB>,
  id: string,
  columns: Updateable<DB['games']>,
  editedColumns: readonly string[],
): Promise<void> {
  await trx
    .updateTable('games')
    .set({
      ...columns,
      updated_at: sql`now()`,
      edited_columns: sql`array(select distinct unnest(edited_columns || ${[...editedColumns]}::text[]) order by 1)`,
    })
    .where('id', '=', id)
    .execute();
}

/** Adds a game. @returns false if one has this id already */
export async function insertGame(trx: Transaction<DB>, game: Insertable<DB['games']>): Promise<boolean> {
  await lockCatalogue(trx);
  const result = await trx
    .insertInto('games')
    .values(game)
    .onConflict((on) => on.column('id').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Which ids that begin so games have. */
export async function listIdsLike(db: Database, start: string): Promise<Set<string>> {
  const rows = await db.selectFrom('games').select('id').where('id', '>=', start).where('id', '<', `${start}~`).limit(1000).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Takes back what is planned to be featured of a game. */
export async function deletePlans(trx: Transaction<DB>, gameId: string): Promise<void> {
  await trx.deleteFrom('featured_games').where('game_id', '=', gameId).execute();
}

/** Whether a game was removed. */
export async function isRemoved(prepared: QueryPrepared, gameId: string): Promise<boolean> {
  const statement = { name: 'removed game', text: `select removed_at is not null as removed from games where id = $1` };
  return (await prepared<{ removed: boolean }>(statement, [gameId]))[0]?.removed ?? false;
}
