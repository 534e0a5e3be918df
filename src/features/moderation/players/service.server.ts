import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { isId } from '../../../shared/ids.ts';
import { decodeTimeCursor, encodeTimeCursor, toPage } from '../../../shared/paging.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/app-error.ts';
import { endAllSessions } from '../../accounts/sessions/service.server.ts';
import { publishNotifications, createNotifications } from '../../notifications/service.server.ts';
import { REVIEW_DEADLINE_HOURS } from '../../reports/rules.ts';
import { REPORT_STATES, type ReportState } from '../../reports/schema.ts';
import { CASE_LOG_MAX, CASE_REPORTS_MAX, QUEUE_PAGE_SIZE, parseSeenUntil } from '../rules.ts';
import * as queries from './queries.server.ts';
import { getAllowedActions, getMuteEnd } from './rules.ts';
import { PLAYER_ACTIONS, type PlayerAction, type PlayerCase, type PlayerReportQueue, type PlayerReport } from './schema.ts';
import { notificationTexts } from './texts.ts';
import { urlForAvatar } from '../../../shared/avatar-url.ts';
import { insertAuditEntry, getUsername } from '../../audit-log/queries.server.ts';
import { parseNote } from '../../audit-log/schema.ts';
import { hoursSince } from '../../../shared/hours-since.ts';

const HOUR_MS = 3_600_000;

/** Parses the report state from a URL; unknown values fall back to the default. */
export function parseReportStateFilter(given: string | null): 'waiting' | 'all' | ReportState {
  return (['waiting', 'all', ...REPORT_STATES] as const).find((each) => each === given) ?? 'waiting';
}

/** Reports about players, oldest first. @throws AppError 'not-allowed' */
export async function listPlayerReports(
  ctx: AppContext,
  actor: Actor,
  state: 'waiting' | 'all' | ReportState,
  after: string | null,
): Promise<PlayerReportQueue> {
  authorize(actor, 'report:decide');
  const [found, counts] = await Promise.all([
    queries.listPlayerReports(ctx.db, state, QUEUE_PAGE_SIZE + 1, decodeTimeCursor(after)),
    queries.countWaitingPlayerReports(ctx.db, new Date(ctx.now().getTime() - REVIEW_DEADLINE_HOURS * HOUR_MS)),
  ]);
  const { rows, next } = toPage(found, QUEUE_PAGE_SIZE, (row) => encodeTimeCursor(row.created_at, row.id));
  return { items: rows.map((row) => toPlayerReport(ctx, row)), next, ...counts };
}

/** One reported player with reports, sanctions and audit log. @throws AppError 'not-allowed', 'not-found' */
export async function getPlayerCase(ctx: AppContext, actor: Actor, id: string): Promise<PlayerCase> {
  authorize(actor, 'report:decide');
  const player = isId(id) ? await queries.findPlayerForCase(ctx.db, id) : undefined;
  if (!player) throw new AppError('not-found');
  const [reports, sanctions, entries] = await Promise.all([
    queries.listReportsAboutPlayer(ctx.db, id, CASE_REPORTS_MAX),
    queries.listSanctions(ctx.db, id, CASE_LOG_MAX),
    queries.listAuditEntriesByPlayer(ctx.db, id, CASE_LOG_MAX),
  ]);
  return {
    player: { ...toPlayerSummary(player), memberSince: player.created_at.toISOString() },
    reports: reports.map((row) => toPlayerReport(ctx, row)),
    sanctions: sanctions.map((row) => ({
      id: row.id,
      kind: row.kind,
      why: row.why,
      at: row.created_at.toISOString(),
      until: row.until?.toISOString() ?? null,
      lifted: row.lifted_at !== null,
    })),
    log: entries.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      actor: row.actor_name,
      action: row.action as PlayerAction,
      note: row.note,
    })),
    can: getAllowedActions({
      hasOpenReport: reports.some((row) => isOpen(row.state)),
      hasActiveSanction: sanctions.some((row) => isSanctionActive(row, ctx.now())),
      role: player.role,
      isSelf: actor.kind === 'player' && actor.id === id,
    }),
  };
}

