import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { actionFailure } from '../../../shared/action-result.ts';
import { AppError } from '../../../shared/app-error.ts';
import { isId } from '../../../shared/ids.ts';
import { decodeTimeCursor } from '../../../shared/paging.ts';
import { parseForm, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { getUsername, insertAuditEntry, listAuditEntries } from '../../audit-log/queries.server.ts';
import { recordDataAccess } from '../../audit-log/service.server.ts';
import { toPlayerSummary } from '../../friends/access/rules.ts';
import { toBadge, type BadgeColumns } from '../../groups/badge-columns.rules.ts';
import { closeGroupByTeam, takeAwayGroupName } from '../../groups/team.service.server.ts';
import { createNotifications, publishNotifications } from '../../notifications/service.server.ts';
import { countWaitingReports } from '../report-queue/queries.server.ts';
import { getLateBefore, getReportAge, QUEUE_PAGE_SIZE, toQueuePage } from '../report-queue/rules.ts';
import { CASE_LOG_MAX, CASE_REPORTS_MAX, parseSeenUntil } from '../rules.ts';
import type { ReportStateFilter } from '../schema.ts';
import { texts as teamTexts } from '../texts.ts';
import { groupDecisionForm } from './forms.server.ts';
import * as queries from './queries.server.ts';
import { CASE_NAMES_MAX, getAllowedDecisions } from './rules.ts';
import type {
  GroupCase,
  GroupDecision,
  GroupDecisionResult,
  GroupNameEntry,
  GroupOfPlayer,
  GroupReport,
  GroupReportQueue,
  NameFault,
} from './schema.ts';
import { notificationTexts, texts } from './texts.ts';

/** Reports about groups, oldest first, without those about groups that the actor is party to. @throws AppError 'not-allowed' */
export async function listGroupReports(
  ctx: AppContext,
  actor: Actor,
  state: ReportStateFilter,
  after: string | null,
): Promise<GroupReportQueue> {
  authorize(actor, 'report:review');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const [rows, counts] = await Promise.all([
    queries.listGroupReports(ctx.db, actor.id, state, QUEUE_PAGE_SIZE + 1, decodeTimeCursor(after)),
    countWaitingReports(ctx.db, 'group_reports', getLateBefore(ctx.now()), actor.id),
  ]);
  const page = toQueuePage(rows, counts, (row) => toGroupReport(ctx, row));
  await recordDataAccess(
    ctx,
    actor,
    'read-case',
    page.items.map(({ group }) => ({ subjectId: group.id })),
  );
  return page;
}

/**
 * One group, reported or not, closed or not: members, invitations, names, reports and audit log.
 * @throws AppError 'not-allowed' (also for a group that the actor is party to), 'not-found'
 */
export async function getGroupCase(ctx: AppContext, actor: Actor, id: string): Promise<GroupCase> {
  authorize(actor, 'report:review');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  // Before anything is read, so that nothing reported meanwhile is taken for read.
  const now = ctx.now();
  const group = isId(id) ? await queries.findGroupForCase(ctx.db, id, actor.id) : undefined;
  if (!group) throw new AppError('not-found');
  if (group.isParty) throw new AppError('not-allowed', 'nobody reads the case of a group that they belong to or reported');
  await recordDataAccess(ctx, actor, 'read-case', [{ subjectId: id }]);
  const [members, invitations, names, reports, entries] = await Promise.all([
    queries.listCaseMembers(ctx.db, id),
    queries.listCaseInvitations(ctx.db, id, now),
    queries.listCaseNames(ctx.db, id, CASE_NAMES_MAX),
    queries.listReportsAboutGroup(ctx.db, id, CASE_REPORTS_MAX),
    listAuditEntries(ctx.db, 'group', id, CASE_LOG_MAX),
  ]);
  return {
    group: {
      ...toReportedGroup({ ...group, group_id: group.id }),
      createdAt: group.created_at.toISOString(),
      closedAt: group.closed_at?.toISOString() ?? null,
    },
    members: members.map((row) => ({ ...toPlayerSummary(row), role: row.group_role, at: row.joined_at.toISOString() })),
    invitations: invitations.map((row) => ({ ...toPlayerSummary(row), invitedBy: row.invited_by, at: row.at.toISOString() })),
    names: names.map(toNameEntry),
    reports: reports.map((row) => toGroupReport(ctx, row)),
    log: entries.map(({ id: entryId, at, actor_name: actorName, action, note }) => ({
      id: entryId,
      at: at.toISOString(),
      actor: actorName,
      action: action as GroupDecision,
      note,
    })),
    can: getAllowedDecisions(
      reports.map((row) => row.state),
      { name: group.name, motto: group.motto, isClosed: group.closed_at !== null },
    ),
    asOf: now.toISOString(),
  };
}

/** The groups that a player is in, for the page of the player. @throws AppError 'not-allowed' (also for the actor) */
export async function listGroupsOfPlayer(ctx: AppContext, actor: Actor, playerId: string): Promise<GroupOfPlayer[]> {
  authorize(actor, 'report:review');
  if (actor.kind !== 'player' || actor.id === playerId) throw new AppError('not-allowed', 'nobody reads the case about themselves');
  if (!isId(playerId)) return [];
  const groups = await queries.listGroupsOfPlayer(ctx.db, playerId, CASE_LOG_MAX);
  // Who of the team reads which groups a child is in is in the log of that child.
  if (groups.length > 0) await recordDataAccess(ctx, actor, 'read-case', [{ subjectId: playerId }]);
  return groups;
}

/**
 * Decides about a group: nothing is wrong, something else was done, its name and motto are taken away, or it is closed. Writes the note to the
 * audit log and notifies the reporters, and whom the decision is about.
 * @param fields `action`, `note`, `seen`, `shown`; for taking the name away `fault`
 * @returns the action, or a failure if the note is missing, or the group was renamed since the page was read
 * @throws AppError 'not-allowed', 'not-found', 'bad-input' (no group can have this id, or a name is taken away without a reason), 'not-available'
 * (another moderator was faster, or the actor is party to the group)
 */
export async function decideAboutGroup(ctx: AppContext, actor: Actor, id: string, fields: FormFields): Promise<GroupDecisionResult> {
  authorize(actor, 'report:review');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const form = parseForm(groupDecisionForm, fields, (field) => (field === 'note' ? texts.noteRequired : teamTexts.failed.text), ['note']);
  if (!form.ok) return form;
  const { action, note, seen, shown, fault = null } = form.value;
  if (action === 'take-group-name' && fault === null)
    throw new AppError('bad-input', 'a name is taken away for a reason', { field: 'fault' });
  if (!isId(id)) throw new AppError('bad-input', 'no group has such an id');
  const done = await ctx.db.transaction().execute(async (trx) => {
    const group = await queries.lockGroupForCase(trx, id, actor.id);
    if (!group) throw new AppError('not-found');
    if (group.isParty) throw new AppError('not-available', 'nobody decides about a group that they belong to or reported');
    // What is right under one name may be wrong under the next, which nobody of the team has read. A group is closed whatever it is called now.
    if (action !== 'close-group' && (group.newestName ?? '') !== shown) return 'renamed';
    return applyDecision(ctx, trx, actor.id, { id, group, action, note, fault, upTo: parseSeenUntil(seen, ctx.now()) });
  });
  if (done === 'renamed') return actionFailure('not-available', { error: texts.renamed, values: { note } });
  done.publish();
  publishNotifications(ctx, done.notified);
  return { ok: true, action };
}

const createNotAvailable = () => new AppError('not-available', 'there is nothing to do any more: somebody was faster');

type Decision = {
  id: string;
  group: queries.LockedGroup;
  action: GroupDecision;
  note: string;
  fault: NameFault | null;
  upTo: Date;
};

async function applyDecision(
  ctx: AppContext,
  trx: Transaction<DB>,
  actorId: string,
  { id, group, action, note, fault, upTo }: Decision,
): Promise<{ notified: string[]; publish: () => void }> {
  const now = ctx.now();
  const to = action === 'dismiss-group' ? 'dismissed' : 'resolved';
  // Newer reports wait until somebody has read them, also if the group is closed: a child may say there that they are in danger.
  const closed = await queries.closeGroupReports(trx, id, to, now, upTo);
  const can = getAllowedDecisions(closed.length > 0 ? ['new'] : [], group);
  if (!can[action]) throw createNotAvailable();
  const logId = ctx.newId();
  const entry = { actorId, actorName: await getUsername(trx, actorId), action, subjectKind: 'group', subjectId: id, note };
  await insertAuditEntry(trx, { id: logId, ...entry, details: { reports: closed.length, ...(fault && { fault }) } });
  const { notices, publish } = await act(ctx, trx, id, action, fault);
  const event = `group decided ${logId}`;
  const notifications = [
    ...closed.flatMap((report) =>
      report.reporter_id === null
        ? []
        : [
            {
              playerId: report.reporter_id,
              type: 'report' as const,
              ...notificationTexts.reporter(action),
              relatedId: null,
              event: `group report decided ${report.id}`,
            },
          ],
    ),
    ...notices.map((each) => ({ ...each, type: 'general' as const, event })),
  ];
  return { notified: await createNotifications(ctx, trx, notifications), publish };
}

/** A notification for somebody of the group. */
type Notice = { playerId: string; title: string; message: string; relatedId: string | null };

/** Does what was decided. @returns the notifications for those of the group, and what to publish after the commit */
async function act(
  ctx: AppContext,
  trx: Transaction<DB>,
  id: string,
  action: GroupDecision,
  fault: NameFault | null,
): Promise<{ notices: Notice[]; publish: () => void }> {
  if (action === 'close-group') {
    const done = await closeGroupByTeam(ctx, trx, id);
    if (!done) throw createNotAvailable();
    const { memberIds, publish } = done;
    return { notices: memberIds.map((playerId) => ({ playerId, ...notificationTexts.closed, relatedId: null })), publish };
  }
  if (action === 'take-group-name' && fault !== null) {
    const done = await takeAwayGroupName(ctx, trx, id);
    if (!done) throw createNotAvailable();
    const { ownerId, publish } = done;
    const relatedId = `/groups/${id}`;
    return { notices: ownerId === null ? [] : [{ playerId: ownerId, ...notificationTexts.nameTaken(fault), relatedId }], publish };
  }
  return { notices: [], publish: () => {} };
}

function toReportedGroup(
  row: Pick<queries.GroupReportRow, 'group_id' | 'name' | 'motto' | 'closed_by'> & BadgeColumns,
): GroupReport['group'] {
  return { id: row.group_id, name: row.name, motto: row.motto, badge: toBadge(row), closedBy: row.closed_by };
}

function toNameEntry({ change_id: id, name, motto, kind, changed_at: at, ...person }: queries.NameRow): GroupNameEntry {
  const by = person.id === null ? null : toPlayerSummary({ ...person, id: person.id });
  return { id, name, motto, kind, by, at: at.toISOString() };
}

function toGroupReport(ctx: AppContext, row: queries.GroupReportRow): GroupReport {
  const { reported_name: name, reported_motto: motto } = row;
  return {
    id: row.id,
    group: toReportedGroup(row),
    formerWords: name === row.name && motto === row.motto ? null : { name, motto },
    reason: row.reason,
    description: row.description,
    state: row.state,
    reporter: row.reporter,
    createdAt: row.created_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
    ...getReportAge(row, ctx.now()),
  };
}
