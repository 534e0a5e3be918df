import type { Transaction } from 'kysely';
import type { AppContext } from '../../context.server.ts';
import type { GameBrowser, GameVisit } from '../../infra/browser/game-browser.ts';
import type { DB } from '../../infra/database/tables.ts';
import { AppError } from '../../shared/app-error.ts';
import { parseForm, type FormFields } from '../../shared/parse-form.server.ts';
import { authorize, SYSTEM, type Actor } from '../../shared/permissions.ts';
import { getUsername, insertAuditEntry } from '../audit-log/queries.server.ts';
import { urlForCheckPicture } from '../case-queue/schema.ts';
import { gameIdSchema } from '../games/catalogue/forms.server.ts';
import { getRobotUrl } from '../games/plays/service.server.ts';
import { leaveHiddenForm } from './forms.server.ts';
import * as queries from './queries.server.ts';
import {
  CLAIM_MINUTES,
  getFinding,
  listLastNights,
  NIGHTS_SHOWN,
  OPEN_LIMIT,
  REQUEST_MINUTES,
  toPicturePath,
  toStoredText,
} from './rules.ts';
import { OPEN_GAME, type BrowserState, type CheckResult, type ChecksOverview, type CheckSummary, type GameCheckView } from './schema.ts';
import { texts } from './texts.ts';

const MINUTE_MS = 60_000;

type Operator = Extract<Actor, { kind: 'player' }>;

/** How these games were found when they were opened last, by id. @throws AppError 'sign-in-required', 'not-allowed' */
export async function getCheckSummaries(
  ctx: AppContext,
  actor: Actor,
  gameIds: readonly string[],
): Promise<Partial<Record<string, CheckSummary>>> {
  authorize(actor, 'game-check:read');
  const rows = await queries.listStates(ctx.db, gameIds);
  return Object.fromEntries(rows.map((row) => [row.game_id, toSummary(row)]));
}

/** The last night, and what it left to decide. @throws AppError 'sign-in-required', 'not-allowed' */
export async function getChecksOverview(ctx: AppContext, actor: Actor): Promise<ChecksOverview> {
  authorize(actor, 'game-check:read');
  const [browser, night, waiting] = await Promise.all([findBrowserState(ctx), queries.findLastNight(ctx.db), queries.countCases(ctx.db)]);
  if (!night) return { browser, night: null, waiting };
  const { is_over: isOver, is_stopped: isStopped, control_failed: isOurFault, ...sums } = night;
  return { browser, night: { ...sums, isOver, isStopped, isOurFault }, waiting };
}

/** The check of one game. @throws AppError 'sign-in-required', 'not-allowed', 'not-found' */
export async function getGameCheck(ctx: AppContext, actor: Actor, gameId: string): Promise<GameCheckView> {
  authorize(actor, 'game-check:read');
  const game = await findGame(ctx, gameId);
  const nights = listLastNights(ctx.now(), NIGHTS_SHOWN);
  const [browser, state, found, isWaiting, isHiddenByCheck] = await Promise.all([
    findBrowserState(ctx),
    queries.findState(ctx.db, gameId),
    queries.listNights(ctx.db, gameId, nights.at(-1) ?? ''),
    queries.isRequested(ctx.db, gameId, getStaleBefore(ctx)),
    queries.isCaseOpen(ctx.db, gameId),
  ]);
  const byNight = new Map(found.map((each) => [each.night, each]));
  return {
    browser,
    canOpen: canOpen(game),
    isWaiting,
    isHiddenByCheck,
    last: state
      ? {
          ...toSummary(state),
          outcome: state.outcome,
          errors: state.errors,
          missingFiles: state.missing_files,
          otherHosts: state.other_hosts,
          picture: state.picture_id === null ? null : urlForCheckPicture(gameId, state.picture_id),
        }
      : null,
    nights: nights.map((night) => {
      const each = byNight.get(night);
      return { night, finding: each?.finding ?? null, firstFrameMs: each?.first_frame_ms ?? null };
    }),
  };
}

