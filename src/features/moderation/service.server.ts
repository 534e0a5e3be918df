import type { Transaction } from 'kysely';
import type { AppContext } from '../../context.server.ts';
import type { DB } from '../../infra/database/tables.ts';
import { decodeTimeCursor } from '../../shared/paging.ts';
import { parseForm, type FormFields } from '../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { AppError } from '../../shared/app-error.ts';
import { gameIdSchema as gameIdForm } from '../games/catalogue/forms.server.ts';
import { urlForAsset } from '../games/catalogue/service.server.ts';
import { publishNotifications, createNotifications } from '../notifications/service.server.ts';
import { GAME_REPORT_REASONS, type ReportState } from '../reports/schema.ts';
import { getUsername, insertAuditEntry, listAuditEntries, type AuditLogRow } from '../audit-log/queries.server.ts';
import { gameDecisionForm } from './forms.server.ts';
import * as queries from './queries.server.ts';
import { countWaitingReports } from './report-queue/queries.server.ts';
import { getLateBefore, getReportAge, isOpen, parseReportStateFilter, QUEUE_PAGE_SIZE, toQueuePage } from './report-queue/rules.ts';
import { CASE_LOG_MAX, CASE_REPORTS_MAX, LOGGED_IDS_MAX, parseSeenUntil } from './rules.ts';
import type { AuditEntry, GameCase, GameReport, GameReportFilters, GameReportQueue, ModerationAction, ModerationResult } from './schema.ts';
import { getDecisionNotification, texts } from './texts.ts';

/** Parses the filters from a URL; unknown values fall back to the default. */
export function parseGameReportFilters(params: URLSearchParams): GameReportFilters {
  return {
    state: parseReportStateFilter(params.get('state')),
    reason: GAME_REPORT_REASONS.find((each) => each === params.get('reason')) ?? null,
  };
}

/** Reports on games, oldest first. @throws AppError 'not-allowed' */
export async function listGameReports(
  ctx: AppContext,
  actor: Actor,
  filters: GameReportFilters,
  after: string | null,
): Promise<GameReportQueue> {
  authorize(actor, 'report:review');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const [rows, counts] = await Promise.all([
    queries.listGameReports(ctx.db, filters, QUEUE_PAGE_SIZE + 1, decodeTimeCursor(after)),
    countWaitingReports(ctx.db, 'reports', getLateBefore(ctx.now()), actor.id),
  ]);
  return toQueuePage(rows, counts, (row) => toGameReport(ctx, row));
}

/** One game with all its reports and its audit log. @throws AppError 'not-allowed', 'not-found' */
export async function getGameCase(ctx: AppContext, actor: Actor, gameId: string): Promise<GameCase> {
  authorize(actor, 'report:review');
  const game = gameIdForm.safeParse(gameId).success ? await queries.findGameForCase(ctx.db, gameId) : undefined;
  if (!game) throw new AppError('not-found');
  // Before anything is read, so that nothing reported meanwhile is taken for read.
  const asOf = ctx.now().toISOString();
  const [reports, entries] = await Promise.all([
    queries.listReportsByGame(ctx.db, gameId, CASE_REPORTS_MAX),
    listAuditEntries(ctx.db, 'game', gameId, CASE_LOG_MAX),
  ]);
  const hidden = game.hidden_at !== null;
  return {
    game: {
      id: game.id,
      title: game.title,
      developer: game.developer ?? '',
      cover: urlForAsset(ctx, game.assets[0] ?? null, '/media'),
      hidden,
    },
    reports: reports.map((row) => toGameReport(ctx, row)),
    log: entries.map(toAuditEntry),
    can: getAllowedActions(
      reports.map((row) => row.state),
      hidden,
      game.removed_at === null && !game.is_draft,
    ),
    asOf,
  };
}

/**
 * Dismisses the reports of a case, or hides or restores the game. Writes the note to the audit log and notifies the
 * reporters.
 * @returns the action, or a failure if the note is missing
 * @throws AppError 'not-allowed', 'not-found', 'bad-input' (no game can have this id), 'not-available' (another moderator was faster)
 */
