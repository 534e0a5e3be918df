import { sql, type RawBuilder, type Transaction } from 'kysely';
import { lockCatalogue } from '../../../infra/database/catalogue-lock.ts';
import type { Database, QueryPrepared } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { newId } from '../../../shared/ids.ts';
import type { AgeBand, ContentMark } from '../../../shared/permissions.ts';
import { PLAY_HOURS_MAX, PRESENCE_TIMEOUT_SECONDS } from '../audience/rules.ts';
import { HISTORY_MERGE_MINUTES, mergeIntoHistory, type PastPlay } from './rules.ts';

/**
 * Inserts a play once: the play itself, its day's count, and its open game frame.
 * @param startedAt when it started, if that was in the past: then no game frame is opened. @param insertRelated inserts what else belongs
 * to it
 * @returns false if a play with this id exists already
 */
export async function insertPlay(
  db: Database,
  play: { id: string; gameId: string; playerId: string | null },
  startedAt: Date | null,
  insertRelated: (trx: Transaction<DB>) => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('plays')
      .values({ id: play.id, game_id: play.gameId, player_id: play.playerId, ...(startedAt && { started_at: startedAt }) })
      .onConflict((on) => on.column('id').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return false;
    await insertRelated(trx);
    await trx
      .insertInto('game_days')
      .values({ game_id: play.gameId, day: sql`(${startedAt ?? sql`now()`}::timestamptz at time zone 'UTC')::date`, plays: 1 })
      .onConflict((on) => on.columns(['game_id', 'day']).doUpdateSet({ plays: sql`game_days.plays + 1` }))
      .execute();
    if (startedAt === null)
      await trx
        .insertInto('active_plays')
        .values({ play_id: play.id, game_id: play.gameId, seen_at: sql`now()` })
        .execute();
    return true;
  });
}

/** Inserts plays that are over, with all that belongs to them, in one statement per table. */
export async function insertPastPlays(db: Database, plays: readonly PastPlay[]): Promise<void> {
  const toRows = (all: readonly PastPlay[]) => JSON.stringify(all.map((play) => ({ ...play, id: newId(play.at) })));
  const rows = (all: readonly PastPlay[]) =>
    sql`jsonb_to_recordset(${toRows(all)}::jsonb) as t (id uuid, "playerId" uuid, "gameId" text, at timestamptz, seconds float8)`;
  await db.transaction().execute(async (trx) => {
    await sql`insert into plays (id, game_id, player_id, started_at) select id, "gameId", "playerId", at from ${rows(plays)}`.execute(trx);
    await sql`
      insert into play_history (id, player_id, game_id, played_at)
      select id, "playerId", "gameId", at from ${rows(mergeIntoHistory(plays))}`.execute(trx);
    await sql`
      insert into game_days (game_id, day, plays)
      select "gameId", (at at time zone 'UTC')::date, count(*) from ${rows(plays)} group by 1, 2
      on conflict (game_id, day) do update set plays = game_days.plays + excluded.plays`.execute(trx);
    await sql`
      insert into play_times (player_id, game_id, seconds, counted_to)
      select "playerId", "gameId", sum(seconds), max(at + make_interval(secs => seconds)) from ${rows(plays)} group by 1, 2
      on conflict (player_id, game_id) do update set seconds = play_times.seconds + excluded.seconds,
        counted_to = greatest(play_times.counted_to, excluded.counted_to)`.execute(trx);
    await insertPastFigures(trx, rows(plays));
  });
}

