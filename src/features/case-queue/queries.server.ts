import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { Database } from '../../infra/database/database.ts';
import type { DB } from '../../infra/database/tables.ts';
import type { Role } from '../../shared/permissions.ts';
import { KINDS_BY_URGENCY } from '../help-requests/rules.ts';
import {
  AUTOMATIC_SILENCE_MINUTES,
  EXCERPT_MAX,
  RANKS,
  URGENT_GROUP_REPORT_REASONS,
  URGENT_REPORT_REASONS,
  type CaseToCall,
  type OpenCaseGroup,
} from './rules.ts';
import type { CaseKey, CaseKind, CaseReason } from './schema.ts';

/** Whose list it is: nobody decides about themselves, or about a group that they belong to or reported, and only operators see messages and broken games. */
export type QueueViewer = { id: string; isOperator: boolean };

/** Where a case stands in the list. */
export type CasePosition = CaseKey & { rank: number; openedAt: Date };

export type CaseRow = {
  kind: CaseKind;
  subject_id: string;
  rank: number;
  opened_at: Date;
  report_count: number;
  reason: CaseReason;
  name: string;
  excerpt: string;
  /** The player whom it is about or from; null for groups, games, and messages of visitors. */
  player_id: string | null;
  /** Of what the check saw of a broken game. */
  picture_id: string | null;
  assignee_id: string | null;
  is_deliberate: boolean | null;
  assignee_username: string | null;
  assignee_display_name: string | null;
  assignee_avatar_url: string | null;
};

const URGENT = sql`${sql.val([...URGENT_REPORT_REASONS])}::text[]`;
const GROUP_URGENT = sql`${sql.val([...URGENT_GROUP_REPORT_REASONS])}::text[]`;
const HELP_RANK = sql`array_position(${sql.val([...KINDS_BY_URGENCY])}::text[], h.kind) - 1`;

/**
 * All open cases, as a table: `kind`, `subject_id`, `subject` (the same as uuid; null for games), `rank`, `opened_at`, `report_count`. It reads
 * what is open only, by the partial indexes, no matter how much is closed: so each part repeats the condition of its index.
 */
function openCases({ id, isOperator }: QueueViewer): RawBuilder<unknown> {
  return sql`
    select 'help' as kind, h.id::text as subject_id, h.id as subject, (${HELP_RANK})::int as rank, coalesce(h.opened_at, h.created_at) as opened_at,
      1 as report_count
    from help_requests h where h.state in ('new', 'reviewing') and h.player_id <> ${id}
    union all
    select 'player', r.reported_player_id::text, r.reported_player_id,
      (case when bool_or(r.reason = any(${URGENT})) or exists (select from contact_pauses c where c.player_id = r.reported_player_id)
        then ${RANKS.urgentReport} else ${RANKS.other} end)::int, min(r.created_at), count(*)::int
    from player_reports r where r.state in ('new', 'reviewing') and r.reported_player_id <> ${id} group by r.reported_player_id
    union all
    select 'group', r.group_id::text, r.group_id,
      (case when bool_or(r.reason = any(${GROUP_URGENT})) then ${RANKS.urgentReport} else ${RANKS.other} end)::int, min(r.created_at), count(*)::int
    from group_reports r where r.state in ('new', 'reviewing') and not is_party_to_group(${id}, r.group_id) group by r.group_id
    union all
    select 'game', r.game_id, null::uuid, ${RANKS.other}::int, min(r.created_at), count(*)::int
    from reports r where r.state in ('new', 'reviewing') group by r.game_id
    union all
    select 'picture', u.id::text, u.id, ${RANKS.other}::int, u.created_at, 1
    from avatar_uploads u where u.state = 'waiting' and u.player_id <> ${id}
    ${
      isOperator
        ? sql`union all
    select 'message', m.id::text, m.id, ${RANKS.other}::int, m.created_at, 1 from contact_messages m where m.state = 'open'
    union all
    select 'broken-game', b.game_id, null::uuid, ${RANKS.other}::int, b.opened_at, 1 from broken_games b`
        : sql``
    }`;
}

const SORT_KEY = sql`c.rank, c.opened_at, c.kind, c.subject_id collate "C"`;

/**
 * Open cases in the order of the list, with what the list shows of them.
 * @param after the last case that was shown
 * @param only one case
 */
