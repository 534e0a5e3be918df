import type { Transaction } from 'kysely';
import type { AppContext } from '../../context.server.ts';
import type { DB } from '../../infra/database/tables.ts';
import { isId } from '../../shared/ids.ts';
import { decodeCursor, encodeCursor, parseCursorDate } from '../../shared/paging.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { AppError } from '../../shared/refusal.ts';
import { gameIdSchema as gameIdForm } from '../games/catalogue/schema.ts';
import { urlForAsset } from '../games/catalogue/service.server.ts';
import { publishNotifications, createNotifications } from '../notifications/service.server.ts';
import { REVIEW_DEADLINE_HOURS } from '../reports/rules.ts';
import { GAME_REPORT_REASONS } from '../reports/limits/schema.ts';
import { REPORT_STATES, type GameReportReason, type ReportState } from '../reports/schema.ts';
import * as queries from './queries.server.ts';
import { CASE_LOG, CASE_REPORTS, cleanNote, hoursSince, LOGGED_IDS, QUEUE_PAGE, seenUpTo } from './rules.ts';
import { ACTIONS, type AuditEntry, type CaseView, type ModerationAction, type QueueItem, type QueuePage } from './schema.ts';
import { decided } from './texts.ts';

export type QueueFilters = { state: 'waiting' | 'all' | ReportState; reason: GameReportReason | null };

const OPEN: ReportState[] = ['new', 'reviewing'];

/** Filters as they stand in an address; what is unknown counts as not given. */
export function queueFilters(params: URLSearchParams): QueueFilters {
  const states = ['waiting', 'all', ...REPORT_STATES] as const;
  return {
    state: states.find((each) => each === params.get('state')) ?? 'waiting',
    reason: GAME_REPORT_REASONS.find((each) => each === params.get('reason')) ?? null,
  };
}

/** Reports to look at, the oldest first. @throws Refusal 'not-allowed' */
export async function listQueue(ctx: AppContext, actor: Actor, filters: QueueFilters, after: string | null): Promise<QueuePage> {
  authorize(actor, 'report:decide');
  const key = decodeCursor(after, ['bigint', 'text']);
  const at = parseCursorDate(key?.[0]);
  const bound = at && isId(key?.[1]) ? { at, id: key[1] } : null;
  const late = new Date(ctx.now().getTime() - REVIEW_DEADLINE_HOURS * 3_600_000);
  const [rows, counts] = await Promise.all([
    queries.reportsPage(ctx.db, filters, QUEUE_PAGE + 1, bound),
    queries.countWaiting(ctx.db, late),
  ]);
  const shown = rows.slice(0, QUEUE_PAGE);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => presentReport(ctx, row)),
    next: rows.length > QUEUE_PAGE && last ? encodeCursor([last.created_at.getTime(), last.id]) : null,
    ...counts,
  };
}

/** One game with all reports on it and what was done. @throws Refusal 'not-allowed', 'not-found' */
export async function viewCase(ctx: AppContext, actor: Actor, gameId: string): Promise<CaseView> {
  authorize(actor, 'report:decide');
  const game = gameIdForm.safeParse(gameId).success ? await queries.gameForCase(ctx.db, gameId) : undefined;
  if (!game) throw new AppError('not-found');
  const [reports, entries] = await Promise.all([
    queries.reportsOfGame(ctx.db, gameId, CASE_REPORTS),
    queries.logOf(ctx.db, gameId, CASE_LOG),
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
    reports: reports.map((row) => presentReport(ctx, row)),
    log: entries.map(presentEntry),
    can: canDo(
      reports.map((row) => row.state),
      hidden,
    ),
  };
}

/**
 * Takes a case up, dismisses its reports, hides or restores the game; with a note, in the log, and with word to the
 * reporters. @throws Refusal 'not-allowed', 'not-found', 'bad-input' (no note), 'not-available' (somebody was faster)
 */
export async function decide(ctx: AppContext, actor: Actor, gameId: string, fields: Record<string, string>): Promise<ModerationAction> {
  authorize(actor, 'report:decide');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const action = ACTIONS.find((each) => each === fields['action']);
  const note = cleanNote(fields['note'] ?? '');
  if (!action || note === null || !gameIdForm.safeParse(gameId).success) throw new AppError('bad-input', 'an action needs a short note');
  const told = await ctx.db.transaction().execute(async (trx) => {
    const game = await queries.holdGame(trx, gameId);
    if (!game) throw new AppError('not-found');
    const upTo = seenUpTo(fields['seen'], ctx.now());
    const moved = await carryOut(trx, { now: ctx.now(), upTo }, action, gameId, game.hidden);
    await queries.log(trx, {
      id: ctx.newId(),
      actorId: actor.id,
      actorName: await queries.nameOf(trx, actor.id),
      action,
      subjectKind: 'game',
      subjectId: gameId,
      note,
      details: { reports: moved.length, first: moved.slice(0, LOGGED_IDS).map((report) => report.id) },
    });
    return action === 'dismiss' || action === 'hide-game' ? tellReporters(ctx, trx, gameId, game.title, action, moved) : [];
  });
  // Every process forgets what it kept of the catalogue.
  if (action === 'hide-game' || action === 'restore-game') ctx.bus.publish({ kind: 'catalogue', gameId });
  publishNotifications(ctx, told);
  return action;
}

type Moved = { id: string; player_id: string | null }[];

async function carryOut(
  trx: Transaction<DB>,
  { now, upTo }: { now: Date; upTo: Date },
  action: ModerationAction,
  gameId: string,
  hidden: boolean,
): Promise<Moved> {
  const nothing = new AppError('not-available', 'there is nothing to do any more: somebody was faster');
  if (action === 'hide-game' || action === 'restore-game') {
    if (hidden === (action === 'hide-game')) throw nothing;
    await queries.setHidden(trx, gameId, action === 'hide-game' ? now : null);
    return action === 'hide-game' ? queries.moveReports(trx, gameId, OPEN, 'resolved', now, now) : [];
  }
  const moved =
    action === 'review'
      ? await queries.moveReports(trx, gameId, ['new'], 'reviewing', null, upTo)
      : await queries.moveReports(trx, gameId, OPEN, 'dismissed', now, upTo);
  if (moved.length === 0) throw nothing;
  return moved;
}

async function tellReporters(
  ctx: AppContext,
  trx: Transaction<DB>,
  gameId: string,
  title: string,
  action: 'dismiss' | 'hide-game',
  moved: Moved,
): Promise<string[]> {
  const words = decided(action, title);
  const many = moved.flatMap(({ id, player_id: playerId }) =>
    playerId === null ? [] : [{ playerId, type: 'report' as const, ...words, relatedId: gameId, event: `report decided ${id}` }],
  );
  return createNotifications(ctx, trx, many);
}

function canDo(states: ReportState[], hidden: boolean): Record<ModerationAction, boolean> {
  const open = states.some((state) => OPEN.includes(state));
  return { review: states.includes('new'), dismiss: open, 'hide-game': !hidden, 'restore-game': hidden };
}

function presentReport(ctx: AppContext, row: queries.ReportRow): QueueItem {
  const open = OPEN.includes(row.state);
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

function presentEntry(row: queries.LogRow): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: row.actor_name,
    action: row.action as ModerationAction,
    note: row.note,
    subjectId: row.subject_id,
  };
}