/** What the figures of the operators are counted from, for plays that are over: the time in games, and who was here. */
async function insertPastFigures(trx: Transaction<DB>, plays: RawBuilder<unknown>): Promise<void> {
  const [day, hour] = [sql`(at at time zone 'Africa/Nairobi')::date`, sql`extract(hour from at at time zone 'Africa/Nairobi')::int`];
  await sql`
    insert into play_seconds as s (day, hour, shard, seconds) select ${day}, ${hour}, 0, sum(seconds) from ${plays} group by 1, 2
    on conflict (day, hour, shard) do update set seconds = s.seconds + excluded.seconds`.execute(trx);
  await sql`
    insert into player_days (player_id, day, hour) select "playerId", ${day}, min(${hour}) from ${plays} where "playerId" is not null group by 1, 2
    on conflict do nothing`.execute(trx);
  await sql`
    update figure_starts set day = least(day, (select min(${day}) from ${plays})) where metric in ('active', 'minutes')`.execute(trx);
}

/** Heartbeats of one hour are summed up in this many rows, so that they seldom wait for each other; a power of two. */
const PLAY_SECONDS_SHARDS = 32;

/**
 * The seconds between two heartbeats of a game frame count as played: for the player, and for the figures of the operators. A gap longer than
 * the presence timeout does not count. The player's row is always written first, so that two frames of a player cannot block each other.
 */
const COUNT_SECONDS = sql`
  counted as (
    insert into play_times as t (player_id, game_id, seconds, counted_to)
    select play.player_id, play.game_id, extract(epoch from now() - heard.before)::float8, now()
    from play join heard on heard.before between now() - make_interval(secs => ${PRESENCE_TIMEOUT_SECONDS}) and now()
    where play.player_id is not null
    on conflict (player_id, game_id) do update set counted_to = excluded.counted_to,
      seconds = t.seconds + least(excluded.seconds, greatest(0, extract(epoch from excluded.counted_to - t.counted_to)::float8))
    returning 1
  ),
  counted_by_hour as (
    insert into play_seconds as s (day, hour, shard, seconds)
    select (now() at time zone 'Africa/Nairobi')::date, extract(hour from now() at time zone 'Africa/Nairobi'),
      hashtext(play.id::text) & ${PLAY_SECONDS_SHARDS - 1}, extract(epoch from now() - heard.before)::float8
    from play join heard on heard.before between now() - make_interval(secs => ${PRESENCE_TIMEOUT_SECONDS}) and now()
    where (select count(*) from counted) >= 0
    on conflict (day, hour, shard) do update set seconds = s.seconds + excluded.seconds
  )`;

type HeartbeatRow = { hidden: boolean; is_premium: boolean; min_age: ContentMark; player_id: string | null };

const PREVIEWED = {
  name: 'preview of a game',
  text: `select exists (select from games where id = $1 and removed_at is null)
    and exists (select from players where id = $2::uuid and role = 'operator') as found`,
};

/** Whether somebody is an operator, who may try a game that is there, hidden or not. */
export async function isPreviewed(prepared: QueryPrepared, gameId: string, operatorId: string): Promise<boolean> {
  return (await prepared<{ found: boolean }>(PREVIEWED, [gameId, operatorId]))[0]?.found ?? false;
}

const THERE = { name: 'game that is there', text: `select exists (select from games where id = $1 and removed_at is null) as found` };

/** Whether a game is there, hidden or not. */
export async function isThere(prepared: QueryPrepared, gameId: string): Promise<boolean> {
  return (await prepared<{ found: boolean }>(THERE, [gameId]))[0]?.found ?? false;
}

const AGE_BAND = { name: 'age band of a player', text: `select age_band from players where id = $1` };

/** A player's age band; undefined: not known. */
export async function findAgeBand(prepared: QueryPrepared, playerId: string): Promise<AgeBand | undefined> {
  return (await prepared<{ age_band: AgeBand | null }>(AGE_BAND, [playerId]))[0]?.age_band ?? undefined;
}

/**
 * Records the heartbeat of a play's game frame: the frame counts as present, and its player's play time grows. A frame that was deleted as
 * stale is inserted again. @returns the current state of its player and game; null if there is no such play.
 */