/**
 * Dismisses the reports about a player, warns, mutes, bans, or lifts active sanctions. Writes the note to the audit log and notifies the
 * player and the reporters.
 * @throws AppError 'not-allowed', 'not-found', 'bad-input' (no note, or no explanation for the player), 'not-available' (no longer
 * possible: another moderator was faster, or the player is a moderator or operator)
 */
export async function moderatePlayer(ctx: AppContext, actor: Actor, id: string, fields: Record<string, string>): Promise<PlayerAction> {
  authorize(actor, 'report:decide');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const action = PLAYER_ACTIONS.find((each) => each === fields['action']);
  const note = parseNote(fields['note'] ?? '');
  const isSanction = action !== undefined && action !== 'dismiss' && action !== 'lift';
  const why = isSanction ? parseNote(fields['why'] ?? '') : '';
  if (!action || note === null || why === null || why.length > 500 || !isId(id))
    throw new AppError('bad-input', 'an action needs a note, and a reason that the player is told');
  if (actor.id === id) throw new AppError('not-available');
  const notified = await ctx.db
    .transaction()
    .execute((trx) => applyAction(ctx, trx, actor.id, id, { action, note, why, upTo: parseSeenUntil(fields['seen'], ctx.now()) }));
  if (action === 'ban') await endAllSessions(ctx, id);
  publishNotifications(ctx, notified);
  return action;
}

async function applyAction(
  ctx: AppContext,
  trx: Transaction<DB>,
  actorId: string,
  id: string,
  { action, note, why, upTo }: { action: PlayerAction; note: string; why: string; upTo: Date },
): Promise<string[]> {
  const now = ctx.now();
  const player = await queries.lockPlayer(trx, id);
  if (!player) throw new AppError('not-found');
  const notAvailable = new AppError('not-available', 'there is nothing to do any more, or this player is of the team');
  if (action !== 'dismiss' && action !== 'lift' && player.role !== 'player') throw notAvailable;
  const lifted = action === 'lift' ? await queries.liftSanctions(trx, id, now) : 0;
  const closed =
    action === 'lift' ? [] : await queries.closeReportsAboutPlayer(trx, id, action === 'dismiss' ? 'dismissed' : 'resolved', now, upTo);
  if ((action === 'dismiss' && closed.length === 0) || (action === 'lift' && lifted === 0)) throw notAvailable;
  const entry = { actorId, actorName: await getUsername(trx, actorId), action, subjectKind: 'player', subjectId: id, note };
  const logId = ctx.newId();
  await insertAuditEntry(trx, { id: logId, ...entry, details: { reports: closed.length, why } });
  if (action !== 'dismiss' && action !== 'lift') {
    const kind = action === 'warn' || action === 'ban' ? action : 'mute';
    await queries.insertSanction(trx, { id: ctx.newId(), playerId: id, kind, why, at: now, until: getMuteEnd(action, now) });
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
  return createNotifications(ctx, trx, [...toReporters, ...toPlayer]);
}

const isOpen = (state: ReportState) => state === 'new' || state === 'reviewing';

function isSanctionActive(row: queries.SanctionRow, now: Date): boolean {
  return row.kind !== 'warn' && row.lifted_at === null && (row.until === null || row.until > now);
}

function toPlayerSummary(row: { id: string; username: string; display_name: string; avatar_url: string | null }) {
  return { id: row.id, username: row.username, displayName: row.display_name, avatar: urlForAvatar(row.id, row.avatar_url) };
}

function toPlayerReport(ctx: AppContext, row: queries.PlayerReportRow): PlayerReport {
  const ageHours = hoursSince(row.created_at, isOpen(row.state) ? ctx.now() : (row.decided_at ?? ctx.now()));
  return {
    id: row.id,
    subject: toPlayerSummary({ ...row, id: row.subject_id }),
    reason: row.reason,
    description: row.description,
    state: row.state,
    reporter: row.reporter,
    createdAt: row.created_at.toISOString(),
    ageHours,
    late: isOpen(row.state) && ageHours >= REVIEW_DEADLINE_HOURS,
    evidence: row.evidence.map((message) => ({
      isFromSubject: message.senderId === row.subject_id,
      text: message.text,
      at: message.at,
      isReported: message.seq === row.message_seq,
    })),
  };
}
