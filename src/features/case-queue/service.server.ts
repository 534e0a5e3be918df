import type { AppContext } from '../../context.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { urlForAvatar } from '../../shared/avatar-url.ts';
import { decodeCursor, encodeCursor, parseCursorDate, toPage } from '../../shared/paging.ts';
import { parseFormOrThrow, type FormFields } from '../../shared/parse-form.server.ts';
import { authorize, can, type Actor } from '../../shared/permissions.ts';
import { withFlashMessage } from '../../shared/return-path.ts';
import type { FlashMessage } from '../accounts/schema.ts';
import { recordDataAccess } from '../audit-log/service.server.ts';
import { createNotifications, publishNotifications } from '../notifications/service.server.ts';
import { CASES_RELATED_ID } from '../notifications/schema.ts';
import { REVIEW_DEADLINE_HOURS } from '../reports/rules.ts';
import { assignmentForm, caseKeyForm } from './forms.server.ts';
import * as queries from './queries.server.ts';
import {
  CASES_PAGE_SIZE,
  DUE_SOON_HOURS,
  getDueAt,
  HANDED_ON_MINUTES,
  isOperatorKind,
  isUrgentRank,
  LEFT_HOURS,
  TAKEN_MINUTES,
  urlForCase,
} from './rules.ts';
import {
  CASE_KINDS,
  CASE_QUEUE_PATH,
  urlForCheckPicture,
  type Assignee,
  type AssignmentAction,
  type CaseCounts,
  type CaseKey,
  type CaseKind,
  type CaseQueuePage,
  type CaseStatus,
  type QueuedCase,
  type QueueTabCounts,
  type WaitingCounts,
} from './schema.ts';
import { handOnNotification } from './texts.ts';

const NO_CASES = { help: 0, player: 0, group: 0, game: 0, picture: 0, message: 0, 'broken-game': 0 } satisfies CaseCounts['byKind'];

type Player = Extract<Actor, { kind: 'player' }>;

/**
 * Everything that waits for a decision, in one list: urgent cases first, then those that wait longest.
 * @param after cursor of the page
 * @throws AppError 'sign-in-required', 'not-allowed'
 */
export async function listCases(ctx: AppContext, actor: Actor, after: string | null): Promise<CaseQueuePage> {
  const me = requireTeam(actor, 'case:list');
  const now = ctx.now();
  const viewer = toViewer(me);
  const [found, counts] = await Promise.all([
    queries.listOpenCases(ctx.db, viewer, now, { limit: CASES_PAGE_SIZE + 1, after: decodePosition(after) }),
    countCases(ctx, viewer),
  ]);
  const { rows, next } = toPage(found, CASES_PAGE_SIZE, (row) =>
    encodeCursor([row.rank, row.opened_at.getTime(), row.kind, row.subject_id]),
  );
  await recordReading(ctx, actor, rows);
  const { isOperator } = viewer;
  return { items: rows.map((row) => toQueuedCase(row, me.id)), next, counts, isOperator, now: now.toISOString() };
}

/** How many cases wait, for the badge of the top bar. @throws AppError 'sign-in-required', 'not-allowed' */
export async function getCaseCounts(ctx: AppContext, actor: Actor): Promise<CaseCounts> {
  return countCases(ctx, toViewer(requireTeam(actor, 'case:list')));
}

/** The tabs of the team's pages. @throws AppError 'sign-in-required', 'not-allowed' */
export async function getQueueTabs(ctx: AppContext, actor: Actor): Promise<QueueTabCounts> {
  const viewer = toViewer(requireTeam(actor, 'case:list'));
  return { counts: await countCases(ctx, viewer), isOperator: viewer.isOperator };
}

/** How many cases wait, for the top bar of every page. @returns null for everybody but the team */
export async function findWaitingCounts(ctx: AppContext, actor: Actor): Promise<WaitingCounts | null> {
  if (actor.kind !== 'player' || !can(actor, 'case:list')) return null;
  const { total, urgent } = await getCaseCounts(ctx, actor);
  return { total, urgent };
}

