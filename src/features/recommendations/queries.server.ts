import { sql, type Kysely } from 'kysely';
import type { Database, QueryPrepared } from '../../infra/database/database.ts';
import type { DB } from '../../infra/database/tables.ts';
import { FAVORITES_CONSIDERED, GAMES_PER_GENRE, GENRES_CONSIDERED, RECOMMENDATIONS_MAX, PLAYS_CONSIDERED, WEIGHTS } from './rules.ts';

/** Locks a player's recommendations until the transaction ends. */
async function lockRecommendations(trx: Kysely<DB>, playerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`recommendations ${playerId}`}, 0))`.execute(trx);
}

/**
 * The creation time of a player's latest recommendations after `since`. If there are none, creates them now. Lists that start at the same
 * time share one set. @param classes the listing classes that the player sees. @returns null for a player without any favorites, plays or ratings to base them on
 */
export async function findOrCreateRecommendations(
  db: Database,
  playerId: string,
  since: Date,
  now: Date,
  classes: number[],
): Promise<Date | null> {
  return db.transaction().execute(async (trx) => {
    await lockRecommendations(trx, playerId);
    const { rows } = await sql<{ created_at: Date }>`
      select created_at from recommendations where player_id = ${playerId} and created_at > ${since} order by created_at desc limit 1`.execute(
      trx,
    );
    return rows[0]?.created_at ?? ((await createRecommendations(trx, playerId, now, classes)) > 0 ? now : null);
  });
}

/**
 * Creates recommendations for a player: the most played games, in the genres of the games that they favor, play and rate, that they have
 * neither opened nor added to their favorites. @returns how many games were recommended; 0 if there is no data to base them on.
 */
async function createRecommendations(db: Kysely<DB>, playerId: string, at: Date, classes: number[]): Promise<number> {
  const inserted = await sql`
    with past as (
      select game_id, ${WEIGHTS.favorite}::int as weight from (
        select game_id from favorites where player_id = ${playerId} order by created_at desc limit ${FAVORITES_CONSIDERED}) kept
      union all
      select game_id, ${WEIGHTS.play}::int from (
        select game_id from play_history where player_id = ${playerId} order by played_at desc limit ${PLAYS_CONSIDERED}) played
      union all
      select game_id, stars - 3 from ratings where player_id = ${playerId}
    ),
    taste as (
      select genre.id, sum(past.weight) as weight
      from past join games g on g.id = past.game_id cross join unnest(g.genres) as named (name) join genres genre on genre.name = named.name
      group by genre.id having sum(past.weight) > 0 order by 2 desc, 1 limit ${GENRES_CONSIDERED}
    ),
    listing as (
      select taste.weight, s.game_id, row_number() over (partition by taste.id order by s.popular_even, s.newest, s.game_id) as position
      from taste join listing_totals t on t.genre_id = taste.id and t.games > 0 and t.class = any (${classes}::smallint[])
      cross join lateral (
        select game_id, popular_even, newest from listing_entries
        where genre_id = taste.id and class = t.class order by popular_even, newest, game_id limit ${GAMES_PER_GENRE}
      ) s
    ),
    scored as (
      select game_id, sum(weight / (10.0 + position)) as score from listing
      where not exists (select 1 from play_times t where t.player_id = ${playerId} and t.game_id = listing.game_id)
        and not exists (select 1 from play_history h where h.player_id = ${playerId} and h.game_id = listing.game_id)
        and not exists (select 1 from favorites f where f.player_id = ${playerId} and f.game_id = listing.game_id)
      group by game_id
    )
    insert into recommendations (player_id, created_at, position, game_id)
    select ${playerId}, ${at}, row_number() over (order by score desc, game_id), game_id
    from scored order by score desc, game_id limit ${RECOMMENDATIONS_MAX}`.execute(db);
  return Number(inserted.numAffectedRows ?? 0n);
}

const LATEST_RECOMMENDATIONS = {
  name: 'latest recommendations',
  text: `select created_at from recommendations where player_id = $1 and created_at > $2 order by created_at desc limit 1`,
};

/** The creation time of the latest recommendations after `since`. */
export async function findLatestRecommendationsTime(prepared: QueryPrepared, playerId: string, since: Date): Promise<Date | null> {
  return (await prepared<{ created_at: Date }>(LATEST_RECOMMENDATIONS, [playerId, since]))[0]?.created_at ?? null;
}

const RECOMMENDATIONS_IN_LISTING = {
  name: 'recommendations on a listing',
  text: `select p.game_id, p.position,
      exists (select 1 from listing_entries s where s.game_id = p.game_id and s.genre_id = $3 and s.class = any ($4::smallint[])) as fits
    from recommendations p where p.player_id = $1 and p.created_at = $2 order by p.position`,
};

/** One set of recommendations in order, each with whether it is in the given listing (and so is visible and matches the filters). */
export function listRecommendations(
  prepared: QueryPrepared,
  playerId: string,
  createdAt: Date,
  listingId: number,
  classes: number[],
): Promise<{ game_id: string; position: number; fits: boolean }[]> {
  return prepared(RECOMMENDATIONS_IN_LISTING, [playerId, createdAt, listingId, classes]);
}

/** Deletes a player's recommendations: they would reveal what was played. */
export async function deleteRecommendations(trx: Kysely<DB>, playerId: string): Promise<void> {
  await lockRecommendations(trx, playerId);
  await trx.deleteFrom('recommendations').where('player_id', '=', playerId).execute();
}

/** Deletes sets of recommendations that no open list uses any more. */
export async function deleteExpiredRecommendations(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('recommendations').where('created_at', '<', before).execute();
}