/** What a game looked like when it was opened last, as JPEG. @throws AppError 'sign-in-required', 'not-allowed', 'not-found' */
export async function getCheckPicture(ctx: AppContext, actor: Actor, gameId: string): Promise<Buffer> {
  authorize(actor, 'game-check:read');
  const game = await findGame(ctx, gameId);
  const state = game.is_removed ? undefined : await queries.findState(ctx.db, gameId);
  const bytes = state && state.picture_id !== null ? await ctx.files.get(toPicturePath(gameId)) : null;
  if (bytes === null) throw new AppError('not-found');
  return bytes;
}

/**
 * Asks for a game to be opened now, also a hidden one. It counts for no night.
 * @returns `isChanged` false if it waits already
 * @throws AppError 'sign-in-required', 'not-allowed', 'not-found', 'not-available' (nothing of ours can be opened), 'too-many-requests'
 */
export async function requestCheck(ctx: AppContext, actor: Actor, gameId: string): Promise<CheckResult> {
  const { id: actorId } = requireOperator(actor);
  if (!canOpen(await findGame(ctx, gameId))) throw new AppError('not-available', 'the game has no files of ours');
  await ctx.rateLimiter.consume(OPEN_LIMIT, actorId);
  const isChanged = await ctx.db.transaction().execute(async (trx) => {
    if (!(await queries.insertRequest(trx, gameId, ctx.now(), getStaleBefore(ctx)))) return false;
    const actorName = await getUsername(trx, actorId);
    const entry = { id: ctx.newId(), actorId, actorName, action: 'open-game', subjectKind: 'game', subjectId: gameId };
    await insertAuditEntry(trx, { ...entry, note: texts.askedNote, details: {} });
    await ctx.jobs.enqueue(OPEN_GAME, { gameId }, trx);
    return true;
  });
  return { ok: true, do: 'open', isChanged };
}

/**
 * Decides that a game which the check has hidden stays hidden.
 * @param fields `note`
 * @throws AppError 'sign-in-required', 'not-allowed', 'not-found', 'not-available' (somebody decided already)
 */
export async function leaveHidden(ctx: AppContext, actor: Actor, gameId: string, fields: FormFields): Promise<CheckResult> {
  const { id: actorId } = requireOperator(actor);
  const form = parseForm(leaveHiddenForm, fields, () => texts.noteRequired, ['do', 'note']);
  if (!form.ok) return form;
  await findGame(ctx, gameId);
  await ctx.db.transaction().execute(async (trx) => {
    if (!(await queries.deleteCase(trx, gameId))) throw new AppError('not-available', 'nothing waits for a decision');
    const actorName = await getUsername(trx, actorId);
    const entry = { id: ctx.newId(), actorId, actorName, action: 'leave-game-hidden', subjectKind: 'game', subjectId: gameId };
    await insertAuditEntry(trx, { ...entry, note: form.value.note, details: {} });
  });
  ctx.bus.publish({ kind: 'cases' });
  return { ok: true, do: 'leave-hidden', isChanged: true };
}

/**
 * Opens a game that somebody asked for. Running it twice does no harm. Without a browser nothing is found, and the page says so.
 * @throws AppError 'not-allowed', and what the browser throws: then it is tried again
 */
export async function openRequestedGame(ctx: AppContext, actor: Actor, gameId: string): Promise<void> {
  authorize(actor, 'game-check:run');
  const now = ctx.now();
  const claim = { id: ctx.newId(), now, until: new Date(now.getTime() + CLAIM_MINUTES * MINUTE_MS) };
  if (!(await queries.claimRequest(ctx.db, gameId, claim))) return;
  try {
    await openClaimedGame(ctx, gameId, claim.id);
  } catch (error) {
    // So that the next try of the job finds it free.
    await queries.releaseRequest(ctx.db, gameId, claim.id);
    throw error;
  }
}

async function openClaimedGame(ctx: AppContext, gameId: string, claimId: string): Promise<void> {
  const game = await queries.findGame(ctx.db, gameId);
  const browser = game && canOpen(game) ? await ctx.openGameBrowser() : undefined;
  if (browser !== undefined) await queries.saveBrowser(ctx.db, browser !== null, ctx.now());
  if (!game || !canOpen(game) || !browser) {
    await queries.deleteRequest(ctx.db, gameId, claimId);
    return;
  }
  try {
    const visit = await visitGame(ctx, browser, game);
    await ctx.db.transaction().execute(async (trx) => {
      await recordVisit(trx, visit, null);
      await queries.deleteRequest(trx, gameId, claimId);
    });
    await dropPictureIfRemoved(ctx, gameId);
  } finally {
    await browser.close();
  }
}