export async function recordHeartbeat(db: Database, playId: string): Promise<HeartbeatRow | null> {
  const { rows } = await sql<HeartbeatRow>`
    with play as (
      select p.id, p.game_id, p.player_id, g.hidden_at, g.is_premium, g.min_age from plays p join games g on g.id = p.game_id
      where p.id = ${playId} and p.started_at > now() - make_interval(hours => ${PLAY_HOURS_MAX})
    ),
    heard as materialized (
      select seen_at as before from active_plays
      where play_id = ${playId} and exists (select 1 from play where hidden_at is null) for update
    ),
    touched as (
      insert into active_plays (play_id, game_id, seen_at)
      select play.id, play.game_id, now() from play left join heard on true where play.hidden_at is null
      on conflict (play_id) do update set seen_at = excluded.seen_at
    ),
    ${COUNT_SECONDS}
    select hidden_at is not null as hidden, is_premium, min_age, player_id from play`.execute(db);
  return rows[0] ?? null;
}

/** Ends a play: its game frame was closed. */
export async function endPlay(db: Database, playId: string): Promise<void> {
  await sql`
    with play as (select id, game_id, player_id from plays where id = ${playId}),
    heard as (delete from active_plays where play_id = ${playId} returning seen_at as before),
    ${COUNT_SECONDS}
    select 1`.execute(db);
}

/**
 * Refreshes the plays of the last 30 days, and growth: plays of the last 7 days minus those of the 7 days before (readings.md). It covers
 * at most `limit` games that were ever played, in id order after `after`, and writes only changed values.
 * @returns the last id covered, or null at the end.
 */
export async function refreshPopularity(db: Database, after: string, limit: number): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    await lockCatalogue(trx);
    const { rows } = await sql<{ last: string | null }>`
      with today as (select (now() at time zone 'UTC')::date as day),
      batch as (
        select id from (
          (select distinct game_id as id from game_days where game_id > ${after} order by 1 limit ${limit})
          union
          (select id from games where id > ${after} and (plays_30d <> 0 or growth_7d <> 0) order by id limit ${limit})
        ) played order by id limit ${limit}
      ),
      sums as (
        select b.id,
          coalesce(sum(d.plays) filter (where d.day > today.day - 30), 0)::int as plays_30d,
          coalesce(sum(d.plays) filter (where d.day > today.day - 7), 0)::int
            - coalesce(sum(d.plays) filter (where d.day > today.day - 14 and d.day <= today.day - 7), 0)::int as growth_7d
        from batch b cross join today left join game_days d on d.game_id = b.id and d.day > today.day - 30 group by b.id
      ),
      written as (
        update games g set plays_30d = s.plays_30d, growth_7d = s.growth_7d from sums s
        where g.id = s.id and (g.plays_30d, g.growth_7d) is distinct from (s.plays_30d, s.growth_7d)
      )
      select max(id) as last from batch`.execute(trx);
    return rows[0]?.last ?? null;
  });
}

/**
 * Records that a player opened a game: within an hour the existing history entry is updated, otherwise a new one is added (spec 1, section
 * 7).
 */
export async function recordPlay(trx: Transaction<DB>, entry: { id: string; playerId: string; gameId: string; at: Date }): Promise<void> {
  // Two concurrent calls produce one entry.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${entry.playerId} ${entry.gameId}`}, 0))`.execute(trx);
  const updated = await sql`
    update play_history set played_at = greatest(played_at, ${entry.at}::timestamptz) where id = (
      select id from play_history where player_id = ${entry.playerId} and game_id = ${entry.gameId}
        and played_at > ${entry.at}::timestamptz - make_interval(mins => ${HISTORY_MERGE_MINUTES})
      order by played_at desc limit 1)
    returning id`.execute(trx);
  if (updated.rows.length > 0) return;
  await trx
    .insertInto('play_history')
    .values({ id: entry.id, player_id: entry.playerId, game_id: entry.gameId, played_at: entry.at })
    .execute();
}