/**
 * Who looks at a case, for its page. If it is the actor, the case stays theirs for longer.
 * @param fields `kind` and `subjectId`
 * @returns null if nothing of it is open
 * @throws AppError 'sign-in-required', 'not-allowed', 'bad-input'
 */
export async function getCaseStatus(ctx: AppContext, actor: Actor, fields: FormFields): Promise<CaseStatus> {
  const status = await watchCaseStatus(ctx, actor, fields);
  if (status?.assignee?.isSelf) await renew(ctx, status.assignee.id, parseFormOrThrow(caseKeyForm, fields), false);
  return status;
}

/** The same for a page that is open and follows by itself: nobody may be looking at it, so the case does not stay anybody's for longer. */
export async function watchCaseStatus(ctx: AppContext, actor: Actor, fields: FormFields): Promise<CaseStatus> {
  const me = requireTeam(actor, 'case:list');
  const key = parseFormOrThrow(caseKeyForm, fields);
  const now = ctx.now();
  const viewer = toViewer(me);
  const [row] = await queries.listOpenCases(ctx.db, viewer, now, { limit: 1, only: key });
  if (!row) return null;
  const [team, counts] = await Promise.all([listColleagues(ctx, me, row), countCases(ctx, viewer)]);
  const { isUrgent, openedAt, dueAt, assignee } = toQueuedCase(row, me.id);
  return { isUrgent, openedAt, dueAt, assignee, now: now.toISOString(), colleagues: team, total: counts.total };
}

/**
 * Takes a case, also from somebody else, hands it on to a colleague, who gets a notification, or leaves it.
 * @param fields `kind`, `subjectId`, `do`, and `to` for handing on
 * @throws AppError 'sign-in-required', 'not-allowed', 'bad-input', 'not-available' (it is closed, or somebody else has it)
 */
export async function changeAssignment(ctx: AppContext, actor: Actor, fields: FormFields): Promise<{ action: AssignmentAction }> {
  const me = requireTeam(actor, 'case:assign');
  const { do: action, to, ...key } = parseFormOrThrow(assignmentForm, fields);
  const now = ctx.now();
  const [row] = await queries.listOpenCases(ctx.db, toViewer(me), now, { limit: 1, only: key });
  if (!row) throw new AppError('not-available', 'nothing of this case is open');
  if (action === 'leave') await leave(ctx, me.id, key);
  else if (action === 'hand-on') await handOn(ctx, me, row, to);
  else {
    const from = action === 'take-over' ? 'everybody' : { playerId: me.id };
    const isMine = await queries.assignCase(ctx.db, key, {
      assigneeId: me.id,
      isDeliberate: true,
      from,
      now,
      expiresAt: toEnd(now, TAKEN_MINUTES),
    });
    if (!isMine) throw new AppError('not-available', 'somebody else looks at it');
    await queries.deleteLeave(ctx.db, key, me.id);
  }
  ctx.bus.publish({ kind: 'cases' });
  return { action };
}

/**
 * After a decision: takes the next case for the actor, the first in the list that nobody else looks at and that they have not left lately.
 * @param decided the case that was decided
 * @returns the URL of the next case, or of the list if there is none; null if something of the decided case is still open
 * @throws AppError 'sign-in-required', 'not-allowed', 'bad-input'
 */
export async function openNextCase(ctx: AppContext, actor: Actor, decided: CaseKey): Promise<string | null> {
  const me = requireTeam(actor, 'case:assign');
  const key = parseFormOrThrow(caseKeyForm, decided);
  const viewer = toViewer(me);
  const now = ctx.now();
  ctx.bus.publish({ kind: 'cases' });
  const [open] = await queries.listOpenCases(ctx.db, viewer, now, { limit: 1, only: key });
  if (open) {
    await renew(ctx, me.id, key, true);
    return null;
  }
  await queries.deleteAssignment(ctx.db, key);
  // Somebody else may take the same case in this moment: then there is another one.
  for (let attempt = 0; attempt < 5; attempt++) {
    const next = await queries.findNextCase(ctx.db, viewer, now, toEnd(now, -LEFT_HOURS * 60));
    if (!next) return CASE_QUEUE_PATH;
    const assignment = { assigneeId: me.id, isDeliberate: false, from: { playerId: me.id }, now, expiresAt: toEnd(now, TAKEN_MINUTES) };
    if (await queries.assignCase(ctx.db, next, assignment)) return urlForCase(next);
  }
  return CASE_QUEUE_PATH;
}

