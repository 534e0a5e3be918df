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
  toErrorText,
  toPicturePath,
  toStoredText,
} from './rules.ts';
import {
  OPEN_GAME,
  type BrowserView,
  type CheckOutcome,
  type CheckResult,
  type ChecksOverview,
  type CheckSummary,
  type GameCheckView,
} from './schema.ts';
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
  const [browser, night, waiting] = await Promise.all([findBrowserView(ctx), queries.findLastNight(ctx.db), queries.countCases(ctx.db)]);
  if (!night) return { browser, night: null, waiting };
  const { is_over: isOver, is_stopped: isStopped, control_failed: isOurFault, control_failure: controlFailure, ...sums } = night;
  return { browser, night: { ...sums, isOver, isStopped, isOurFault, controlFailure }, waiting };
}

/** The check of one game. @throws AppError 'sign-in-required', 'not-allowed', 'not-found' */
export async function getGameCheck(ctx: AppContext, actor: Actor, gameId: string): Promise<GameCheckView> {
  authorize(actor, 'game-check:read');
  const game = await findGame(ctx, gameId);
  const nights = listLastNights(ctx.now(), NIGHTS_SHOWN);
  const [browser, state, found, request, isHiddenByCheck] = await Promise.all([
    findBrowserView(ctx),
    queries.findState(ctx.db, gameId),
    queries.listNights(ctx.db, gameId, nights.at(-1) ?? ''),
    queries.findRequest(ctx.db, gameId),
    queries.isCaseOpen(ctx.db, gameId),
  ]);
  const byNight = new Map(found.map((each) => [each.night, each]));
  return {
    browser,
    canOpen: canOpen(game),
    isWaiting:
      request !== undefined && request.failed_at === null && request.requested_at > getStaleBefore(ctx) && browser.state !== 'missing',
    failure: request?.failed_at ? (request.failure ?? '') : null,
    isHiddenByCheck,
    last: state
      ? {
          ...toSummary(state),
          outcome: state.outcome,
          errors: state.errors,
          missingFiles: state.missing_files,
          otherHosts: state.other_hosts,
          reason: state.reason,
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
 * Opens a game that somebody asked for. Running it twice does no harm.
 * @throws AppError 'not-allowed', and whatever kept the game from being opened: then it is tried again, maybe on another machine. Also while
 *   somebody else opens it, because they may have died.
 */
export async function openRequestedGame(ctx: AppContext, actor: Actor, gameId: string): Promise<void> {
  authorize(actor, 'game-check:run');
  const now = ctx.now();
  const claim = { id: ctx.newId(), now, until: new Date(now.getTime() + CLAIM_MINUTES * MINUTE_MS) };
  const claimed = await queries.claimRequest(ctx.db, gameId, claim);
  if (claimed === 'none') return;
  if (claimed === 'held') throw new Error('another process opens this game, or died while it did');
  try {
    await openClaimedGame(ctx, gameId, claim.id);
  } catch (error) {
    // So that the next try of the job finds it free, and until then the page says what is wrong. That a machine has no browser is said by itself.
    const failed = error instanceof NoBrowserError ? null : { at: ctx.now(), text: toErrorText(error) };
    await queries.releaseRequest(ctx.db, gameId, { claimId: claim.id, failed });
    throw error;
  }
}

class NoBrowserError extends Error {}

/** A browser is installed and does not start. */
export class BrowserStartError extends Error {}

async function openClaimedGame(ctx: AppContext, gameId: string, claimId: string): Promise<void> {
  const game = await queries.findGame(ctx.db, gameId);
  if (!game || !canOpen(game)) {
    await queries.deleteRequest(ctx.db, gameId, claimId);
    return;
  }
  const browser = await openBrowser(ctx);
  if (!browser) throw new NoBrowserError('no Chromium is installed on this machine');
  try {
    const seen = await visitGame(ctx, browser, game);
    if (seen.outcome === 'our-fault') throw new Error(seen.reason);
    await recordAndKeepPicture(ctx, seen, async (trx, visit) => {
      await recordVisit(trx, visit, null);
      await queries.deleteRequest(trx, gameId, claimId);
    });
  } finally {
    await browser.close();
  }
}

/**
 * Opens the browser, and records whether there is one and whether it starts. Only other services call this.
 * @returns null where none is installed
 * @throws BrowserStartError with what a browser says that does not start
 */
export async function openBrowser(ctx: AppContext): Promise<GameBrowser | null> {
  let browser: GameBrowser | null;
  try {
    browser = await ctx.openGameBrowser();
  } catch (error) {
    await queries.saveBrowser(ctx.db, { state: 'does-not-start', last_words: toErrorText(error), looked_at: ctx.now() });
    throw new BrowserStartError(toErrorText(error), { cause: error });
  }
  await queries.saveBrowser(ctx.db, { state: browser ? 'installed' : 'missing', last_words: null, looked_at: ctx.now() });
  return browser;
}

/** What a browser saw of a game, as it is stored. `files`: those that it opened. */
export type Visit = Omit<queries.NewState, 'night'>;

/** A visit of which the picture is not stored yet; or one that says nothing about the game, and why. */
export type SeenGame = (Omit<Visit, 'pictureId'> & { picture: Buffer | null }) | { outcome: 'our-fault'; reason: string };

/** Whether a game can be opened: it is there, and its files are ours. */
export function canOpen(game: queries.GameToOpen): game is queries.GameToOpen & { game_url: string } {
  return !game.is_removed && game.game_url !== null && game.game_url.startsWith('games/');
}

/**
 * Opens a game. No transaction may be open meanwhile: it takes up to a minute. Only other services call this.
 * @throws what the browser throws if it does not work itself
 */
export async function visitGame(ctx: AppContext, browser: GameBrowser, game: queries.GameToOpen & { game_url: string }): Promise<SeenGame> {
  const openedAt = ctx.now();
  const visit = await browser.visit(getRobotUrl(ctx, SYSTEM, game.id, game.game_url));
  const { outcome, reason, picture } = visit;
  if (outcome === 'our-fault') return { outcome, reason: toStoredText(reason ?? '') };
  return { gameId: game.id, openedAt, files: game.game_url, ...toStored(visit, outcome), picture };
}

/**
 * Stores the picture of a visit and records in one transaction what was found. Only other services call this.
 * @returns what `record` returns
 */
export async function recordAndKeepPicture<T>(
  ctx: AppContext,
  { picture, ...seen }: Extract<SeenGame, { picture: unknown }>,
  record: (trx: Transaction<DB>, visit: Visit) => Promise<T>,
): Promise<T> {
  try {
    const visit = { ...seen, pictureId: await storePicture(ctx, seen.gameId, picture) };
    return await ctx.db.transaction().execute((trx) => record(trx, visit));
  } finally {
    // It may have been removed while it was open, and its picture before this one was stored.
    await dropPictureIfRemoved(ctx, seen.gameId);
  }
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

async function dropPictureIfRemoved(ctx: AppContext, gameId: string): Promise<void> {
  const game = await queries.findGame(ctx.db, gameId);
  if (!game || game.is_removed) await deleteCheckPicture(ctx, gameId);
}

/** All texts come from a stranger's code. */
function toStored(visit: GameVisit, outcome: CheckOutcome): Omit<Visit, 'gameId' | 'openedAt' | 'files' | 'pictureId'> {
  const found = {
    outcome,
    reason: visit.reason === null ? null : toStoredText(visit.reason),
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

async function findBrowserView(ctx: AppContext): Promise<BrowserView> {
  const found = await queries.findBrowser(ctx.db);
  return found ? { state: found.state, lastWords: found.last_words } : { state: 'unknown', lastWords: null };
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
