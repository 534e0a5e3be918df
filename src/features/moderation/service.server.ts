import type { Transaction } from 'kysely';
import type { AppContext } from '../../context.server.ts';
import type { DB } from '../../infra/database/tables.ts';
import { isId } from '../../shared/ids.ts';
import { decodeCursor, encodeCursor, parseCursorDate } from '../../shared/paging.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { AppError } from '../../shared/app-error.ts';
import { gameIdSchema as gameIdForm } from '../games/catalogue/forms.server.ts';
import { urlForAsset } from '../games/catalogue/service.server.ts';
import { publishNotifications, createNotifications } from '../notifications/service.server.ts';
import { REVIEW_DEADLINE_HOURS } from '../reports/rules.ts';
import { GAME_REPORT_REASONS } from '../reports/limits/schema.ts';
import { REPORT_STATES, type GameReportReason, type ReportState } from '../reports/schema.ts';
import { getUsername, insertAuditEntry } from '../audit-log/queries.server.ts';
import * as queries from './queries.server.ts';
import { CASE_LOG_MAX, CASE_REPORTS_MAX, LOGGED_IDS_MAX, QUEUE_PAGE_SIZE, parseSeenUntil } from './rules.ts';
import {
  MODERATION_ACTIONS,
  type AuditEntry,
  type GameCase,
  type ModerationAction,
  type GameReport,
  type GameReportQueue,
} from './schema.ts';
import { getDecisionNotification } from './texts.ts';
import { parseNote } from '../audit-log/schema.ts';
import { hoursSince } from '../../shared/hours-since.ts';

export type GameReportFilters = { state: 'waiting' | 'all' | ReportState; reason: GameReportReason | null };

const OPEN_STATES: ReportState[] = ['new', 'reviewing'];

/** Parses the filters from a URL; unknown values fall back to the default. */
export function parseGameReportFilters(params: URLSearchParams): GameReportFilters {
  const states = ['waiting', 'all', ...REPORT_STATES] as const;
  return {
    state: states.find((each) => each === params.get('state')) ?? 'waiting',
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
  authorize(actor, 'report:decide');
  const key = decodeCursor(after, ['bigint', 'text']);
  const at = parseCursorDate(key?.[0]);
  const cursor = at && isId(key?.[1]) ? { at, id: key[1] } : null;
  const lateBefore = new Date(ctx.now().getTime() - REVIEW_DEADLINE_HOURS * 3_600_000);
  const [rows, counts] = await Promise.all([
    queries.listGameReports(ctx.db, filters, QUEUE_PAGE_SIZE + 1, cursor),
    queries.countWaitingReports(ctx.db, lateBefore),
  ]);
  const shown = rows.slice(0, QUEUE_PAGE_SIZE);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => toGameReport(ctx, row)),
    next: rows.length > QUEUE_PAGE_SIZE && last ? encodeCursor([last.created_at.getTime(), last.id]) : null,
    ...counts,
  };
}

/** One game with all its reports and its audit log. @throws AppError 'not-allowed', 'not-found' */
export async function getGameCase(ctx: AppContext, actor: Actor, gameId: string): Promise<GameCase> {
  authorize(actor, 'report:decide');
  const game = gameIdForm.safeParse(gameId).success ? await queries.findGameForCase(ctx.db, gameId) : undefined;
  if (!game) throw new AppError('not-found');
  const [reports, entries] = await Promise.all([
    queries.listReportsByGame(ctx.db, gameId, CASE_REPORTS_MAX),
    queries.listAuditEntriesByGame(ctx.db, gameId, CASE_LOG_MAX),
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
    ),
  };
}

/**
 * Starts the review of a case, dismisses its reports, or hides or restores the game. Writes the note to the audit log and notifies the
 * reporters.
 * @throws AppError 'not-allowed', 'not-found', 'bad-input' (no note), 'not-available' (another moderator was faster)
 */
export async function moderateGame(
  ctx: AppContext,
  actor: Actor,
  gameId: string,
  fields: Record<string, string>,
): Promise<ModerationAction> {
  authorize(actor, 'report:decide');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const action = MODERATION_ACTIONS.find((each) => each === fields['action']);
  const note = parseNote(fields['note'] ?? '');
  if (!action || note === null || !gameIdForm.safeParse(gameId).success) throw new AppError('bad-input', 'an action needs a short note');
  const notified = await ctx.db.transaction().execute(async (trx) => {
    const game = await queries.lockGame(trx, gameId);
    if (!game) throw new AppError('not-found');
    const upTo = parseSeenUntil(fields['seen'], ctx.now());
    const updatedReports = await applyAction(trx, { now: ctx.now(), upTo }, action, gameId, game.hidden);
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
  publishNotifications(ctx, notified);
  return action;
}

type UpdatedReports = { id: string; player_id: string | null }[];

async function applyAction(
  trx: Transaction<DB>,
  { now, upTo }: { now: Date; upTo: Date },
  action: ModerationAction,
  gameId: string,
  hidden: boolean,
): Promise<UpdatedReports> {
  const alreadyDone = new AppError('not-available', 'there is nothing to do any more: somebody was faster');
  if (action === 'hide-game' || action === 'restore-game') {
    if (hidden === (action === 'hide-game')) throw alreadyDone;
    await queries.setGameHidden(trx, gameId, action === 'hide-game' ? now : null);
    return action === 'hide-game' ? queries.updateReportStates(trx, gameId, OPEN_STATES, 'resolved', now, now) : [];
  }
  const updatedReports =
    action === 'review'
      ? await queries.updateReportStates(trx, gameId, ['new'], 'reviewing', null, upTo)
      : await queries.updateReportStates(trx, gameId, OPEN_STATES, 'dismissed', now, upTo);
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

function getAllowedActions(states: ReportState[], hidden: boolean): Record<ModerationAction, boolean> {
  const open = states.some((state) => OPEN_STATES.includes(state));
  return { review: states.includes('new'), dismiss: open, 'hide-game': !hidden, 'restore-game': hidden };
}

function toGameReport(ctx: AppContext, row: queries.GameReportRow): GameReport {
  const open = OPEN_STATES.includes(row.state);
  const ageHours = hoursSince(row.created_at, open ? ctx.now() : (row.decided_at ?? ctx.now()));
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
    ageHours,
    late: open && ageHours >= REVIEW_DEADLINE_HOURS,
  };
}

function toAuditEntry(row: queries.AuditLogRow): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: row.actor_name,
    action: row.action as ModerationAction,
    note: row.note,
    subjectId: row.subject_id,
  };
}
