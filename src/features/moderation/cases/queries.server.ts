import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { TimeCursor } from '../../../shared/paging.ts';

/** The player that a case is about. `erased`: the account is gone, and `replacementId` is what stands for the player in the audit log. */
export type CaseSubject = {
  id: string;
  username: string;
  displayName: string;
  memberSince: Date;
  erased: { at: Date; closedAt: Date; replacementId: string } | null;
};

const PLAYER_COLUMNS = sql`id, username, display_name as "displayName", created_at as "memberSince"`;
const RETAINED_COLUMNS = sql`player_id as id, username, display_name as "displayName", member_since as "memberSince",
  erased_at, closed_at, replacement_id`;

type PlayerRow = Omit<CaseSubject, 'erased'>;
type RetainedRow = PlayerRow & { erased_at: Date; closed_at: Date; replacement_id: string };

function toErasedSubject({ erased_at: at, closed_at: closedAt, replacement_id: replacementId, ...player }: RetainedRow): CaseSubject {
  return { ...player, erased: { at, closedAt, replacementId } };
}

/** The case of a player who was erased. */
export async function findRetainedCase(db: Database, playerId: string): Promise<CaseSubject | undefined> {
  const { rows } = await sql<RetainedRow>`select ${RETAINED_COLUMNS} from retained_cases where player_id = ${playerId}`.execute(db);
  return rows[0] && toErasedSubject(rows[0]);
}

/**
 * Locks the player that a case is about, or what is kept of the player, until the end of the transaction. Whoever waits for an erasure
 * gets what is kept.
 */
export async function lockCaseSubject(trx: Transaction<DB>, playerId: string): Promise<CaseSubject | undefined> {
  const { rows } = await sql<PlayerRow>`select ${PLAYER_COLUMNS} from players where id = ${playerId} for no key update`.execute(trx);
  return rows[0] ? { ...rows[0], erased: null } : lockRetainedCase(trx, playerId);
}

/** Locks what is kept of a player who was erased until the end of the transaction. */
export async function lockRetainedCase(trx: Transaction<DB>, playerId: string): Promise<CaseSubject | undefined> {
  const { rows } = await sql<RetainedRow>`
    select ${RETAINED_COLUMNS} from retained_cases where player_id = ${playerId} for update`.execute(trx);
  return rows[0] && toErasedSubject(rows[0]);
}

/** Since when a case is marked for the police, or null. */
export async function findHold(db: Kysely<DB>, playerId: string): Promise<Date | null> {
  const row = await db.selectFrom('case_holds').select('held_at').where('player_id', '=', playerId).executeTakeFirst();
  return row?.held_at ?? null;
}

