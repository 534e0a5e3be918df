import { sql, type Transaction } from 'kysely';
import type { Database, QueryPrepared } from '../../infra/database/database.ts';
import type { DB } from '../../infra/database/tables.ts';
import type { ContentMark } from '../../shared/permissions.ts';
import { FAVORITES_MAX } from './rules.ts';

const PLAYER_GAME_STATE = {
  name: 'mine of game',
  text: `select
      exists (select 1 from favorites where player_id = $1 and game_id = $2) as favorited,
      (select stars from ratings where player_id = $1 and game_id = $2) as stars,
      coalesce((select seconds from play_times where player_id = $1 and game_id = $2), 0) as seconds`,
};

/** A player's state for a game: favorite, stars given, seconds played. */
export async function getPlayerGameState(
  prepared: QueryPrepared,
  playerId: string,
  gameId: string,
): Promise<{ favorited: boolean; stars: number | null; seconds: number }> {
  const [row] = await prepared<{ favorited: boolean; stars: number | null; seconds: number }>(PLAYER_GAME_STATE, [playerId, gameId]);
  return row ?? { favorited: false, stars: null, seconds: 0 };
}

/**
 * Adds a favorite. Adding it twice has no further effect.
 * @param marks only favorites with one of these content marks, whose games are visible, count: others could not be removed
 * @returns false if the player already has FAVORITES_MAX favorites
 */
export async function addFavorite(db: Database, playerId: string, gameId: string, marks: ContentMark[], at: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // Locks the player's row: otherwise two concurrent inserts could both be the last one within the limit.
    await sql`select 1 from players where id = ${playerId} for no key update`.execute(trx);
    const inserted = await sql`
      insert into favorites (player_id, game_id, created_at)
      select ${playerId}, ${gameId}, ${at}::timestamptz
      where (
          select count(*) from favorites f
          join games g on g.id = f.game_id and g.hidden_at is null and g.min_age = any (${marks}::smallint[])
          where f.player_id = ${playerId}
        ) < ${FAVORITES_MAX}
        or exists (select 1 from favorites where player_id = ${playerId} and game_id = ${gameId})
      on conflict (player_id, game_id) do update set player_id = excluded.player_id
      returning game_id`.execute(trx);
    return inserted.rows.length > 0;
  });
}

/** Removes a favorite. If it does not exist, nothing changes. */
export async function removeFavorite(db: Database, playerId: string, gameId: string): Promise<void> {
  await db.deleteFrom('favorites').where('player_id', '=', playerId).where('game_id', '=', gameId).execute();
}

export type FavoriteRow = { game_id: string; sort_key: [number, string] };

/**
 * Favorites whose games are visible and have one of these content marks, newest first.
 * @param after the sort key of the last one shown
 */
export async function listFavorites(
  db: Database,
  playerId: string,
  marks: ContentMark[],
  limit: number,
  after: [number, string] | null,
): Promise<FavoriteRow[]> {
  const { rows } = await sql<{ game_id: string; at: number }>`
    select f.game_id, (extract(epoch from f.created_at) * 1000000)::bigint as at
    from favorites f join games g on g.id = f.game_id and g.hidden_at is null and g.min_age = any (${marks}::smallint[])
    where f.player_id = ${playerId}
      ${after ? sql`and (f.created_at, f.game_id) < (to_timestamp(0) + ${after[0]}::bigint * interval '1 microsecond', ${after[1]})` : sql``}
    order by f.created_at desc, f.game_id desc limit ${limit}`.execute(db);
  return rows.map((row) => ({ game_id: row.game_id, sort_key: [row.at, row.game_id] }));
}

/** Number of a player's favorites whose games are visible and have one of these content marks. */
export async function countFavorites(db: Database, playerId: string, marks: ContentMark[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from favorites f
    join games g on g.id = f.game_id and g.hidden_at is null and g.min_age = any (${marks}::smallint[])
    where f.player_id = ${playerId}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The games that most of these players marked, newest marks first among equals: visible games with one of these content marks. */
export async function listFavoritesOfPlayers(
  prepared: QueryPrepared,
  playerIds: string[],
  marks: ContentMark[],
  limit: number,
): Promise<string[]> {
  const rows = await prepared<{ game_id: string }>(FAVORITES_OF_PLAYERS, [playerIds, marks, limit]);
  return rows.map((row) => row.game_id);
}

const FAVORITES_OF_PLAYERS = {
  name: 'favorites of several players',
  text: `select f.game_id from favorites f join games g on g.id = f.game_id and g.hidden_at is null and g.min_age = any ($2::smallint[])
    where f.player_id = any ($1::uuid[]) group by f.game_id order by count(*) desc, max(f.created_at) desc, f.game_id limit $3`,
};

const PLAYS_OF_PLAYERS = {
  name: 'plays of several players',
  text: `select h.game_id, count(*)::int as plays from play_history h
      join games g on g.id = h.game_id and g.hidden_at is null and g.min_age = any ($2::smallint[])
    where h.player_id = any ($1::uuid[]) and h.played_at > $3
    group by h.game_id order by count(*) desc, max(h.played_at) desc, h.game_id limit $4`,
};

/** The games that these players played most since a time, and how often: visible games with one of these content marks. */
export function countPlaysOfPlayers(
  prepared: QueryPrepared,
  playerIds: string[],
  marks: ContentMark[],
  since: Date,
  limit: number,
): Promise<{ game_id: string; plays: number }[]> {
  return prepared(PLAYS_OF_PLAYERS, [playerIds, marks, since, limit]);
}

export type HistoryRow = { id: string; game_id: string; played_at: Date };

/** Entries of a player's history whose games are visible and have one of these content marks, newest first. */
export async function listHistory(
  db: Database,
  playerId: string,
  marks: ContentMark[],
  limit: number,
  after: { at: Date; id: string } | null,
): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select h.id, h.game_id, h.played_at from play_history h
    join games g on g.id = h.game_id and g.hidden_at is null and g.min_age = any (${marks}::smallint[])
    where h.player_id = ${playerId} ${after ? sql`and (h.played_at, h.id) < (${after.at}, ${after.id})` : sql``}
    order by h.played_at desc, h.id desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * Deletes a player's history. Plays stay counted but lose their player's id, except plays whose game frame is still open: they still need
 * it.
 */
export async function clearHistory(trx: Transaction<DB>, playerId: string): Promise<void> {
  await trx.deleteFrom('play_history').where('player_id', '=', playerId).execute();
  await sql`
    update plays p set player_id = null
    where player_id = ${playerId} and not exists (select 1 from active_plays v where v.play_id = p.id)`.execute(trx);
}

/** Saves one rating per player and game. A trigger updates the game's rating totals. */
export async function saveRating(db: Database, playerId: string, gameId: string, stars: number, at: Date): Promise<void> {
  await sql`
    insert into ratings (player_id, game_id, stars, created_at, updated_at) values (${playerId}, ${gameId}, ${stars}, ${at}, ${at})
    on conflict (player_id, game_id) do update set stars = excluded.stars, updated_at = excluded.updated_at
      where ratings.stars <> excluded.stars`.execute(db);
}

/** When the account was created. */
export async function findMemberSince(db: Database, playerId: string): Promise<Date | null> {
  const row = await db.selectFrom('players').select('created_at').where('id', '=', playerId).executeTakeFirst();
  return row?.created_at ?? null;
}
