import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { ClientInfo } from '../../../infra/auth/auth.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { actionFailure } from '../../../shared/action-result.ts';
import { isId } from '../../../shared/ids.ts';
import { decodeTimeCursor } from '../../../shared/paging.ts';
import { parseForm, pickFields, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/app-error.ts';
import { deleteBannedEmail } from '../../accounts/banned-emails/queries.server.ts';
import { banEmail } from '../../accounts/banned-emails/service.server.ts';
import { endAllSessions } from '../../accounts/sessions/service.server.ts';
import type { ReportReason } from '../../chat/schema.ts';
import { toPlayerSummary } from '../../friends/access/rules.ts';
import { publishNotifications, createNotifications } from '../../notifications/service.server.ts';
import { deletePause, findPause } from '../../risk-scoring/contact-pauses/queries.server.ts';
import { lockPlayer, markSignalsReviewed } from '../../risk-scoring/queries.server.ts';
import { confirmTeamMember, getProofKind } from '../../accounts/reauthentication/service.server.ts';
import { findHold, listNewestLog, type CaseReportRow } from '../cases/queries.server.ts';
import { getErasedCase, liftErasedBan, type ErasedCase } from '../cases/service.server.ts';
import { countWaitingReports } from '../report-queue/queries.server.ts';
import { getLateBefore, getReportAge, isOpen, QUEUE_PAGE_SIZE, toQueuePage } from '../report-queue/rules.ts';
import { CASE_LOG_MAX, CASE_REPORTS_MAX, parseSeenUntil } from '../rules.ts';
import type { ReportStateFilter } from '../schema.ts';
import { texts as teamTexts } from '../texts.ts';
import { playerDecisionForm } from './forms.server.ts';
import * as queries from './queries.server.ts';
import { getAllowedActions, getErasedCaseActions, getMuteEnd } from './rules.ts';
import type { PlayerAction, PlayerActionResult, PlayerCase, PlayerReportQueue, PlayerReport, Sanction } from './schema.ts';
import { notificationTexts, texts } from './texts.ts';
import { urlForAvatar } from '../../../shared/avatar-url.ts';
import { getUsername, insertAuditEntry, listAuditEntries } from '../../audit-log/queries.server.ts';
import { recordDataAccess } from '../../audit-log/service.server.ts';

/** Reports about players, oldest first; nobody sees those about themselves. @throws AppError 'not-allowed' */
export async function listPlayerReports(
  ctx: AppContext,
  actor: Actor,
  state: ReportStateFilter,
  after: string | null,
): Promise<PlayerReportQueue> {
  authorize(actor, 'report:review');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const [rows, counts] = await Promise.all([
    queries.listPlayerReports(ctx.db, actor.id, state, QUEUE_PAGE_SIZE + 1, decodeTimeCursor(after)),
    countWaitingReports(ctx.db, 'player_reports', getLateBefore(ctx.now()), actor.id),
  ]);
  const page = toQueuePage(rows, counts, (row) => toPlayerReport(ctx, row));
  const withMessages = page.items.filter(({ evidence }) => evidence.length > 0);
  await recordDataAccess(
    ctx,
    actor,
    'read-case',
    withMessages.map(({ subject }) => ({ subjectId: subject.id })),
  );
  return page;
}

/**
 * One reported player with reports, sanctions and audit log; for operators also where the account was deleted.
 * @throws AppError 'not-allowed' (also for the case about the actor: who reported them, and what the team thinks, is not for them), 'not-found'
 */
export async function getPlayerCase(ctx: AppContext, actor: Actor, id: string): Promise<PlayerCase> {
  authorize(actor, 'report:review');
  if (actor.kind !== 'player' || actor.id === id) throw new AppError('not-allowed', 'nobody reads the case about themselves');
  // Before anything is read, so that nothing counted meanwhile is taken for seen.
  const asOf = ctx.now().toISOString();
  const player = isId(id) ? await queries.findPlayerForCase(ctx.db, id) : undefined;
  if (!player) {
    const erased = await getErasedCase(ctx, actor, id);
    await recordDataAccess(ctx, actor, 'read-case', [{ subjectId: erased.subject.erased?.replacementId ?? id }]);
    return toErasedPlayerCase(ctx, erased, asOf);
  }
  await recordDataAccess(ctx, actor, 'read-case', [{ subjectId: id }]);
  const [reports, sanctions, entries, heldAt, pausedAt, approvals, approverCount, proof] = await Promise.all([
    queries.listReportsAboutPlayer(ctx.db, id, CASE_REPORTS_MAX),
    queries.listSanctions(ctx.db, id, CASE_LOG_MAX),
    listAuditEntries(ctx.db, 'player', id, CASE_LOG_MAX),
    findHold(ctx.db, id),
    findPause(ctx.db, id),
    queries.listApprovals(ctx.db, id, CASE_LOG_MAX),
    queries.countApprovers(ctx.db, id),
    getProofKind(ctx, actor.id),
  ]);
  return {
    player: { ...toPlayerSummary(player), memberSince: player.created_at.toISOString() },
    reports: reports.map((row) => toPlayerReport(ctx, row)),
    sanctions: sanctions.map(toSanction),
    log: entries.map(toLogEntry),
    can: getAllowedActions({
      hasOpenReport: reports.some((row) => isOpen(row.state)),
      hasActiveSanction: sanctions.some((row) => isSanctionActive(row, ctx.now())),
      role: player.role,
    }),
    proof,
    pausedSince: pausedAt?.toISOString() ?? null,
    approvals: approvals.map(({ at, ...approval }) => ({ ...approval, at: at.toISOString() })),
    approverCount,
    deletesAt: player.deletes_at?.toISOString() ?? null,
    asOf,
    heldSince: heldAt?.toISOString() ?? null,
    erased: null,
  };
}

/** What is kept of a case whose account was deleted: nothing can be done but lifting a ban. */
async function toErasedPlayerCase(ctx: AppContext, { subject, erased, reports, sanctions }: ErasedCase, asOf: string): Promise<PlayerCase> {
  const { id, username, displayName, memberSince } = subject;
  const [entries, heldAt] = await Promise.all([listNewestLog(ctx.db, subject, CASE_LOG_MAX), findHold(ctx.db, id)]);
  return {
    player: { id, username, displayName, avatar: urlForAvatar(id, null), isTeam: false, memberSince: memberSince.toISOString() },
    reports: reports.map((row) => toPlayerReport(ctx, toReportRow(row, subject))),
    sanctions: sanctions.map(toSanction),
    log: entries.map(toLogEntry),
    can: getErasedCaseActions(sanctions.some((row) => isSanctionActive(row, ctx.now()))),
    proof: 'code',
    pausedSince: null,
    approvals: [],
    approverCount: 0,
    deletesAt: null,
    asOf,
    heldSince: heldAt?.toISOString() ?? null,
    erased,
  };
}

/** What the form keeps after an error; never a code or a password. */
const ECHOED = ['why', 'note'] as const;

/**
 * Dismisses the reports about a player, warns, mutes, bans, or lifts active sanctions. Writes the note to the audit log and notifies the
 * player and the reporters. A ban asks for the moderator's second step again: it is the gravest, and somebody may have found an unlocked phone.
 * @param fields `action`, `note`, `why`, `seen`, `asOf`; of a ban also `code` or `password`
 * @returns the action, or a failure if the note, or the explanation for the player, is missing
 * @throws AppError 'not-allowed', 'not-found', 'bad-input' (no player can have this id), 'not-available' (no longer possible: another
 * moderator was faster, or the player is a moderator or operator)
 */
export async function moderatePlayer(
  ctx: AppContext,
  actor: Actor,
  id: string,
  fields: FormFields,
  clientInfo: ClientInfo,
): Promise<PlayerActionResult> {
  authorize(actor, 'report:review');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const form = parseForm(playerDecisionForm, fields, describeFieldError, ECHOED);
  if (!form.ok) return form;
  const { action, note, seen, asOf } = form.value;
  const why = 'why' in form.value ? form.value.why : '';
  if (!isId(id)) throw new AppError('bad-input', 'no player has such an id');
  if (actor.id === id) throw new AppError('not-available');
  if (form.value.action === 'ban') {
    // Before the code, which counts only once.
    const player = await queries.findPlayerForCase(ctx.db, id);
    if (!player) throw new AppError('not-found');
    if (player.role !== 'player') throw createNotAvailable();
    const refused = await confirmTeamMember(ctx, actor.id, form.value, clientInfo);
    if (refused) return actionFailure('wrong-code', { fieldErrors: { [refused.field]: refused.why }, values: pickFields(fields, ECHOED) });
  }
  const now = ctx.now();
  const upTo = parseSeenUntil(seen, now);
  const signalsUpTo = asOf === undefined ? upTo : new Date(Math.min(asOf.getTime(), now.getTime()));
  const { notified, isResumed } = await ctx.db
    .transaction()
    .execute((trx) => applyAction(ctx, trx, actor, id, { action, note, why, upTo, signalsUpTo }));
  if (action !== 'dismiss') ctx.logSecurity('user_updated', [actor.id, id, action]);
  if (isResumed) ctx.logSecurity('user_updated', [actor.id, id, 'resume-contacts']);
  if (action === 'ban') await endAllSessions(ctx, id);
  // An open chat shows at once that its player cannot write, or can again.
  if (action !== 'dismiss' && action !== 'warn') ctx.bus.publish({ kind: 'sanction', playerId: id });
  publishNotifications(ctx, notified);
  return { ok: true, action };
}

const createNotAvailable = () => new AppError('not-available', 'there is nothing to do any more, or this player is of the team');

function describeFieldError(field: string): string {
  return field === 'why' ? texts.whyRequired : field === 'note' ? texts.noteRequired : teamTexts.failed.text;
}

/** `upTo`: when the newest report came that the moderator saw; `signalsUpTo`: when the page with what Kiddo counted was read. */
type Decision = { action: PlayerAction; note: string; why: string; upTo: Date; signalsUpTo: Date };

async function applyAction(
  ctx: AppContext,
  trx: Transaction<DB>,
  actor: Extract<Actor, { kind: 'player' }>,
  id: string,
  { action, note, why, upTo, signalsUpTo }: Decision,
): Promise<{ notified: string[]; isResumed: boolean }> {
  const now = ctx.now();
  const player = await lockPlayer(trx, id);
  if (!player && action === 'lift') {
    await liftErasedBan(ctx, trx, actor, id, note);
    return { notified: [], isResumed: false };
  }
  if (!player) throw new AppError('not-found');
  if (action !== 'dismiss' && action !== 'lift' && player.role !== 'player') throw createNotAvailable();
  const lifted = action === 'lift' ? await queries.liftSanctions(trx, id, now) : 0;
  const closed =
    action === 'lift' ? [] : await queries.closeReportsAboutPlayer(trx, id, action === 'dismiss' ? 'dismissed' : 'resolved', now, upTo);
  // A person looked: what reports paused goes on, and what Kiddo had counted when the page was read is in no later case.
  const isResumed = closed.length > 0 && (await deletePause(trx, id, upTo));
  if (closed.some(({ reason }) => reason === 'risk-score')) await markSignalsReviewed(trx, id, signalsUpTo, now);
  if ((action === 'dismiss' && closed.length === 0) || (action === 'lift' && lifted === 0)) throw createNotAvailable();
  if (action === 'lift') await deleteBannedEmail(trx, id);
  const entry = { actorId: actor.id, actorName: await getUsername(trx, actor.id), action, subjectKind: 'player', subjectId: id, note };
  const logId = ctx.newId();
  await insertAuditEntry(trx, { id: logId, ...entry, details: { reports: closed.length, why } });
  if (action !== 'dismiss' && action !== 'lift') {
    const kind = action === 'warn' || action === 'ban' ? action : 'mute';
    await queries.insertSanction(trx, { id: ctx.newId(), playerId: id, kind, why, at: now, until: getMuteEnd(action, now) });
    if (action === 'ban') await banEmail(ctx, trx, id);
  }
  const toReporters = closed.flatMap((report) =>
    report.reporter_id === null
      ? []
      : [
          {
            playerId: report.reporter_id,
            type: 'report' as const,
            ...notificationTexts.reporter(action),
            relatedId: null,
            event: `player report decided ${report.id}`,
          },
        ],
  );
  const toPlayer =
    action === 'dismiss' || action === 'ban'
      ? []
      : [{ playerId: id, type: 'general' as const, ...notificationTexts.player(action, why), relatedId: null, event: `sanction ${logId}` }];
  return { notified: await createNotifications(ctx, trx, [...toReporters, ...toPlayer]), isResumed };
}

function toSanction(row: queries.SanctionRow): Sanction {
  const { id, kind, why } = row;
  return { id, kind, why, at: row.created_at.toISOString(), until: row.until?.toISOString() ?? null, lifted: row.lifted_at !== null };
}

function toLogEntry(row: { id: string; at: Date; actor_name: string; action: string; note: string }): PlayerCase['log'][number] {
  const action = row.action as PlayerCase['log'][number]['action'];
  return { id: row.id, at: row.at.toISOString(), actor: row.actor_name, action, note: row.note };
}

/** A copied report in the form of the others. @param subject the names that the player had at last */
function toReportRow(row: CaseReportRow, subject: { username: string; displayName: string }): queries.PlayerReportRow {
  return {
    ...row,
    username: subject.username,
    display_name: subject.displayName,
    avatar_url: null,
    role: 'player',
    reason: row.reason as ReportReason | 'risk-score',
    reporter: row.reporter_username,
    changed_at: row.created_at,
  };
}

function isSanctionActive(row: queries.SanctionRow, now: Date): boolean {
  return row.kind !== 'warn' && row.lifted_at === null && (row.until === null || row.until > now);
}

function getFormerNames(row: queries.PlayerReportRow): PlayerReport['formerNames'] {
  const { reported_username: username, reported_display_name: displayName } = row;
  return username === row.username && displayName === row.display_name ? null : { username, displayName };
}

function toPlayerReport(ctx: AppContext, row: queries.PlayerReportRow): PlayerReport {
  return {
    id: row.id,
    subject: toPlayerSummary({ ...row, id: row.reported_player_id }),
    formerNames: getFormerNames(row),
    reason: row.reason,
    description: row.description,
    state: row.state,
    reporter: row.reporter,
    isReporterErased: row.reporter_erased && row.reason !== 'risk-score',
    createdAt: row.created_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
    ...getReportAge(row, ctx.now()),
    evidence: row.evidence.map((message) => ({
      isFromSubject: message.senderId === row.reported_player_id,
      text: message.text,
      at: message.at,
      isReported: message.seq === row.message_seq,
    })),
  };
}
