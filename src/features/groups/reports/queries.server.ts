import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import { getMentionPattern, type ErasureSubject } from '../../../infra/erasure.ts';
import { addToReport, ADDED_DESCRIPTION_MAX } from './rules.ts';
import type { GroupReportReason } from './schema.ts';

type NewReport = { id: string; groupId: string; reporterId: string; reason: GroupReportReason; description: string; at: Date };

/**
 * Saves a report about a group of which the reporter is a member, or to which they are invited; or adds it to the open one of the same player.
 * Waits for a moderator who is deciding about the group, so that nobody reports one that is closed.
 * @returns the id of the new or the existing report; null if the group is nothing to the reporter, or closed
 */
export async function saveGroupReport(trx: Transaction<DB>, report: NewReport): Promise<string | null> {
  const { groupId, reporterId, at } = report;
  // The reporter's row, so that the second of two concurrent reports finds the first; and those whose deletion waits for the report, which
  // begins before or after it. Players are locked before groups, as everywhere.
  await sql`select 1 from players where id = ${reporterId} for no key update`.execute(trx);
  await sql`
    select 1 from players p where p.id in (
      select m.player_id from group_members m where m.group_id = ${groupId} and m.role = 'owner'
      union select g.created_by from groups g where g.id = ${groupId}
      union select n.changed_by from group_name_changes n where n.group_id = ${groupId})
    order by p.id for key share`.execute(trx);
  const { rows } = await sql<{ name: string; motto: string }>`
    select g.name, g.motto from groups g
    where g.id = ${groupId} and g.closed_at is null and (
      exists (select from group_members m where m.group_id = g.id and m.player_id = ${reporterId})
      or exists (select from group_invitations i
        where i.group_id = g.id and i.player_id = ${reporterId} and i.state = 'open' and i.until > ${at}))
    for key share`.execute(trx);
  const [group] = rows;
  if (!group) return null;
  const open = await trx
    .selectFrom('group_reports')
    .select(['id', 'reason', 'description'])
    .where('group_id', '=', groupId)
    .where('reporter_id', '=', reporterId)
    .where('state', 'in', ['new', 'reviewing'])
    .forUpdate()
    .executeTakeFirst();
  if (!open) {
    const row = { id: report.id, group_id: groupId, reporter_id: reporterId, reason: report.reason, description: report.description };
    await trx
      .insertInto('group_reports')
      .values({ ...row, reported_name: group.name, reported_motto: group.motto, created_at: at })
      .execute();
    return report.id;
  }
  const { reason, description, isChanged } = addToReport(open, report);
  // A moderator who read it before has not read what is new.
  if (isChanged) await trx.updateTable('group_reports').set({ reason, description, changed_at: at }).where('id', '=', open.id).execute();
  return open.id;
}

/** Removes the player from reports about groups: their own ones, and those that mention them. */
export async function eraseFromGroupReports(trx: Transaction<DB>, who: ErasureSubject): Promise<void> {
  const pattern = getMentionPattern(who);
  await sql`
    update group_reports set description = left(redact_player(description, redaction_scope(erasure_subject(), reporter_id = ${who.id}, description)),
      ${ADDED_DESCRIPTION_MAX}::int)
    where reporter_id = ${who.id} or description ~* ${pattern}`.execute(trx);
}
