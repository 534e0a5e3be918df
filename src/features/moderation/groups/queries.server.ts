import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { Role } from '../../../shared/permissions.ts';
import type { BadgeColumns } from '../../groups/badge-columns.rules.ts';
import type { GroupReportReason } from '../../groups/reports/schema.ts';
import type { GroupRole } from '../../groups/schema.ts';
import type { ReportState } from '../../reports/schema.ts';
import { stateCondition } from '../report-queue/rules.ts';
import type { ReportStateFilter } from '../schema.ts';
import type { GroupCloser } from './schema.ts';

export type GroupReportRow = BadgeColumns & {
  id: string;
  group_id: string;
  name: string;
  motto: string;
  closed_by: GroupCloser | null;
  reported_name: string;
  reported_motto: string;
  reason: GroupReportReason;
  description: string;
  state: ReportState;
  reporter: string | null;
  created_at: Date;
  changed_at: Date;
  decided_at: Date | null;
};

const COLUMNS = sql`r.id, r.group_id, g.name, g.motto, g.badge_shape, g.badge_color, g.badge_cloth, g.badge_sign, g.closed_by, r.reported_name,
  r.reported_motto, r.reason, r.description, r.state, p.username as reporter, r.created_at, coalesce(r.changed_at, r.created_at) as changed_at,
  r.decided_at`;
const FROM = sql`group_reports r join groups g on g.id = r.group_id left join players p on p.id = r.reporter_id`;

/** Reports about groups, oldest first, without those about groups that the viewer is party to. */
export async function listGroupReports(
  db: Database,
  viewerId: string,
  state: ReportStateFilter,
  limit: number,
  after: { at: Date; id: string } | null,
): Promise<GroupReportRow[]> {
  const { rows } = await sql<GroupReportRow>`
    select ${COLUMNS} from ${FROM} where ${sql.raw(stateCondition('r.state', state))} and not is_party_to_group(${viewerId}, r.group_id)
      ${after ? sql`and (r.created_at, r.id) > (${after.at}, ${after.id})` : sql``}
    order by r.created_at, r.id limit ${limit}`.execute(db);
  return rows;
}

/** Reports about one group, open ones first. */
export async function listReportsAboutGroup(db: Database, groupId: string, limit: number): Promise<GroupReportRow[]> {
  const { rows } = await sql<GroupReportRow>`
    select ${COLUMNS} from ${FROM} where r.group_id = ${groupId}
    order by (r.state in ('new', 'reviewing')) desc, r.created_at desc, r.id limit ${limit}`.execute(db);
  return rows;
}

/** A group, closed or not. `isParty`: the viewer belongs to it in some way. */
export async function findGroupForCase(db: Database, groupId: string, viewerId: string) {
  return db
    .selectFrom('groups')
    .select(['id', 'name', 'motto', 'badge_shape', 'badge_color', 'badge_cloth', 'badge_sign', 'created_at', 'closed_at', 'closed_by'])
    .select(sql<boolean>`is_party_to_group(${viewerId}, id)`.as('isParty'))
    .where('id', '=', groupId)
    .executeTakeFirst();
}

type PersonRow = { id: string; username: string; display_name: string; avatar_url: string | null; role: Role };
const PERSON = sql`p.id, p.username, p.display_name, p.avatar_url, p.role`;

/** The members of a group, the owner first, then helpers. A group has few, so all of them. */
export async function listCaseMembers(db: Database, groupId: string): Promise<(PersonRow & { group_role: GroupRole; joined_at: Date })[]> {
  const { rows } = await sql<PersonRow & { group_role: GroupRole; joined_at: Date }>`
    select ${PERSON}, m.role as group_role, m.joined_at from group_members m join players p on p.id = m.player_id
    where m.group_id = ${groupId} order by array_position(array['owner', 'helper', 'member'], m.role), m.joined_at, p.id`.execute(db);
  return rows;
}

