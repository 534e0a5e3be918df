import { sql, type Transaction } from 'kysely';
import type { Database } from '../../infra/database/database.ts';
import type { DB } from '../../infra/database/tables.ts';
import { BROWSER_LOOK_MINUTES } from './rules.ts';
import type { BrowserState, CheckDetails, CheckFinding, CheckOutcome } from './schema.ts';

export type StateRow = {
  opened_at: Date;
  night: string | null;
  outcome: CheckOutcome;
  finding: CheckFinding | null;
  first_frame_ms: number | null;
  bytes: number;
};
export type StateDetailsRow = StateRow & {
  errors: string[];
  missing_files: CheckDetails['missingFiles'];
  other_hosts: string[];
  picture_id: string | null;
  reason: string | null;
};

const STATE = sql`opened_at, night::text as night, outcome, finding, first_frame_ms, bytes`;

/** How these games were found last. */
export async function listStates(db: Database, gameIds: readonly string[]): Promise<(StateRow & { game_id: string })[]> {
  const { rows } = await sql<StateRow & { game_id: string }>`
    select game_id, ${STATE} from game_check_states where game_id = any (${[...gameIds]}::text[])`.execute(db);
  return rows;
}

/** How a game was found last, with everything. */
export async function findState(db: Database, gameId: string): Promise<StateDetailsRow | undefined> {
  const { rows } = await sql<StateDetailsRow>`
    select ${STATE}, errors, missing_files, other_hosts, picture_id, reason from game_check_states where game_id = ${gameId}`.execute(db);
  return rows[0];
}

/** What nights found of a game. @param from the first of them */
export async function listNights(
  db: Database,
  gameId: string,
  from: string,
): Promise<{ night: string; finding: CheckFinding; first_frame_ms: number | null }[]> {
  const { rows } = await sql<{ night: string; finding: CheckFinding; first_frame_ms: number | null }>`
    select night::text as night, finding, first_frame_ms from game_checks where game_id = ${gameId} and night >= ${from}::date`.execute(db);
  return rows;
}

/** A game, as far as it can be opened. */
export type GameToOpen = { id: string; title: string; game_url: string | null; is_shown: boolean; is_removed: boolean };

const GAME = sql`id, title, game_url, hidden_at is null as is_shown, removed_at is not null as is_removed`;

/** A game, hidden or not. */
export async function findGame(db: Database, gameId: string): Promise<GameToOpen | undefined> {
  const { rows } = await sql<GameToOpen>`select ${GAME} from games where id = ${gameId}`.execute(db);
  return rows[0];
}

/** The same; its files and whether it is shown stay so until the end of the transaction. */
export async function shareGame(trx: Transaction<DB>, gameId: string): Promise<GameToOpen | undefined> {
  const { rows } = await sql<GameToOpen>`select ${GAME} from games where id = ${gameId} for share`.execute(trx);
  return rows[0];
}

export type BrowserRow = { state: Exclude<BrowserState, 'unknown'>; last_words: string | null; looked_at: Date };

/** Whether a browser is installed and starts, and when that was looked at last. */
export async function findBrowser(db: Database): Promise<BrowserRow | undefined> {
  return db.selectFrom('check_browser').select(['state', 'last_words', 'looked_at']).executeTakeFirst();
}

/**
 * Records what a machine that runs jobs has found. Where there are several, one without a browser says nothing about the others: 'missing'
 * counts only if none has found one within the last hour.
 */
export async function saveBrowser(db: Database, { state, last_words: lastWords, looked_at: now }: BrowserRow): Promise<void> {
  const foundAt = state === 'missing' ? null : now;
  await sql`
    insert into check_browser as b (state, last_words, looked_at, found_at) values (${state}, ${lastWords}, ${now}, ${foundAt})
    on conflict (only_row) do update
      set state = excluded.state, last_words = excluded.last_words, looked_at = excluded.looked_at, found_at = coalesce(excluded.found_at, b.found_at)
      where excluded.state <> 'missing' or b.found_at is null
        or b.found_at <= excluded.looked_at - make_interval(mins => ${BROWSER_LOOK_MINUTES})`.execute(db);
}

/** How a game was found, with everything that its page shows. */
export type NewState = {
  gameId: string;
  openedAt: Date;
  night: string | null;
  files: string;
  outcome: CheckOutcome;
  finding: CheckFinding;
  firstFrameMs: number | null;
  bytes: number;
  errors: string[];
  missingFiles: CheckDetails['missingFiles'];
  otherHosts: string[];
  pictureId: string | null;
  reason: string | null;
};

