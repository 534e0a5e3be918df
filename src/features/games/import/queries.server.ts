import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { ContentMark } from '../../../shared/permissions.ts';
import type { DB } from '../../../infra/database/tables.ts';

/** A game's row as the importer writes it. */
export type GameInsert = {
  id: string;
  title: string;
  developer: string | null;
  description: string;
  key_features: string[];
  instructions: string;
  genres: string[];
  tags: string[];
  mobile_ready: boolean;
  genders: string[];
  is_premium: boolean;
  created_at: Date | null;
  creator_id: string | null;
  assets: string[];
  picture: string | null;
  game_url: string | null;
  bytes: number | null;
  max_players: number;
  staff_order: number | null;
  /** Absent: what is stored stays. */
  min_age?: ContentMark;
  import_hash: string;
};

/** What is stored of a game: its import fingerprint and content mark, whether it is premium, the columns that operators edited, and whether they removed it. */
export type KnownGame = { hash: string | null; minAge: number; isPremium: boolean; edited: string[]; isRemoved: boolean };

/** What is stored of the existing games among these ids. */
export async function findKnownGames(db: Database, ids: string[]): Promise<Map<string, KnownGame>> {
  if (ids.length === 0) return new Map();
  const columns = ['id', 'import_hash', 'min_age', 'is_premium', 'edited_columns', 'removed_at'] as const;
  const rows = await db.selectFrom('games').select(columns).where('id', 'in', ids).execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        hash: row.import_hash,
        minAge: row.min_age,
        isPremium: row.is_premium,
        edited: row.edited_columns,
        isRemoved: row.removed_at !== null,
      },
    ]),
  );
}

export type GameFilesRow = { id: string; is_premium: boolean; game_url: string | null; assets: string[]; picture: string | null };

/** Those of these games, locked, that name a file which is not where the files of a premium, or of a free, game are. Covers of their own count not. */
export async function lockMisplacedGames(trx: Transaction<DB>, ids: string[]): Promise<GameFilesRow[]> {
  const { rows } = await sql<GameFilesRow>`
    select id, is_premium, game_url, assets, picture from games g
    where id = any (${ids}::text[]) and removed_at is null and exists (
      select from unnest(g.assets || g.game_url || g.picture) file
      where file ~ '^games/[^/]+/[0-9a-f]+p?/' and (file ~ '^games/[^/]+/[0-9a-f]+p/') <> g.is_premium)
    order by id for update`.execute(trx);
  return rows;
}

/** Stores where the files of a game are. */
export async function saveGameFiles(trx: Transaction<DB>, id: string, files: Omit<GameFilesRow, 'id' | 'is_premium'>): Promise<void> {
  await trx.updateTable('games').set(files).where('id', '=', id).execute();
}

/**
 * Inserts games, or updates those with the same id. Columns that the site maintains itself (plays, ratings, hidden) stay unchanged, and those
 * that an operator edited: it is asked here, under the lock, because somebody may edit while files are prepared. A removed game stays so.
 * @param games all have the same columns
 */
export async function upsertGames(trx: Transaction<DB>, games: GameInsert[]): Promise<void> {
  if (games.length === 0) return;
  const columns = Object.keys(games[0] as GameInsert).filter((column) => column !== 'id') as (keyof GameInsert)[];
  await trx
    .insertInto('games')
    .values(games)
    .onConflict((on) =>
      on
        .column('id')
        .doUpdateSet({
          ...Object.fromEntries(
            columns.map((column) => [
              column,
              sql`case when ${column} = any (games.edited_columns) then ${sql.ref(`games.${column}`)} else ${sql.ref(`excluded.${column}`)} end`,
            ]),
          ),
          updated_at: sql`now()`,
        })
        .where('games.removed_at', 'is', null),
    )
    .execute();
}
