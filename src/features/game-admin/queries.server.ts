import { sql, type Insertable, type Transaction, type Updateable } from 'kysely';
import { lockCatalogue } from '../../infra/database/catalogue-lock.ts';
import type { Database, QueryPrepared } from '../../infra/database/database.ts';
import type { DB } from '../../infra/database/tables.ts';
import type { ContentMark } from '../../shared/permissions.ts';
import type { Instruction } from '../games/catalogue/schema.ts';
import type { GameFilter } from './schema.ts';

export type ListedRow = {
  id: string;
  title: string;
  developer: string | null;
  cover: string | null;
  hidden_at: Date | null;
  removed_at: Date | null;
  is_draft: boolean;
  is_premium: boolean;
  min_age: ContentMark;
  staff_order: number | null;
  featured_place: number | null;
  plays_30d: number;
  listed_at: Date;
  /** The time in the catalogue in microseconds, for the cursor: two games of one import have the same, and a Date is less exact. */
  listed_us: string;
};

const LISTED = sql`id, title, developer, assets[1] as cover, hidden_at, removed_at, is_draft, is_premium, min_age, staff_order, featured_place,
  plays_30d, listed_at, (extract(epoch from listed_at) * 1000000)::bigint::text as listed_us`;

// Each has an index that begins like it (migrations/0051_game_admin.sql). Hidden and removed games are few among the shown ones.
const CONDITIONS: Record<Exclude<GameFilter, 'picks'>, string> = {
  all: 'true',
  shown: 'hidden_at is null',
  hidden: 'hidden_at is not null and removed_at is null',
  removed: 'removed_at is not null',
  premium: 'is_premium',
  free: 'not is_premium',
};

/** Games, the latest in the catalogue first. @param after the last one shown */
export async function listGames(
  db: Database,
  filter: Exclude<GameFilter, 'picks'>,
  limit: number,
  after: { listedUs: number; id: string } | null,
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select ${LISTED} from games where ${sql.raw(CONDITIONS[filter])}
      ${after ? sql`and (listed_at, id) < (timestamptz 'epoch' + ${after.listedUs}::bigint * interval '1 microsecond', ${after.id})` : sql``}
    order by listed_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** The staff picks in their order. */
export async function listPicks(db: Database | Transaction<DB>, limit: number): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select ${LISTED} from games where staff_order is not null order by staff_order, id limit ${limit}`.execute(db);
  return rows;
}

/** Games by their ids, in no order. */
export async function listGamesByIds(db: Database, ids: string[]): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`select ${LISTED} from games where id = any (${ids}::text[])`.execute(db);
  return rows;
}

/** Hidden and removed games with these letters in the title or the developer's name: the search of the site does not have them. */
export async function searchHiddenGames(db: Database, text: string, limit: number): Promise<ListedRow[]> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<ListedRow>`
    select ${LISTED} from games where hidden_at is not null and (title ilike ${pattern} or developer ilike ${pattern})
    order by listed_at desc, id limit ${limit}`.execute(db);
  return rows;
}

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
    version: number;
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

const EDITED = sql`${LISTED}, description, key_features, instructions, genres, tags, mobile_ready, max_players, version, edited_columns, assets,
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
 * @param isText the version counts changes of what the form with texts shows
 */
export async function updateGame(
  trx: Transaction<DB>,
  id: string,
  columns: Updateable<DB['games']>,
  editedColumns: readonly string[],
  isText = false,
): Promise<void> {
  await trx
    .updateTable('games')
    .set({
      ...columns,
      version: sql`version + ${isText ? 1 : 0}`,
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
  const rows = await db
    .selectFrom('games')
    .select('id')
    .where('id', '>=', start)
    .where('id', '<', `${start}~`)
    .limit(1000)
    .execute();
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

/** Whether somebody has two-factor on. */
export async function hasTwoFactor(db: Database, playerId: string): Promise<boolean> {
  const row = await db.selectFrom('players').select('two_factor').where('id', '=', playerId).executeTakeFirst();
  return row?.two_factor ?? false;
}