/**
 * Makes a decision. If that closes the case, the next one opens.
 * @param decide the decision, by the service of its kind, which authorizes it
 * @returns its result, and the URL of the next case or of the list, with a flash message; null if the page of the case stays: the decision
 * was refused, something of the case is still open, or nothing of it was before
 * @throws AppError 'sign-in-required', 'not-allowed', 'bad-input', and those of the decision
 */
export async function decideCase<Result extends { ok: boolean }>(
  ctx: AppContext,
  actor: Actor,
  key: CaseKey,
  decide: () => Promise<Result>,
): Promise<{ result: Result; nextUrl: string | null }> {
  // The decision refuses whoever may not make it: then the security log says which decision that was.
  if (!can(actor, 'case:assign')) return { result: await decide(), nextUrl: null };
  const viewer = toViewer(requireTeam(actor, 'case:assign'));
  // The id comes from a URL: the decision says what is wrong with it.
  const isKey = caseKeyForm.safeParse(key).success;
  const [openBefore] = isKey ? await queries.listOpenCases(ctx.db, viewer, ctx.now(), { limit: 1, only: key }) : [];
  const result = await decide();
  const next = result.ok && openBefore ? await openNextCase(ctx, actor, key) : null;
  if (next === null) return { result, nextUrl: null };
  return { result, nextUrl: withFlashMessage(next, await chooseMessage(ctx, viewer, next)) };
}

/** What is left is nobody's: an urgent case calls the team again, and it does not open by itself for whoever left it. */
async function leave(ctx: AppContext, assigneeId: string, key: CaseKey): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    if (!(await queries.deleteAssignment(trx, key, assigneeId))) return;
    await queries.insertLeave(trx, key, assigneeId, ctx.now());
    await queries.voidUrgentAlerts(trx, key);
  });
}

async function renew(ctx: AppContext, assigneeId: string, key: CaseKey, isDeliberate: boolean): Promise<void> {
  await queries.renewAssignment(ctx.db, key, { assigneeId, isDeliberate, expiresAt: toEnd(ctx.now(), TAKEN_MINUTES) });
}

/** What is said where the next page opens: the list may have cases although none opens by itself. */
async function chooseMessage(ctx: AppContext, viewer: queries.QueueViewer, next: string): Promise<FlashMessage> {
  if (next !== CASE_QUEUE_PATH) return 'next-case';
  return (await countCases(ctx, viewer)).total === 0 ? 'last-case' : 'no-free-case';
}

async function handOn(ctx: AppContext, me: Player, row: queries.CaseRow, to: string | undefined): Promise<void> {
  const colleague = (await listColleagues(ctx, me, row)).find(({ id }) => id === to);
  if (!colleague) throw new AppError('bad-input', 'nobody whom this case can be handed to', { field: 'to' });
  const now = ctx.now();
  const notified = await ctx.db.transaction().execute(async (trx) => {
    const expiresAt = toEnd(now, HANDED_ON_MINUTES);
    const key = { kind: row.kind, subjectId: row.subject_id };
    await queries.assignCase(trx, key, { assigneeId: colleague.id, isDeliberate: true, from: 'everybody', now, expiresAt });
    await queries.deleteLeave(trx, key, colleague.id);
    const event = `case handed on ${ctx.newId()}`;
    const notification = { playerId: colleague.id, type: 'general' as const, ...handOnNotification, relatedId: CASES_RELATED_ID, event };
    return createNotifications(ctx, trx, [notification]);
  });
  publishNotifications(ctx, notified);
}

