import { createHash } from 'node:crypto';
import type { AppContext } from '../../../context.server.ts';
import { actionFailure } from '../../../shared/action-result.ts';
import { AppError } from '../../../shared/app-error.ts';
import { toPlayerSummary } from '../../friends/access/rules.ts';
import { lockAsker } from '../../help-requests/queries.server.ts';
import { isId } from '../../../shared/ids.ts';
import { decodeTimeCursor } from '../../../shared/paging.ts';
import { parseForm, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { getUsername, insertAuditEntry, listAuditEntries } from '../../audit-log/queries.server.ts';
import { recordDataAccess } from '../../audit-log/service.server.ts';
import { countWaitingReports } from '../report-queue/queries.server.ts';
import { getLateBefore, getReportAge, isOpen, QUEUE_PAGE_SIZE, toQueuePage } from '../report-queue/rules.ts';
import { CASE_LOG_MAX } from '../rules.ts';
import type { ReportStateFilter } from '../schema.ts';
import { texts as teamTexts } from '../texts.ts';
import { helpRequestForm } from './forms.server.ts';
import * as queries from './queries.server.ts';
import type { HelpRequest, HelpRequestCase, HelpRequestQueue, HelpRequestResult, LoggedHelpRequestAction } from './schema.ts';
import { texts } from './texts.ts';

/** Children who ask for help, oldest first; nobody sees what they asked for themselves. @throws AppError 'not-allowed' */
export async function listHelpRequests(
  ctx: AppContext,
  actor: Actor,
  state: ReportStateFilter,
  after: string | null,
): Promise<HelpRequestQueue> {
  authorize(actor, 'help:review');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const [rows, counts] = await Promise.all([
    queries.listHelpRequests(ctx.db, actor.id, state, QUEUE_PAGE_SIZE + 1, decodeTimeCursor(after)),
    countWaitingReports(ctx.db, 'help_requests', getLateBefore(ctx.now()), actor.id),
  ]);
  const page = toQueuePage(rows, counts, (row) => toHelpRequest(ctx, row));
  await recordReading(ctx, actor, page.items);
  return page;
}

/** What one player asked for, newest first; for the page of the player. @throws AppError 'not-allowed' (also for the actor) */
export async function listHelpRequestsOfPlayer(ctx: AppContext, actor: Actor, playerId: string): Promise<HelpRequest[]> {
  authorize(actor, 'help:review');
  if (actor.kind !== 'player' || actor.id === playerId) throw new AppError('not-allowed', 'nobody reads the case about themselves');
  const rows = await queries.listHelpRequestsOfPlayer(ctx.db, playerId, CASE_LOG_MAX);
  const requests = rows.map((row) => toHelpRequest(ctx, row));
  await recordReading(ctx, actor, requests);
  return requests;
}

/** One request with what was done. @throws AppError 'not-allowed' (also for the request of the actor), 'not-found' */
export async function getHelpRequest(ctx: AppContext, actor: Actor, id: string): Promise<HelpRequestCase> {
  authorize(actor, 'help:review');
  const row = isId(id) ? await queries.findHelpRequest(ctx.db, id) : undefined;
  if (!row) throw new AppError('not-found');
  if (actor.kind !== 'player' || actor.id === row.player_id) throw new AppError('not-allowed', 'nobody reads their own request');
  const request = toHelpRequest(ctx, row);
  await recordReading(ctx, actor, [request]);
  const entries = await listAuditEntries(ctx.db, 'help-request', id, CASE_LOG_MAX);
  const mayDecide = isOpen(row.state);
  return {
    request,
    version: toVersion(row),
    log: entries.map((entry) => ({
      id: entry.id,
      at: entry.at.toISOString(),
      actor: entry.actor_name,
      action: entry.action as LoggedHelpRequestAction,
      note: entry.note,
    })),
    can: { 'resolve-help': mayDecide, 'dismiss-help': mayDecide },
  };
}

/**
 * Closes a request, with a note in the audit log. Nobody is notified: others may read the child's phone or mailbox.
 * Closes only what the page showed.
 * @returns the action, or a failure if the note is missing, or the child wrote more since
 * @throws AppError 'not-allowed', 'not-found', 'not-available' (another moderator was faster, or it is about the actor)
 */
export async function decideHelpRequest(ctx: AppContext, actor: Actor, id: string, fields: FormFields): Promise<HelpRequestResult> {
  authorize(actor, 'help:review');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const form = parseForm(helpRequestForm, fields, (field) => (field === 'note' ? texts.noteRequired : teamTexts.failed.text), ['note']);
  if (!form.ok) return form;
  const { action, note, version } = form.value;
  const row = isId(id) ? await queries.findHelpRequest(ctx.db, id) : undefined;
  if (!row) throw new AppError('not-found');
  if (row.player_id === actor.id) throw new AppError('not-available', 'nobody decides about their own request');
  const isShown = await ctx.db.transaction().execute(async (trx) => {
    // The child adds words under this lock.
    await lockAsker(trx, row.player_id);
    const current = await queries.findHelpRequest(trx, id);
    if (current && toVersion(current) !== version) return false;
    const state = action === 'resolve-help' ? 'resolved' : 'dismissed';
    const isDone = await queries.updateHelpRequestState(trx, id, ['new', 'reviewing'], state, ctx.now());
    if (!isDone) throw new AppError('not-available', 'there is nothing to do any more: somebody was faster');
    const actorName = await getUsername(trx, actor.id);
    const entry = { id: ctx.newId(), actorId: actor.id, actorName, action, subjectKind: 'help-request', subjectId: id, note, details: {} };
    await insertAuditEntry(trx, entry);
    return true;
  });
  return isShown ? { ok: true, action } : actionFailure('not-available', { error: texts.wroteMore, values: { note } });
}

/** Differs for each text that a request had, also where words that do not fit were left out. */
function toVersion({ kind, is_asked: isAsked, words }: queries.HelpRequestRow): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, isAsked, words]))
    .digest('base64url');
}

/** What a child wrote is private: who of the team reads it is in the audit log. */
async function recordReading(ctx: AppContext, actor: Actor, requests: readonly HelpRequest[]): Promise<void> {
  const read = requests.filter(({ words }) => words !== '');
  await recordDataAccess(
    ctx,
    actor,
    'read-case',
    read.map(({ player }) => ({ subjectId: player.id })),
  );
}

function toHelpRequest(ctx: AppContext, row: queries.HelpRequestRow): HelpRequest {
  return {
    id: row.id,
    player: toPlayerSummary({ ...row, id: row.player_id }),
    kind: row.kind,
    isAsked: row.is_asked,
    words: row.words,
    state: row.state,
    createdAt: row.created_at.toISOString(),
    ...getReportAge(row, ctx.now()),
  };
}
