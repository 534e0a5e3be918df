import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { ADULT_BANDS } from '../../friends/access/rules.ts';
import type { ReportReason } from '../../chat/schema.ts';
import type { ReportState } from '../../reports/schema.ts';
import type { Role } from '../../../shared/permissions.ts';
import { stateCondition } from '../report-queue/rules.ts';
import type { ReportStateFilter } from '../schema.ts';

export type PlayerReportRow = {
  id: string;
  reported_player_id: string;
  username: string;
  display_name: string;
  avatar_url: string | null;
  role: Role;
  reported_username: string;
  reported_display_name: string;
  message_seq: number | null;
  evidence: { seq: number; senderId: string; text: string; at: string }[];
  reason: ReportReason | 'risk-score';
  description: string;
  state: ReportState;
  reporter: string | null;
  /** The reporter had an account that is gone. */
  reporter_erased: boolean;
  created_at: Date;
  changed_at: Date;
  decided_at: Date | null;
};

const COLUMNS = sql`r.id, r.reported_player_id, p.username, p.display_name, p.avatar_url, p.role, r.reported_username, r.reported_display_name, r.message_seq,
  coalesce(k.evidence, r.evidence) as evidence, r.reason, coalesce(k.description, r.description) as description, r.state,
  coalesce(who.username, k.reporter_username) as reporter, who.id is null as reporter_erased, r.created_at,
  coalesce(r.changed_at, r.created_at) as changed_at, r.decided_at`;
// A report whose reporter was erased is read from its copy: the report itself has lost what the reporter wrote.
const FROM = sql`player_reports r join players p on p.id = r.reported_player_id left join players who on who.id = r.reporter_id
  left join retained_reports k on k.id = r.id`;

/** Reports about players, oldest first, without those about `viewerId`. */
export async function listPlayerReports(
  db: Database,
  viewerId: string,
  state: ReportStateFilter,
  limit: number,
  after: { at: Date; id: string } | null,
): Promise<PlayerReportRow[]> {
  const { rows } = await sql<PlayerReportRow>`
    select ${COLUMNS} from ${FROM} where ${sql.raw(stateCondition('r.state', state))} and r.reported_player_id <> ${viewerId}
      ${after ? sql`and (r.created_at, r.id) > (${after.at}, ${after.id})` : sql``}
    order by r.created_at, r.id limit ${limit}`.execute(db);
  return rows;
}

/** Reports about one player, open ones first. */
export async function listReportsAboutPlayer(db: Database, playerId: string, limit: number): Promise<PlayerReportRow[]> {
  const { rows } = await sql<PlayerReportRow>`
    select ${COLUMNS} from ${FROM} where r.reported_player_id = ${playerId}
    order by (r.state in ('new', 'reviewing')) desc, r.created_at desc, r.id limit ${limit}`.execute(db);
  return rows;
}

/** A player as moderators see them. */
export async function findPlayerForCase(db: Database, playerId: string) {
  return db
    .selectFrom('players')
    .select(['id', 'username', 'display_name', 'avatar_url', 'role', 'created_at', 'deletes_at'])
    .where('id', '=', playerId)
    .executeTakeFirst();
}

export type SanctionRow = {
  id: string;
  kind: 'warn' | 'mute' | 'ban';
  why: string;
  created_at: Date;
  until: Date | null;
  lifted_at: Date | null;
};

/** Sanctions of a player, newest first. */
export async function listSanctions(db: Database, playerId: string, limit: number): Promise<SanctionRow[]> {
  return db
    .selectFrom('sanctions')
    .select(['id', 'kind', 'why', 'created_at', 'until', 'lifted_at'])
    .where('player_id', '=', playerId)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
}

export type ApprovalRow = { adult: string; child: string; at: Date; counts: boolean };

/** Grown-ups whom guardians approved by name, where one of the two is this player: what was approved, also if it does not count any more. */
export async function listApprovals(db: Database, playerId: string, limit: number): Promise<ApprovalRow[]> {
  const { rows } = await sql<ApprovalRow>`
    select a.username as adult, p.username as child, max(r.at) as at,
      coalesce(is_approved_adult(a.id, p.id) and a.role = 'player'
        and a.age_band in ${sql.raw(ADULT_BANDS)} and p.age_band not in ${sql.raw(ADULT_BANDS)}, false) as counts
    from consent_records r join players a on a.id = r.adult_id join players p on p.id = r.player_id
    where r.adult_change = 'approved' and (r.adult_id = ${playerId} or r.player_id = ${playerId})
    group by a.id, p.id order by at desc limit ${limit}`.execute(db);
  return rows;
}

/** How many guardians have ever approved a player by name, whatever the player's age now, and also for children whose accounts are gone. */
export async function countApprovers(db: Database, playerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('adult_approvers')
    .select((select) => select.cast<number>(select.fn.countAll(), 'integer').as('count'))
    .where('adult_id', '=', playerId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Closes the open reports about a player that were sent, and last added to, up to a given time. @returns the closed reports */
export async function closeReportsAboutPlayer(
  trx: Transaction<DB>,
  playerId: string,
  to: 'resolved' | 'dismissed',
  at: Date,
  upTo: Date,
): Promise<{ id: string; reporter_id: string | null; reason: ReportReason | 'risk-score' }[]> {
  return trx
    .updateTable('player_reports')
    .set({ state: to, decided_at: at })
    .where('reported_player_id', '=', playerId)
    .where('state', 'in', ['new', 'reviewing'])
    .where(sql<Date>`coalesce(changed_at, created_at)`, '<=', upTo)
    .returning(['id', 'reporter_id', 'reason'])
    .execute();
}

/** Inserts a sanction. */
export async function insertSanction(
  trx: Transaction<DB>,
  one: { id: string; playerId: string; kind: 'warn' | 'mute' | 'ban'; why: string; at: Date; until: Date | null },
): Promise<void> {
  await trx
    .insertInto('sanctions')
    .values({ id: one.id, player_id: one.playerId, kind: one.kind, why: one.why, created_at: one.at, until: one.until })
    .execute();
}

/** Lifts all active sanctions. @returns their number */
export async function liftSanctions(trx: Transaction<DB>, playerId: string, at: Date): Promise<number> {
  const { rows } = await sql`
    update sanctions set lifted_at = ${at}
    where player_id = ${playerId} and kind <> 'warn' and lifted_at is null and (until is null or until > ${at}) returning id`.execute(trx);
  return rows.length;
}