/** Open invitations to a group, oldest first. */
export async function listCaseInvitations(
  db: Database,
  groupId: string,
  now: Date,
): Promise<(PersonRow & { invited_by: string | null; at: Date })[]> {
  const { rows } = await sql<PersonRow & { invited_by: string | null; at: Date }>`
    select ${PERSON}, b.username as invited_by, i.created_at as at
    from group_invitations i join players p on p.id = i.player_id left join players b on b.id = i.invited_by
    where i.group_id = ${groupId} and i.state = 'open' and i.until > ${now} order by i.created_at, p.id`.execute(db);
  return rows;
}

export type NameRow = {
  change_id: string;
  name: string;
  motto: string;
  kind: 'made' | 'changed' | 'taken-away';
  changed_at: Date;
  id: string | null;
  username: string;
  display_name: string;
  avatar_url: string | null;
  role: Role;
};

/** The names and mottos of a group, newest first. */
export async function listCaseNames(db: Database, groupId: string, limit: number): Promise<NameRow[]> {
  const { rows } = await sql<NameRow>`
    select n.id as change_id, n.name, n.motto, n.kind, n.changed_at, ${PERSON}
    from group_name_changes n left join players p on p.id = n.changed_by
    where n.group_id = ${groupId} order by n.changed_at desc, n.id desc limit ${limit}`.execute(db);
  return rows;
}

/** The groups that a player is in, then those closed ones whose rows are still there; newest first. */
export async function listGroupsOfPlayer(
  db: Database,
  playerId: string,
  limit: number,
): Promise<{ id: string; name: string; role: GroupRole; isClosed: boolean }[]> {
  return (
    db
      .selectFrom('group_members as m')
      .innerJoin('groups as g', 'g.id', 'm.group_id')
      .select(['g.id', 'g.name', 'm.role', sql<boolean>`g.closed_at is not null`.as('isClosed')])
      .where('m.player_id', '=', playerId)
      // Whoever makes and closes many hides no open one by that.
      .orderBy(sql`g.closed_at is not null`)
      .orderBy('m.joined_at', 'desc')
      .orderBy('g.id')
      .limit(limit)
      .execute()
  );
}

/** A locked group. `isParty`: the actor belongs to it in some way. `newestName`: the id of its newest name. */
export type LockedGroup = { name: string; motto: string; isClosed: boolean; isParty: boolean; newestName: string | null };

/** Locks a group until the end of the transaction: nobody reports, renames or decides about it meanwhile. */
export async function lockGroupForCase(trx: Transaction<DB>, groupId: string, actorId: string): Promise<LockedGroup | undefined> {
  // Players before groups, as everywhere: those who are notified.
  await sql`
    select 1 from players p where p.id in (
      select m.player_id from group_members m where m.group_id = ${groupId}
      union select r.reporter_id from group_reports r where r.group_id = ${groupId} and r.state in ('new', 'reviewing'))
    order by p.id for key share`.execute(trx);
  const { rows } = await sql<LockedGroup>`
    select name, motto, closed_at is not null as "isClosed", is_party_to_group(${actorId}, id) as "isParty" from groups
    where id = ${groupId} for update`.execute(trx);
  if (!rows[0]) return undefined;
  // In a statement of its own: whoever waited for the lock sees what was written before it came.
  const newest = await trx
    .selectFrom('group_name_changes')
    .select('id')
    .where('group_id', '=', groupId)
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { ...rows[0], newestName: newest?.id ?? null };
}

/** Closes the open reports about a group that were sent, and last added to, up to a given time. @returns the closed reports */
export async function closeGroupReports(
  trx: Transaction<DB>,
  groupId: string,
  to: 'resolved' | 'dismissed',
  at: Date,
  upTo: Date,
): Promise<{ id: string; reporter_id: string | null }[]> {
  return trx
    .updateTable('group_reports')
    .set({ state: to, decided_at: at })
    .where('group_id', '=', groupId)
    .where('state', 'in', ['new', 'reviewing'])
    .where(sql<Date>`coalesce(changed_at, created_at)`, '<=', upTo)
    .returning(['id', 'reporter_id'])
    .execute();
}