/** What a browser saw of a game, as it is stored. `files`: those that it opened. */
export type Visit = Omit<queries.NewState, 'night'>;

/** Whether a game can be opened: it is there, and its files are ours. */
export function canOpen(game: queries.GameToOpen): game is queries.GameToOpen & { game_url: string } {
  return !game.is_removed && game.game_url !== null && game.game_url.startsWith('games/');
}

/**
 * Opens a game, and stores its picture. No transaction may be open meanwhile: it takes up to 25 s. Only other services call this.
 * @throws what the browser throws if it does not work itself
 */
export async function visitGame(ctx: AppContext, browser: GameBrowser, game: queries.GameToOpen & { game_url: string }): Promise<Visit> {
  const openedAt = ctx.now();
  const visit = await browser.visit(getRobotUrl(ctx, SYSTEM, game.id, game.game_url));
  return {
    gameId: game.id,
    openedAt,
    files: game.game_url,
    ...toStored(visit),
    pictureId: await storePicture(ctx, game.id, visit.picture),
  };
}

/**
 * Records what was found, unless the game has other files by now or is gone. Nobody can change that before the end of the transaction. Only
 * other services call this.
 * @returns whether it is still true
 */
export async function recordVisit(trx: Transaction<DB>, visit: Visit, night: string | null): Promise<boolean> {
  const game = await queries.shareGame(trx, visit.gameId);
  if (!game || !canOpen(game) || game.game_url !== visit.files) return false;
  await queries.saveState(trx, { ...visit, night });
  return true;
}

/** Deletes the picture of a game that was removed. Only other services call this. */
export async function deleteCheckPicture(ctx: AppContext, gameId: string): Promise<void> {
  await ctx.files.remove(toPicturePath(gameId));
}

/** Deletes the picture again if the game was removed while it was open. Only other services call this. */
export async function dropPictureIfRemoved(ctx: AppContext, gameId: string): Promise<void> {
  const game = await queries.findGame(ctx.db, gameId);
  if (!game || game.is_removed) await deleteCheckPicture(ctx, gameId);
}

/** All texts come from a stranger's code. */
function toStored(visit: GameVisit): Omit<Visit, 'gameId' | 'openedAt' | 'files' | 'pictureId'> {
  const found = {
    outcome: visit.outcome === 'our-fault' ? ('no-answer' as const) : visit.outcome,
    errors: visit.errors.slice(0, 10).map(toStoredText),
    missingFiles: visit.missingFiles.slice(0, 10).map(({ path, status }) => ({ path: toStoredText(path), status })),
    otherHosts: visit.otherHosts.slice(0, 20).map(toStoredText),
  };
  const firstFrameMs = visit.firstFrameMs === null ? null : Math.max(0, Math.round(visit.firstFrameMs));
  return { ...found, finding: getFinding(found), firstFrameMs, bytes: Math.max(0, Math.round(visit.bytes)) };
}

async function storePicture(ctx: AppContext, gameId: string, picture: Buffer | null): Promise<string | null> {
  if (picture === null) return null;
  await ctx.files.put(toPicturePath(gameId), picture);
  return ctx.newId();
}

function requireOperator(actor: Actor): Operator {
  authorize(actor, 'game-check:request');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  return actor;
}

async function findGame(ctx: AppContext, gameId: string): Promise<queries.GameToOpen> {
  const game = gameIdSchema.safeParse(gameId).success ? await queries.findGame(ctx.db, gameId) : undefined;
  if (!game) throw new AppError('not-found');
  return game;
}

async function findBrowserState(ctx: AppContext): Promise<BrowserState> {
  const found = await queries.findBrowser(ctx.db);
  if (!found) return 'unknown';
  return found.is_installed ? 'installed' : 'missing';
}

function getStaleBefore(ctx: AppContext): Date {
  return new Date(ctx.now().getTime() - REQUEST_MINUTES * MINUTE_MS);
}

function toSummary(row: queries.StateRow): CheckSummary {
  return {
    finding: row.finding,
    firstFrameMs: row.first_frame_ms,
    bytes: row.bytes,
    openedAt: row.opened_at.toISOString(),
    night: row.night,
  };
}