/** Of the team, those to whom a case can be handed on: they may read it, and it is not about them or a group that they are party to. */
async function listColleagues(ctx: AppContext, me: Player, row: queries.CaseRow): Promise<{ id: string; displayName: string }[]> {
  const team = await queries.listTeam(ctx.db, isOperatorKind(row.kind) ? ['operator'] : ['moderator', 'operator'], ctx.now());
  const ids = team.map(({ id }) => id);
  const parties = row.kind === 'group' ? await queries.listPartiesToGroup(ctx.db, row.subject_id, ids) : [];
  const mayDecide = ({ id }: { id: string }) => id !== me.id && id !== row.player_id && !parties.includes(id);
  return team.filter(mayDecide).map(({ id, display_name: displayName }) => ({ id, displayName }));
}

/** The actor, if they have a permission of the team. */
function requireTeam(actor: Actor, permission: 'case:list' | 'case:assign'): Player {
  authorize(actor, permission);
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  return actor;
}

function toViewer(actor: Player): queries.QueueViewer {
  return { id: actor.id, isOperator: can(actor, 'message:reply') };
}

async function countCases(ctx: AppContext, viewer: queries.QueueViewer): Promise<CaseCounts> {
  const lateBefore = new Date(ctx.now().getTime() - REVIEW_DEADLINE_HOURS * 3_600_000);
  const dueSoonBefore = new Date(lateBefore.getTime() + DUE_SOON_HOURS * 3_600_000);
  const rows = await queries.countOpenCases(ctx.db, viewer, { dueSoonBefore, lateBefore });
  const counts: CaseCounts = { total: 0, urgent: 0, dueSoon: 0, late: 0, byKind: { ...NO_CASES } };
  for (const { kind, total, urgent, due_soon: dueSoon, late } of rows) {
    counts.byKind[kind] = total;
    counts.total += total;
    counts.urgent += urgent;
    counts.dueSoon += dueSoon;
    counts.late += late;
  }
  return counts;
}

/** The list shows the beginning of what children wrote, and of letters: that is reading them. */
async function recordReading(ctx: AppContext, actor: Actor, rows: queries.CaseRow[]): Promise<void> {
  const toRecord = (row: queries.CaseRow) => ({
    subjectId: row.kind === 'message' || row.kind === 'group' ? row.subject_id : (row.player_id ?? ''),
    playerId: row.player_id,
  });
  const written = rows.filter(({ excerpt }) => excerpt !== '');
  await recordDataAccess(
    ctx,
    actor,
    'read-case',
    written.filter(({ kind }) => kind === 'help' || kind === 'player' || kind === 'group').map(toRecord),
  );
  await recordDataAccess(ctx, actor, 'read-message', written.filter(({ kind }) => kind === 'message').map(toRecord));
}

function toQueuedCase(row: queries.CaseRow, viewerId: string): QueuedCase {
  return {
    kind: row.kind,
    subjectId: row.subject_id,
    reason: row.reason,
    isUrgent: isUrgentRank(row.rank),
    name: row.name,
    excerpt: row.excerpt.trim(),
    picture: row.picture_id === null ? null : urlForCheckPicture(row.subject_id, row.picture_id),
    reportCount: row.report_count,
    openedAt: row.opened_at.toISOString(),
    dueAt: getDueAt(row.opened_at).toISOString(),
    assignee: toAssignee(row, viewerId),
  };
}

function toAssignee(row: queries.CaseRow, viewerId: string): Assignee | null {
  const { assignee_id: id, assignee_username: username, assignee_display_name: displayName } = row;
  if (id === null || username === null || displayName === null) return null;
  return {
    id,
    username,
    displayName,
    avatar: urlForAvatar(id, row.assignee_avatar_url),
    isSelf: id === viewerId,
    isDeliberate: row.is_deliberate === true,
  };
}

function decodePosition(after: string | null): queries.CasePosition | null {
  const [rank, time, kind, subjectId] = decodeCursor(after, ['int', 'bigint', 'text', 'text']) ?? [];
  const openedAt = parseCursorDate(time);
  const known = CASE_KINDS.find((each): each is CaseKind => each === kind);
  return rank !== undefined && openedAt && known && subjectId !== undefined ? { rank, openedAt, kind: known, subjectId } : null;
}

function toEnd(now: Date, minutes: number): Date {
  return new Date(now.getTime() + minutes * 60_000);
}