/** Records how a game was found last. */
export async function saveState(trx: Transaction<DB>, state: NewState): Promise<void> {
  await sql`
    insert into game_check_states
      (game_id, opened_at, night, files, outcome, finding, first_frame_ms, bytes, errors, missing_files, other_hosts, picture_id, reason)
    values (${state.gameId}, ${state.openedAt}, ${state.night}::date, ${state.files}, ${state.outcome}, ${state.finding}, ${state.firstFrameMs},
      ${state.bytes}, ${state.errors}::text[], ${JSON.stringify(state.missingFiles)}::jsonb, ${state.otherHosts}::text[], ${state.pictureId}, ${state.reason})
    on conflict (game_id) do update set (opened_at, night, files, outcome, finding, first_frame_ms, bytes, errors, missing_files, other_hosts, picture_id, reason)
      = row (excluded.opened_at, excluded.night, excluded.files, excluded.outcome, excluded.finding, excluded.first_frame_ms, excluded.bytes,
        excluded.errors, excluded.missing_files, excluded.other_hosts, excluded.picture_id, excluded.reason)`.execute(trx);
}

export type RequestRow = { requested_at: Date; failed_at: Date | null; failure: string | null };

/** Who waits for a game to be opened on demand, and why it could not be opened. */
export async function findRequest(db: Database, gameId: string): Promise<RequestRow | undefined> {
  return db
    .selectFrom('requested_checks')
    .select(['requested_at', 'failed_at', 'failure'])
    .where('game_id', '=', gameId)
    .executeTakeFirst();
}

/** Asks for a game. @param staleBefore who asked before that waits no more. @returns false if it is asked for already, and did not fail */
export async function insertRequest(trx: Transaction<DB>, gameId: string, now: Date, staleBefore: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into requested_checks as r (game_id, requested_at) values (${gameId}, ${now})
    on conflict (game_id) do update set requested_at = excluded.requested_at, claim_id = null, claimed_until = null, failed_at = null, failure = null
      where r.requested_at <= ${staleBefore} or r.failed_at is not null
    returning game_id`.execute(trx);
  return rows.length > 0;
}

/** Claims a game that was asked for. @returns 'held': somebody opens it, or died while they did; 'none': nobody asks */
export async function claimRequest(
  db: Database,
  gameId: string,
  claim: { id: string; now: Date; until: Date },
): Promise<'claimed' | 'held' | 'none'> {
  const done = await db
    .updateTable('requested_checks')
    .set({ claim_id: claim.id, claimed_until: claim.until })
    .where('game_id', '=', gameId)
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', claim.now)]))
    .executeTakeFirst();
  if (done.numUpdatedRows > 0n) return 'claimed';
  return (await findRequest(db, gameId)) ? 'held' : 'none';
}

/** Gives a request back. @param failed when and why the game could not be opened; null: another machine may be able to */
export async function releaseRequest(
  db: Database,
  gameId: string,
  { claimId, failed }: { claimId: string; failed: { at: Date; text: string } | null },
): Promise<void> {
  await db
    .updateTable('requested_checks')
    .set({ claim_id: null, claimed_until: null, ...(failed && { failed_at: failed.at, failure: failed.text }) })
    .where('game_id', '=', gameId)
    .where('claim_id', '=', claimId)
    .execute();
}

/** Ends a request, unless it is somebody else's by now. */
export async function deleteRequest(db: Database, gameId: string, claimId: string): Promise<void> {
  await db.deleteFrom('requested_checks').where('game_id', '=', gameId).where('claim_id', '=', claimId).execute();
}

/** Whether the case of a game is open. */
export async function isCaseOpen(db: Database, gameId: string): Promise<boolean> {
  const row = await db.selectFrom('broken_games').select('game_id').where('game_id', '=', gameId).executeTakeFirst();
  return row !== undefined;
}

/** How many cases are open. */
export async function countCases(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('broken_games')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Closes the case of a game. @returns false if it is closed */
export async function deleteCase(trx: Transaction<DB>, gameId: string): Promise<boolean> {
  const done = await trx.deleteFrom('broken_games').where('game_id', '=', gameId).executeTakeFirst();
  return done.numDeletedRows > 0n;
}

export type NightRow = {
  night: string;
  planned: number;
  opened: number;
  broken: number;
  hidden: number;
  is_over: boolean;
  is_stopped: boolean;
  control_failed: boolean;
  control_failure: string | null;
};

/** The last night, with its sums: one range of an index, as long as a night. */
export async function findLastNight(db: Database): Promise<NightRow | undefined> {
  const { rows } = await sql<NightRow>`
    select n.night::text as night, n.planned, n.settled_at is not null as is_over, n.is_stopped, n.control_failed_at is not null as control_failed, n.control_failure,
      count(c.id)::int as opened, (count(*) filter (where c.finding = 'broken'))::int as broken,
      (count(*) filter (where c.has_hidden))::int as hidden
    from (select * from check_nights order by night desc limit 1) n left join game_checks c on c.night = n.night
    group by n.night, n.planned, n.settled_at, n.is_stopped, n.control_failed_at, n.control_failure`.execute(db);
  return rows[0];
}
