import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { lockCatalogue } from '../../../infra/database/catalogue-lock.ts';
import type { BrokenGameReason } from '../../case-queue/schema.ts';
import { NIGHTS_APART_MAX, TRIES_MAX } from '../rules.ts';
import type { CheckFinding, CheckOutcome } from '../schema.ts';

/** Begins a night. @returns false if it has begun */
export async function insertNight(trx: Transaction<DB>, night: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into check_nights (night, begun_at) values (${night}::date, ${now}) on conflict do nothing returning night`.execute(trx);
  return rows.length > 0;
}

/**
 * Plans the games of a night: first those that were broken when they were opened last, then those whose files changed since then, then those that
 * were never opened, the most played first, then those that were opened longest ago.
 *
 * What it costs: each part reads an index in its order and ends after `limit` games, so nothing is sorted but what it found. The third
 * part passes over the games that were opened already: where all of 1,000,000 games were, it reads that index once with a look-up for
 * each entry, 7 s where that was measured, in a job, once a night.
 * @returns how many games are planned
 */
export async function insertPlan(trx: Transaction<DB>, night: string, limit: number): Promise<number> {
  await sql`set local statement_timeout = '2min'`.execute(trx);
  const isShown = sql`g.hidden_at is null and g.game_url like 'games/%'`;
  const stateWhere = (condition: ReturnType<typeof sql>) => sql`
    select s.game_id as id, s.opened_at from game_check_states s join games g on g.id = s.game_id and ${isShown}
    where ${condition} order by s.opened_at limit ${limit}`;
  const { rows } = await sql<{ planned: number }>`
    with parts as (
      select id, 1 as part, row_number() over (order by opened_at, id) as at from (${stateWhere(sql`s.finding = 'broken'`)}) broken
      union all
      select id, 2, row_number() over (order by opened_at, id) from (${stateWhere(sql`s.finding is null`)}) changed
      union all
      select id, 3, row_number() over (order by plays_30d desc, id) from (
        select g.id, g.plays_30d from games g
        where ${isShown} and not exists (select from game_check_states s where s.game_id = g.id)
        order by g.plays_30d desc, g.id limit ${limit}) unopened
      union all
      select id, 4, row_number() over (order by opened_at, id) from (${stateWhere(sql`s.finding in ('fine', 'look')`)}) others
    ),
    planned as (
      insert into planned_checks (night, place, game_id)
      select ${night}::date, row_number() over (order by part, at), id from (select * from parts order by part, at limit ${limit}) chosen
      returning 1
    ),
    counted as (select count(*)::int as planned from planned)
    update check_nights n set planned = counted.planned from counted where n.night = ${night}::date returning n.planned`.execute(trx);
  return rows[0]?.planned ?? 0;
}

/** `broken_files`: the files that were broken when it was opened before in this night. */
export type PlannedGame = { game_id: string; broken_files: string | null };

const mayOpen = (now: Date) => sql`not is_done and tries < ${TRIES_MAX} and (open_after is null or open_after <= ${now})
  and (claimed_until is null or claimed_until <= ${now})`;

/** Claims the next game of a night for whoever opens it now, in one short statement. */
export async function claimNext(
  db: Database,
  night: string,
  claim: { id: string; now: Date; until: Date },
): Promise<PlannedGame | undefined> {
  const { rows } = await sql<PlannedGame>`
    update planned_checks p set claim_id = ${claim.id}, claimed_until = ${claim.until}, tries = p.tries + 1
    from (
      select night, place from planned_checks
      where night = ${night}::date and ${mayOpen(claim.now)}
      order by place limit 1 for update skip locked
    ) next
    where p.night = next.night and p.place = next.place
    returning p.game_id, p.broken_files`.execute(db);
  return rows[0];
}

/** Whether a game of a night can be opened now. */
export async function hasGameToOpen(db: Database, night: string, now: Date): Promise<boolean> {
  const { rows } = await sql`select from planned_checks where night = ${night}::date and ${mayOpen(now)} limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether a game of a night is still to be opened, now or later, or somebody opens one now. */
export async function hasOpenGames(db: Database, night: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from planned_checks where night = ${night}::date and not is_done and (tries < ${TRIES_MAX} or claimed_until > ${now}) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

type Claimed = { night: string; gameId: string; claimId: string };

/** Ends a claim. @returns false if it is somebody else's by now */
export async function finishPlanned(db: Database, { night, gameId, claimId }: Claimed): Promise<boolean> {
  const { rows } = await sql`
    update planned_checks set is_done = true, claimed_until = null
    where night = ${night}::date and game_id = ${gameId} and claim_id = ${claimId} and not is_done returning game_id`.execute(db);
  return rows.length > 0;
}

/**
 * Gives a game back: what was seen of it says nothing about it.
 * @param isTried false: not even that opening it fails
 * @param openAfter it is not opened again before that
 */
export async function releasePlanned(
  db: Database,
  { night, gameId, claimId }: Claimed,
  { isTried, openAfter }: { isTried: boolean; openAfter: Date | null },
): Promise<void> {
  await sql`
    update planned_checks set claim_id = null, claimed_until = null, tries = tries - ${isTried ? 0 : 1}, open_after = ${openAfter}
    where night = ${night}::date and game_id = ${gameId} and claim_id = ${claimId} and not is_done`.execute(db);
}

/** Gives a game back that was broken: it is opened once more in this night. @returns false if it is somebody else's by now */
export async function planSecondLook(
  trx: Transaction<DB>,
  { night, gameId, claimId }: Claimed,
  { files, openAfter }: { files: string; openAfter: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update planned_checks set claim_id = null, claimed_until = null, tries = 0, broken_files = ${files}, open_after = ${openAfter}
    where night = ${night}::date and game_id = ${gameId} and claim_id = ${claimId} and not is_done returning game_id`.execute(trx);
  return rows.length > 0;
}

/** Records what a night found of a game, once. */
export async function insertCheck(
  trx: Transaction<DB>,
  night: string,
  check: {
    id: string;
    gameId: string;
    openedAt: Date;
    files: string;
    outcome: CheckOutcome;
    finding: CheckFinding;
    firstFrameMs: number | null;
    bytes: number;
  },
): Promise<void> {
  await sql`
    insert into game_checks (id, game_id, night, opened_at, files, outcome, finding, first_frame_ms, bytes)
    values (${check.id}, ${check.gameId}, ${night}::date, ${check.openedAt}, ${check.files}, ${check.outcome}, ${check.finding},
      ${check.firstFrameMs}, ${check.bytes})
    on conflict (game_id, night) do nothing`.execute(trx);
}

/** Records whether our own game opened. @param failure what was seen of it; null: it opened */
export async function saveControl(db: Database, night: string, failure: string | null, now: Date): Promise<void> {
  if (failure === null)
    await sql`
      update check_nights set control_failed_at = null, control_failure = null, control_opened_at = coalesce(control_opened_at, ${now})
      where night = ${night}::date and (control_failed_at is not null or control_opened_at is null)`.execute(db);
  else
    await sql`
      update check_nights set control_failed_at = coalesce(control_failed_at, ${now}), control_failure = ${failure}
      where night = ${night}::date`.execute(db);
}

/** Nights about which nothing is decided. Few: a job decides each minute. */
export async function listUnsettledNights(db: Database): Promise<string[]> {
  const { rows } = await sql<{ night: string }>`
    select night::text as night from check_nights where settled_at is null order by night`.execute(db);
  return rows.map(({ night }) => night);
}

/**
 * Locks what decides what is hidden, and games.
 * @returns undefined if somebody has decided about the night; `neverOpened`: what was seen of our own game, if it never opened in this night
 */
export async function lockNight(trx: Transaction<DB>, night: string): Promise<{ neverOpened: string | null } | undefined> {
  // Lock order: the catalogue lock comes first, as in every write to games.
  await lockCatalogue(trx);
  const { rows } = await sql<{ neverOpened: string | null }>`
    select case when control_opened_at is null then control_failure end as "neverOpened"
    from check_nights where night = ${night}::date and settled_at is null for update`.execute(trx);
  return rows[0];
}

/** How many games a night opened, and how many were broken. */
export async function countNight(trx: Transaction<DB>, night: string): Promise<{ opened: number; broken: number }> {
  const { rows } = await sql<{ opened: number; broken: number }>`
    select count(*)::int as opened, (count(*) filter (where finding = 'broken'))::int as broken
    from game_checks where night = ${night}::date`.execute(trx);
  return rows[0] ?? { opened: 0, broken: 0 };
}

export type GameToHide = { game_id: string; title: string; outcome: BrokenGameReason };

/**
 * Games that are shown with the files that a night found broken, and were broken with the same files in the night before too in which they were
 * opened, if that was not long ago and was not stopped. They are locked.
 */
export async function lockGamesToHide(trx: Transaction<DB>, night: string): Promise<GameToHide[]> {
  const { rows } = await sql<GameToHide>`
    select g.id as game_id, g.title, c.outcome from game_checks c join games g on g.id = c.game_id
    where c.night = ${night}::date and c.finding = 'broken' and c.counts and g.hidden_at is null and g.game_url = c.files
      and exists (
        select from (
          select p.night, p.finding, p.counts, p.files from game_checks p where p.game_id = c.game_id and p.night < c.night order by p.night desc limit 1
        ) before join check_nights n on n.night = before.night
        where before.finding = 'broken' and before.counts and before.files = c.files and before.night >= c.night - ${NIGHTS_APART_MAX}::int and not n.is_stopped)
    order by g.id for no key update of g`.execute(trx);
  return rows;
}

/** Hides games, and opens a case about each. */
export async function hideGames(trx: Transaction<DB>, night: string, games: readonly GameToHide[], now: Date): Promise<void> {
  const ids = games.map(({ game_id: id }) => id);
  await trx.updateTable('games').set({ hidden_at: now }).where('id', 'in', ids).execute();
  await sql`
    update game_checks set has_hidden = true where night = ${night}::date and game_id = any (${ids}::text[])`.execute(trx);
  await trx
    .insertInto('broken_games')
    .values(games.map((game) => ({ game_id: game.game_id, opened_at: now, outcome: game.outcome })))
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Records that it is decided what a night hides. */
export async function settleNight(trx: Transaction<DB>, night: string, now: Date, isStopped: boolean): Promise<void> {
  await sql`update check_nights set settled_at = ${now}, is_stopped = ${isStopped} where night = ${night}::date`.execute(trx);
}

/** Deletes the results of nights before a day. How each game was found last stays with the game. */
export async function deleteNights(db: Database, before: string): Promise<void> {
  await sql`delete from game_checks where night < ${before}::date`.execute(db);
  await sql`delete from check_nights where night < ${before}::date`.execute(db);
}