/** Marks a case for the police. @returns false if it is marked already */
export async function insertHold(trx: Transaction<DB>, playerId: string, at: Date): Promise<boolean> {
  const done = await trx
    .insertInto('case_holds')
    .values({ player_id: playerId, held_at: at })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Releases a case. @returns false if it is not marked */
export async function deleteHold(trx: Transaction<DB>, playerId: string): Promise<boolean> {
  const done = await trx.deleteFrom('case_holds').where('player_id', '=', playerId).executeTakeFirst();
  return done.numDeletedRows > 0n;
}

/** Ends the sanctions of an erased player that have not ended. @returns their number */
export async function liftRetainedSanctions(trx: Transaction<DB>, playerId: string, at: Date): Promise<number> {
  const { rows } = await sql`
    update retained_sanctions set lifted_at = ${at}
    where player_id = ${playerId} and kind <> 'warn' and lifted_at is null and (until is null or until > ${at}) returning id`.execute(trx);
  return rows.length;
}

export type RetainedCaseRow = {
  player_id: string;
  username: string;
  display_name: string;
  erased_at: Date;
  closed_at: Date;
  held_at: Date | null;
};

/**
 * Cases of erased players, the latest erasure first.
 * @param search the beginning of a name, or a player's id; '' for all
 */
export async function listRetainedCases(db: Database, search: string, limit: number, after: TimeCursor | null): Promise<RetainedCaseRow[]> {
  const start = `${search.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`;
  const { rows } = await sql<RetainedCaseRow>`
    select c.player_id, c.username, c.display_name, c.erased_at, c.closed_at, h.held_at
    from retained_cases c left join case_holds h on h.player_id = c.player_id
    where ${search === '' ? sql`true` : sql`(c.username like ${start} or lower(c.display_name) like ${start} or c.player_id::text = ${search.toLowerCase()})`}
      ${after ? sql`and (c.erased_at, c.player_id) < (${after.at}, ${after.id})` : sql``}
    order by c.erased_at desc, c.player_id desc limit ${limit}`.execute(db);
  return rows;
}

type Evidence = { seq: number; senderId: string; text: string; at: string };
export type CaseReportRow = {
  id: string;
  reported_player_id: string;
  reported_username: string;
  reported_display_name: string;
  reporter_id: string | null;
  reporter_username: string | null;
  reporter_display_name: string | null;
  /** The reporter had an account that is gone. */
  reporter_erased: boolean;
  message_seq: number | null;
  evidence: Evidence[];
  reason: string;
  description: string;
  state: 'new' | 'reviewing' | 'resolved' | 'dismissed';
  created_at: Date;
  decided_at: Date | null;
};

/**
 * All reports about a player, whether the account exists or not: those with a copy as the copy has them. Newest first with a limit for
 * pages that show the open ones first; oldest first by pages for files.
 */
async function listReports(db: Database, playerId: string, page: RawBuilder<unknown>): Promise<CaseReportRow[]> {
  const { rows } = await sql<CaseReportRow>`
    select * from (
      select r.id, r.reported_player_id, r.reported_username, r.reported_display_name,
        coalesce(k.reporter_id, r.reporter_id) as reporter_id, coalesce(k.reporter_username, who.username) as reporter_username,
        coalesce(k.reporter_display_name, who.display_name) as reporter_display_name, who.id is null as reporter_erased,
        r.message_seq, coalesce(k.evidence, r.evidence) as evidence, r.reason, coalesce(k.description, r.description) as description,
        r.state, r.created_at, r.decided_at
      from player_reports r left join players who on who.id = r.reporter_id left join retained_reports k on k.id = r.id
      where r.reported_player_id = ${playerId}
      union all
      select k.id, k.reported_player_id, k.reported_username, k.reported_display_name, k.reporter_id, k.reporter_username,
        k.reporter_display_name, not exists (select from players p where p.id = k.reporter_id),
        k.message_seq, k.evidence, k.reason, k.description, k.state, k.created_at, k.decided_at
      from retained_reports k
      where k.reported_player_id = ${playerId} and not exists (select from player_reports r where r.id = k.id)
    ) as reports ${page}`.execute(db);
  return rows;
}

/** The newest reports about an erased player. */
export async function listRetainedReports(db: Database, playerId: string, limit: number): Promise<CaseReportRow[]> {
  return listReports(db, playerId, sql`order by created_at desc, id limit ${limit}`);
}

/** Reports about a player, oldest first. @param after the last one of the previous page */
export async function listCaseReports(db: Database, playerId: string, limit: number, after: TimeCursor | null): Promise<CaseReportRow[]> {
  return listReports(
    db,
    playerId,
    sql`${after ? sql`where (created_at, id) > (${after.at}, ${after.id})` : sql``} order by created_at, id limit ${limit}`,
  );
}

export type CaseSanctionRow = {
  id: string;
  kind: 'warn' | 'mute' | 'ban';
  why: string;
  created_at: Date;
  until: Date | null;
  lifted_at: Date | null;
};

/** Sanctions of a player, whether the account exists or not, oldest first. @param after the last one of the previous page */
export async function listCaseSanctions(
  db: Database,
  playerId: string,
  limit: number,
  after: TimeCursor | null,
): Promise<CaseSanctionRow[]> {
  const columns = sql`id, kind, why, created_at, until, lifted_at`;
  const { rows } = await sql<CaseSanctionRow>`
    select * from (
      select ${columns} from sanctions where player_id = ${playerId}
      union all select ${columns} from retained_sanctions where player_id = ${playerId}
    ) as sanctions ${after ? sql`where (created_at, id) > (${after.at}, ${after.id})` : sql``}
    order by created_at, id limit ${limit}`.execute(db);
  return rows;
}

/** The newest sanctions of an erased player, newest first. */
export async function listRetainedSanctions(db: Database, playerId: string, limit: number): Promise<CaseSanctionRow[]> {
  return db
    .selectFrom('retained_sanctions')
    .select(['id', 'kind', 'why', 'created_at', 'until', 'lifted_at'])
    .where('player_id', '=', playerId)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
}

export type CaseHelpRequestRow = {
  id: string;
  kind: string;
  is_asked: boolean;
  words: string;
  state: string;
  created_at: Date;
  decided_at: Date | null;
};

/** What a player asked help for, whether the account exists or not, oldest first. @param after the last one of the previous page */
export async function listCaseHelpRequests(
  db: Database,
  playerId: string,
  limit: number,
  after: TimeCursor | null,
): Promise<CaseHelpRequestRow[]> {
  const columns = sql`id, kind, is_asked, words, state, created_at, decided_at`;
  const { rows } = await sql<CaseHelpRequestRow>`
    select * from (
      select ${columns} from help_requests where player_id = ${playerId}
      union all select ${columns} from retained_help_requests where player_id = ${playerId}
    ) as requests ${after ? sql`where (created_at, id) > (${after.at}, ${after.id})` : sql``}
    order by created_at, id limit ${limit}`.execute(db);
  return rows;
}

export type CaseLogRow = { id: string; at: Date; actor_name: string; action: string; note: string; details: unknown };

/**
 * What the team did about a player: of an erased one as the log had it before the erasure, and what came later. Ids of entries grow with
 * time.
 */
function listLog(db: Database, { id, erased }: CaseSubject, page: RawBuilder<unknown>): Promise<{ rows: CaseLogRow[] }> {
  const columns = sql`id, at, actor_name, action, note, details`;
  return sql<CaseLogRow>`
    select * from (
      select ${columns} from retained_decisions where player_id = ${id}
      union all
      select ${columns} from audit_log a where subject_kind = 'player' and subject_id = ${erased?.replacementId ?? id}
        and not exists (select from retained_decisions d where d.id = a.id)
    ) as entries ${page}`.execute(db);
}

/** The newest entries of the log, newest first. */
export async function listNewestLog(db: Database, subject: CaseSubject, limit: number): Promise<CaseLogRow[]> {
  return (await listLog(db, subject, sql`order by id desc limit ${limit}`)).rows;
}

/**
 * The log, oldest first.
 * @param after the id of the last entry of the previous page
 * @param withNotes whether the notes of the team are in it
 */
export async function listCaseLog(
  db: Database,
  subject: CaseSubject,
  { limit, after, withNotes }: { limit: number; after: string | null; withNotes: boolean },
): Promise<CaseLogRow[]> {
  const conditions = sql`where ${after === null ? sql`true` : sql`id > ${after}`} ${withNotes ? sql`` : sql`and action <> 'note'`}`;
  return (await listLog(db, subject, sql`${conditions} order by id limit ${limit}`)).rows;
}