export async function moderateGame(ctx: AppContext, actor: Actor, gameId: string, fields: FormFields): Promise<ModerationResult> {
  authorize(actor, 'report:review');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const form = parseForm(gameDecisionForm, fields, (field) => (field === 'note' ? texts.noteRequired : texts.failed.text), ['note']);
  if (!form.ok) return form;
  const { action, note, seen } = form.value;
  if (!gameIdForm.safeParse(gameId).success) throw new AppError('bad-input', 'no game has such an id');
  const notified = await ctx.db.transaction().execute(async (trx) => {
    const game = await queries.lockGame(trx, gameId);
    if (!game) throw new AppError('not-found');
    const upTo = parseSeenUntil(seen, ctx.now());
    const updatedReports = await applyAction(trx, { now: ctx.now(), upTo }, action, gameId, game);
    await insertAuditEntry(trx, {
      id: ctx.newId(),
      actorId: actor.id,
      actorName: await getUsername(trx, actor.id),
      action,
      subjectKind: 'game',
      subjectId: gameId,
      note,
      details: { reports: updatedReports.length, first: updatedReports.slice(0, LOGGED_IDS_MAX).map((report) => report.id) },
    });
    return action === 'dismiss' || action === 'hide-game' ? notifyReporters(ctx, trx, gameId, game.title, action, updatedReports) : [];
  });
  // Invalidates the catalogue cache of every process.
  if (action === 'hide-game' || action === 'restore-game') ctx.bus.publish({ kind: 'catalogue', gameId });
  // What the nightly check has hidden is no open case any more.
  if (action === 'restore-game') ctx.bus.publish({ kind: 'cases' });
  publishNotifications(ctx, notified);
  return { ok: true, action };
}

type UpdatedReports = { id: string; player_id: string | null }[];

async function applyAction(
  trx: Transaction<DB>,
  { now, upTo }: { now: Date; upTo: Date },
  action: ModerationAction,
  gameId: string,
  { hidden, canRestore }: queries.LockedGame,
): Promise<UpdatedReports> {
  const alreadyDone = new AppError('not-available', 'there is nothing to do any more: somebody was faster');
  if (action === 'hide-game' || action === 'restore-game') {
    if (hidden === (action === 'hide-game') || (action === 'restore-game' && !canRestore)) throw alreadyDone;
    await queries.setGameHidden(trx, gameId, action === 'hide-game' ? now : null);
    return action === 'hide-game' ? queries.updateReportStates(trx, gameId, ['new', 'reviewing'], 'resolved', now, now) : [];
  }
  const updatedReports = await queries.updateReportStates(trx, gameId, ['new', 'reviewing'], 'dismissed', now, upTo);
  if (updatedReports.length === 0) throw alreadyDone;
  return updatedReports;
}

async function notifyReporters(
  ctx: AppContext,
  trx: Transaction<DB>,
  gameId: string,
  title: string,
  action: 'dismiss' | 'hide-game',
  updatedReports: UpdatedReports,
): Promise<string[]> {
  const notification = getDecisionNotification(action, title);
  const notifications = updatedReports.flatMap(({ id, player_id: playerId }) =>
    playerId === null ? [] : [{ playerId, type: 'report' as const, ...notification, relatedId: gameId, event: `report decided ${id}` }],
  );
  return createNotifications(ctx, trx, notifications);
}

function getAllowedActions(states: ReportState[], hidden: boolean, canRestore: boolean): Record<ModerationAction, boolean> {
  return { dismiss: states.some(isOpen), 'hide-game': !hidden, 'restore-game': hidden && canRestore };
}

function toGameReport(ctx: AppContext, row: queries.GameReportRow): GameReport {
  return {
    id: row.id,
    game: { id: row.game_id, title: row.title, hidden: row.hidden },
    reason: row.reason,
    description: row.description,
    state: row.state,
    reporter: row.reporter,
    repeats: row.repeats,
    createdAt: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    ...getReportAge(row, ctx.now()),
  };
}

function toAuditEntry(row: AuditLogRow): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: row.actor_name,
    action: row.action as AuditEntry['action'],
    note: row.note,
    subjectId: row.subject_id,
  };
}