export async function listOpenCases(
  db: Database,
  viewer: QueueViewer,
  now: Date,
  { limit, after = null, only = null }: { limit: number; after?: CasePosition | null; only?: CaseKey | null },
): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    select c.kind, c.subject_id, c.rank, c.opened_at, c.report_count,
      coalesce(h.kind, pr.reason, tr.reason, gr.reason, b.outcome, c.kind) as reason,
      coalesce(g.title, tr.name, m.subject, p.username, '') as name,
      left(coalesce(h.words, pr.description, tr.description, gr.description, m.body, ''), ${EXCERPT_MAX}::int) as excerpt,
      coalesce(p.id, m.player_id) as player_id, b.picture_id,
      a.assignee_id, a.is_deliberate, ap.username as assignee_username, ap.display_name as assignee_display_name, ap.avatar_url as assignee_avatar_url
    from (
      select * from (${openCases(viewer)}) c
      where ${only ? sql`c.kind = ${only.kind} and c.subject_id = ${only.subjectId}` : sql`true`}
        ${after ? sql`and (${SORT_KEY}) > (${after.rank}::int, ${after.openedAt}, ${after.kind}, ${after.subjectId} collate "C")` : sql``}
      order by ${SORT_KEY} limit ${limit}
    ) c
    left join help_requests h on c.kind = 'help' and h.id = c.subject
    left join lateral (
      select r.reason, r.description from player_reports r
      where c.kind = 'player' and r.reported_player_id = c.subject and r.state in ('new', 'reviewing')
      order by (r.reason = any(${URGENT})) desc, r.created_at, r.id limit 1
    ) pr on true
    left join lateral (
      select r.reason, r.description, t.name from group_reports r join groups t on t.id = r.group_id
      where c.kind = 'group' and r.group_id = c.subject and r.state in ('new', 'reviewing')
      order by (r.reason = any(${GROUP_URGENT})) desc, r.created_at, r.id limit 1
    ) tr on true
    left join lateral (
      select r.reason, r.description from reports r
      where c.kind = 'game' and r.game_id = c.subject_id and r.state in ('new', 'reviewing')
      order by (r.reason = 'inappropriate_content') desc, r.created_at, r.id limit 1
    ) gr on true
    left join games g on c.kind in ('game', 'broken-game') and g.id = c.subject_id
    left join lateral (
      select b.outcome, s.picture_id from broken_games b left join game_check_states s on s.game_id = b.game_id
      where c.kind = 'broken-game' and b.game_id = c.subject_id
    ) b on true
    left join avatar_uploads u on c.kind = 'picture' and u.id = c.subject
    left join contact_messages m on c.kind = 'message' and m.id = c.subject
    left join players p on p.id = coalesce(h.player_id, u.player_id, case when c.kind = 'player' then c.subject end)
    left join case_assignments a on a.kind = c.kind and a.subject_id = c.subject_id and a.expires_at > ${now}
    left join players ap on ap.id = a.assignee_id
    order by ${SORT_KEY}`.execute(db);
  return rows;
}

export type CaseCountRow = { kind: CaseKind; total: number; urgent: number; due_soon: number; late: number };

/** How many cases of each kind are open. Those opened before `dueSoonBefore` have little time left, those before `lateBefore` none. */
export async function countOpenCases(
  db: Database,
  viewer: QueueViewer,
  { dueSoonBefore, lateBefore }: { dueSoonBefore: Date; lateBefore: Date },
): Promise<CaseCountRow[]> {
  const { rows } = await sql<CaseCountRow>`
    select c.kind, count(*)::int as total, (count(*) filter (where c.rank < ${RANKS.other}))::int as urgent,
      (count(*) filter (where c.opened_at < ${dueSoonBefore} and c.opened_at >= ${lateBefore}))::int as due_soon,
      (count(*) filter (where c.opened_at < ${lateBefore}))::int as late
    from (${openCases(viewer)}) c group by c.kind`.execute(db);
  return rows;
}

/** The first case in the list that nobody else looks at, and that the viewer has not left after `leftSince`. */
export async function findNextCase(db: Database, viewer: QueueViewer, now: Date, leftSince: Date): Promise<CaseKey | undefined> {
  const { rows } = await sql<{ kind: CaseKind; subjectId: string }>`
    select c.kind, c.subject_id as "subjectId" from (${openCases(viewer)}) c
    where not exists (
      select from case_assignments a
      where a.kind = c.kind and a.subject_id = c.subject_id and a.expires_at > ${now} and a.assignee_id <> ${viewer.id})
      and not exists (
      select from case_leaves v
      where v.kind = c.kind and v.subject_id = c.subject_id and v.player_id = ${viewer.id} and v.left_at > ${leftSince})
    order by ${SORT_KEY} limit 1`.execute(db);
  return rows[0];
}

/** Sees every case: no player has this id. */
const EVERY_CASE: QueueViewer = { id: '00000000-0000-0000-0000-000000000000', isOperator: true };

/** Whom a case is about, null for groups, games and messages; and who of the team belongs to a group that it is about, or reported it. */
const ABOUT = sql`
  left join help_requests h on c.kind = 'help' and h.id = c.subject
  left join avatar_uploads u on c.kind = 'picture' and u.id = c.subject
  cross join lateral (select coalesce(h.player_id, u.player_id, case when c.kind = 'player' then c.subject end) as id) about
  cross join lateral (select array(
    select t.id from players t where c.kind = 'group' and t.role in ('moderator', 'operator') and is_party_to_group(t.id, c.subject) order by t.id
  ) as ids) party`;

/** Whether a case is urgent by the word of players alone. */
const IS_REPORTED_ONLY = sql`(c.rank = ${RANKS.urgentReport} and not exists (select from contact_pauses w where w.player_id = c.subject)
  and not exists (select from player_reports r
    where r.reported_player_id = c.subject and r.state in ('new', 'reviewing') and r.reason = 'risk-score'))`;

/**
 * Cases for which the team was not called yet, in the order of the list: urgent ones that nobody looks at, and those that wait for so long that
 * their time is nearly over. An urgent one counts as not called again once whoever had it does not have it any more, and
 * one that was called by the word of players alone once there is more.
 * @param openedBefore those have little time left
 */
export async function listCasesToCall(
  db: Kysely<DB>,
  { now, openedBefore, limit }: { now: Date; openedBefore: Date; limit: number },
): Promise<CaseToCall[]> {
  // One that opened by itself may be in a tab that nobody reads.
  const automaticSince = new Date(now.getTime() - AUTOMATIC_SILENCE_MINUTES * 60_000);
  // Alerts have the milliseconds that JavaScript knows.
  const alert = (reason: 'urgent' | 'due-soon') => sql`select from case_alerts l
    where l.kind = c.kind and l.subject_id = c.subject_id and l.reason = ${reason} and not l.is_void
      and l.opened_at = date_trunc('milliseconds', c.opened_at)`;
  // Somebody had the case after the call, and it is still open: the call did not lead to a decision.
  const hasEndedSince = sql`exists (
    select from case_assignments e where e.kind = c.kind and e.subject_id = c.subject_id and e.expires_at <= ${now} and e.expires_at > l.sent_at
      and (e.is_deliberate or l.sent_at < e.assigned_at + make_interval(mins => ${AUTOMATIC_SILENCE_MINUTES}::int)))`;
  const { rows } = await sql<CaseToCall>`
    select * from (
      select c.kind, c.subject_id as "subjectId", c.opened_at as "openedAt", c.rank, about.id as "playerId", party.ids as "partyIds",
        c.rank < ${RANKS.other} and not exists (
          ${alert('urgent')} and (not l.is_reported_only or ${IS_REPORTED_ONLY}) and not ${hasEndedSince}) and not exists (
          select from case_assignments a join players p on p.id = a.assignee_id and p.role <> 'player' and ${isActive(now)}
          where a.kind = c.kind and a.subject_id = c.subject_id and a.expires_at > ${now}
            and (a.is_deliberate or a.assigned_at > ${automaticSince})) as "callsUrgent",
        ${IS_REPORTED_ONLY} as "isReportedOnly",
        c.opened_at < ${openedBefore} and not exists (${alert('due-soon')}) as "callsDueSoon"
      from (${openCases(EVERY_CASE)}) c ${ABOUT}
    ) c
    where "callsUrgent" or "callsDueSoon"
    order by c.rank, c."isReportedOnly", c."openedAt", c.kind, c."subjectId" collate "C" limit ${limit}`.execute(db);
  return rows;
}

/** All open cases, counted by kind and rank. Those about one of the team are counted apart, because that person is not told of them. */
export async function listOpenCaseGroups(db: Kysely<DB>, { lateBefore }: { lateBefore: Date }): Promise<OpenCaseGroup[]> {
  const { rows } = await sql<OpenCaseGroup>`
    select c.kind, c.rank, p.id as "playerId", party.ids as "partyIds", count(*)::int as total, (count(*) filter (where c.opened_at < ${lateBefore}))::int as late,
      min(c.opened_at) as "oldestAt"
    from (${openCases(EVERY_CASE)}) c ${ABOUT}
    left join players p on p.id = about.id and p.role in ('moderator', 'operator')
    group by c.kind, c.rank, p.id, party.ids`.execute(db);
  return rows;
}

/** What an assignment is made of. `isDeliberate`: somebody chose it; else the case opened by itself. */
type NewAssignment = { assigneeId: string; isDeliberate: boolean; from: 'everybody' | { playerId: string }; now: Date; expiresAt: Date };

/**
 * Gives a case to somebody. One that opens by itself for its assignee stays as it was chosen, as long as it was, and since when it was.
 * @param assignment `from`: whose it may be until now: everybody's, or only this player's (and nobody's)
 * @returns false if it is somebody else's
 */
export async function assignCase(
  db: Kysely<DB>,
  { kind, subjectId }: CaseKey,
  { assigneeId, isDeliberate, from, now, expiresAt }: NewAssignment,
): Promise<boolean> {
  const goesOn = sql`(not excluded.is_deliberate and a.assignee_id = excluded.assignee_id and a.expires_at > ${now})`;
  const { rows } = await sql`
    insert into case_assignments as a (kind, subject_id, assignee_id, is_deliberate, assigned_at, expires_at)
    values (${kind}, ${subjectId}, ${assigneeId}, ${isDeliberate}, ${now}, ${expiresAt})
    on conflict (kind, subject_id) do update
      set assignee_id = excluded.assignee_id,
        is_deliberate = case when ${goesOn} then a.is_deliberate else excluded.is_deliberate end,
        assigned_at = case when ${goesOn} then a.assigned_at else excluded.assigned_at end,
        expires_at = case when ${goesOn} then greatest(a.expires_at, excluded.expires_at) else excluded.expires_at end
      where ${from === 'everybody' ? sql`true` : sql`a.expires_at <= ${now} or a.assignee_id = ${from.playerId}`}
    returning a.assignee_id`.execute(db);
  return rows.length > 0;
}

/**
 * Lets a case go on being its assignee's, who looks at it. One that was handed on keeps its longer time.
 * @param renewal `isDeliberate`: they did something about it, so it is theirs by choice from now on, also if it opened by itself
 */
export async function renewAssignment(
  db: Database,
  { kind, subjectId }: CaseKey,
  { assigneeId, isDeliberate, expiresAt }: Pick<NewAssignment, 'assigneeId' | 'isDeliberate' | 'expiresAt'>,
): Promise<void> {
  await sql`
    update case_assignments set expires_at = greatest(expires_at, ${expiresAt}), is_deliberate = is_deliberate or ${isDeliberate}
    where kind = ${kind} and subject_id = ${subjectId} and assignee_id = ${assigneeId}
      and (expires_at < ${expiresAt} or (${isDeliberate} and not is_deliberate))`.execute(db);
}

/** Takes a case from its assignee, whoever it is, or only if it is this player. @returns whether it was somebody's */
export async function deleteAssignment(db: Kysely<DB>, { kind, subjectId }: CaseKey, assigneeId: string | null = null): Promise<boolean> {
  const done = await db
    .deleteFrom('case_assignments')
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .$if(assigneeId !== null, (query) => query.where('assignee_id', '=', assigneeId))
    .executeTakeFirst();
  return done.numDeletedRows > 0n;
}

/** Records that somebody left a case. */
export async function insertLeave(db: Kysely<DB>, { kind, subjectId }: CaseKey, playerId: string, now: Date): Promise<void> {
  await db
    .insertInto('case_leaves')
    .values({ kind, subject_id: subjectId, player_id: playerId, left_at: now })
    .onConflict((on) => on.columns(['player_id', 'kind', 'subject_id']).doUpdateSet({ left_at: now }))
    .execute();
}

/** Forgets that somebody left a case: they have it again. */
export async function deleteLeave(db: Kysely<DB>, { kind, subjectId }: CaseKey, playerId: string): Promise<void> {
  await db
    .deleteFrom('case_leaves')
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('player_id', '=', playerId)
    .execute();
}

/** Lets the team be called for a case again: until now it was somebody's. */
export async function voidUrgentAlerts(db: Kysely<DB>, { kind, subjectId }: CaseKey): Promise<void> {
  await db
    .updateTable('case_alerts')
    .set({ is_void: true })
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('reason', '=', 'urgent')
    .execute();
}

/** Whether a player `p` of the team can act for it: not banned, closed or about to be deleted. */
function isActive(now: Date): RawBuilder<SqlBool> {
  return sql<SqlBool>`p.deletes_at is null and p.closed_as is null and not exists (
    select from sanctions x where x.player_id = p.id and x.kind = 'ban' and x.lifted_at is null and (x.until is null or x.until > ${now}))`;
}

/** The team as far as it can act, by name. @param roles which roles */
export async function listTeam(
  db: Database,
  roles: Exclude<Role, 'player'>[],
  now: Date,
): Promise<{ id: string; username: string; display_name: string }[]> {
  return db
    .selectFrom('players as p')
    .select(['id', 'username', 'display_name'])
    .where('role', 'in', roles)
    .where(isActive(now))
    .orderBy('username')
    .limit(100)
    .execute();
}

/** Of some players, those who belong to a group, are invited to it, made it or reported it. */
export async function listPartiesToGroup(db: Database, groupId: string, playerIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${playerIds}::uuid[]) as of (id) where is_party_to_group(id, ${groupId})`.execute(db);
  return rows.map((row) => row.id);
}
