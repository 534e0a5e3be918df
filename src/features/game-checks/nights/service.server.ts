import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { GameBrowser } from '../../../infra/browser/game-browser.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { insertAuditEntry } from '../../audit-log/queries.server.ts';
import { listRecipients } from '../../case-queue/alerts/queries.server.ts';
import { enqueueEmail } from '../../mail/service.server.ts';
import { enqueuePushes } from '../../push/delivery/service.server.ts';
import { addDays, toNairobi } from '../../statistics/rules.ts';
import { checkControl } from '../control/service.server.ts';
import { findBrowser, findGame } from '../queries.server.ts';
import {
  BROWSER_LOOK_MINUTES,
  CHECK_RETENTION_DAYS,
  CLAIM_MINUTES,
  getEndOfNight,
  getNight,
  isTooMuchBroken,
  NIGHT_GAMES_MAX,
  RUN_MS,
  SECOND_LOOK_MINUTES,
} from '../rules.ts';
import { CHECKED_GAMES_PATH, FOUND_BROKEN_PATH } from '../schema.ts';
import { BrowserStartError, canOpen, openBrowser, recordAndKeepPicture, recordVisit, visitGame, type Visit } from '../service.server.ts';
import * as queries from './queries.server.ts';
import { controlAlert, getHidingNote, stoppedAlert, type NightAlert } from './texts.ts';

const MINUTE_MS = 60_000;
/** A mail about a night says nothing new after so many hours. */
const EMAIL_EXPIRY_HOURS = 12;

/**
 * What the check does each minute: at night it opens the next games for about 45 s, and after the night it decides once what is hidden. By
 * day it looks once an hour whether a browser is installed. Safe to run twice, also at once, and to be killed: only the visit is lost.
 * @returns how many games it opened
 * @throws AppError 'not-allowed', and what the browser throws; what is over is decided before
 */
export async function runChecks(ctx: AppContext, actor: Actor): Promise<number> {
  authorize(actor, 'game-check:run');
  const night = getNight(ctx.now());
  if (night !== null) await beginNight(ctx, night);
  // First, because where no browser starts the rest may throw.
  await settleNights(ctx);
  if (night === null || !(await queries.hasGameToOpen(ctx.db, night, ctx.now()))) {
    await lookForBrowser(ctx);
    return 0;
  }
  const opened = await openGames(ctx, night);
  await settleNights(ctx);
  return opened;
}

async function settleNights(ctx: AppContext): Promise<void> {
  for (const each of await queries.listUnsettledNights(ctx.db)) {
    const isOver = ctx.now() >= getEndOfNight(each) || !(await queries.hasOpenGames(ctx.db, each, ctx.now()));
    if (isOver) await settle(ctx, each);
  }
}

/** Deletes what nights found, after 30 days. Only jobs call this. */
export async function deleteOldNights(ctx: AppContext): Promise<void> {
  await queries.deleteNights(ctx.db, addDays(toNairobi(ctx.now()).day, -CHECK_RETENTION_DAYS));
}

/** The first run of a night makes its plan; another one waits for it here. */
async function beginNight(ctx: AppContext, night: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    if (await queries.insertNight(trx, night, ctx.now())) await queries.insertPlan(trx, night, NIGHT_GAMES_MAX);
  });
}

async function lookForBrowser(ctx: AppContext): Promise<void> {
  const known = await findBrowser(ctx.db);
  if (known && isRecent(ctx, known.looked_at)) return;
  const browser = await startBrowser(ctx);
  await browser?.close();
}

/** @returns null where none is installed, and where it does not start, which is recorded and tried once an hour */
async function startBrowser(ctx: AppContext): Promise<GameBrowser | null> {
  try {
    return await openBrowser(ctx);
  } catch (error) {
    if (!(error instanceof BrowserStartError)) throw error;
    ctx.log.error({ err: error }, 'the check of games: the browser does not start');
    return null;
  }
}

function isRecent(ctx: AppContext, lookedAt: Date): boolean {
  return ctx.now().getTime() - lookedAt.getTime() < BROWSER_LOOK_MINUTES * MINUTE_MS;
}

async function openGames(ctx: AppContext, night: string): Promise<number> {
  const known = await findBrowser(ctx.db);
  if (known?.state === 'does-not-start' && isRecent(ctx, known.looked_at)) return 0;
  const browser = await startBrowser(ctx);
  if (browser === null) return 0;
  try {
    const began = performance.now();
    let opened = 0;
    if (!(await doesControlOpen(ctx, browser, night))) return 0;
    while (performance.now() - began < RUN_MS) {
      const what = await openNext(ctx, browser, night);
      if (what === 'none' || what === 'our-fault') break;
      if (what === 'opened') opened++;
    }
    return opened;
  } finally {
    await browser.close();
  }
}

/** Whether our own game opens: if not, no game that does not can be blamed. */
async function doesControlOpen(ctx: AppContext, browser: GameBrowser, night: string): Promise<boolean> {
  const failure = await checkControl(ctx, browser);
  await queries.saveControl(ctx.db, night, failure, ctx.now());
  return failure === null;
}

/** Opens the next game of the plan. 'our-fault': it did not work, and neither does our own game any more. */
async function openNext(ctx: AppContext, browser: GameBrowser, night: string): Promise<'opened' | 'skipped' | 'none' | 'our-fault'> {
  const now = ctx.now();
  const claimId = ctx.newId();
  const next = await queries.claimNext(ctx.db, night, { id: claimId, now, until: new Date(now.getTime() + CLAIM_MINUTES * MINUTE_MS) });
  if (!next) return 'none';
  const claimed = { night, gameId: next.game_id, claimId };
  const game = await findGame(ctx.db, next.game_id);
  if (!game || !game.is_shown || !canOpen(game)) {
    await queries.finishPlanned(ctx.db, claimed);
    return 'skipped';
  }
  const seen = await visitGame(ctx, browser, game);
  const isDoubtful = seen.outcome === 'our-fault' || seen.finding === 'broken';
  if (isDoubtful && !(await doesControlOpen(ctx, browser, night))) {
    await queries.releasePlanned(ctx.db, claimed, { isTried: false, openAfter: null });
    return 'our-fault';
  }
  if (seen.outcome === 'our-fault') {
    ctx.log.warn({ gameId: game.id, reason: seen.reason }, 'the check of games: a game did not open, and the fault is ours');
    await queries.releasePlanned(ctx.db, claimed, { isTried: true, openAfter: getSecondLook(ctx) });
    return 'skipped';
  }
  if (await recordAndKeepPicture(ctx, seen, (trx, visit) => record(ctx, trx, { ...claimed, brokenFiles: next.broken_files }, visit)))
    return 'opened';
  // It has other files by now, and is opened with those; or somebody else did it.
  await queries.releasePlanned(ctx.db, claimed, { isTried: true, openAfter: null });
  return 'skipped';
}

/** Records what was seen. What is broken for the first time in a night counts only when the same files are broken again later. */
async function record(
  ctx: AppContext,
  trx: Transaction<DB>,
  { brokenFiles, ...claimed }: { night: string; gameId: string; claimId: string; brokenFiles: string | null },
  visit: Visit,
): Promise<boolean> {
  if (!(await recordVisit(trx, visit, claimed.night))) return false;
  if (visit.finding === 'broken' && visit.files !== brokenFiles)
    return queries.planSecondLook(trx, claimed, { files: visit.files, openAfter: getSecondLook(ctx) });
  if (!(await queries.finishPlanned(trx, claimed))) return false;
  await queries.insertCheck(trx, claimed.night, { ...visit, id: ctx.newId() });
  return true;
}

function getSecondLook(ctx: AppContext): Date {
  return new Date(ctx.now().getTime() + SECOND_LOOK_MINUTES * MINUTE_MS);
}

/**
 * Decides once what a night hides: only when it is over is it known whether games are broken or we are. Players' reports stay as they are. What
 * hides nothing for it was too much tells operators, and so does a night in which not even our own game opened.
 */
async function settle(ctx: AppContext, night: string): Promise<void> {
  const hidden = await ctx.db.transaction().execute(async (trx) => {
    const locked = await queries.lockNight(trx, night);
    if (!locked) return [];
    const now = ctx.now();
    const sums = await queries.countNight(trx, night);
    const isStopped = isTooMuchBroken(sums);
    const games = isStopped ? [] : await queries.lockGamesToHide(trx, night);
    if (games.length > 0) await queries.hideGames(trx, night, games, now);
    for (const game of games) await recordHiding(ctx, trx, game);
    if (isStopped) await alertOperators(ctx, trx, FOUND_BROKEN_PATH, stoppedAlert(sums));
    else if (locked.neverOpened !== null) await alertOperators(ctx, trx, CHECKED_GAMES_PATH, controlAlert(locked.neverOpened));
    await queries.settleNight(trx, night, now, isStopped);
    return games;
  });
  for (const { game_id: gameId } of hidden) ctx.bus.publish({ kind: 'catalogue', gameId });
  if (hidden.length > 0) ctx.bus.publish({ kind: 'cases' });
}

async function recordHiding(ctx: AppContext, trx: Transaction<DB>, { game_id: gameId, outcome }: queries.GameToHide): Promise<void> {
  await insertAuditEntry(trx, {
    id: ctx.newId(),
    actorId: null,
    actorName: 'system',
    action: 'hide-broken-game',
    subjectKind: 'game',
    subjectId: gameId,
    note: getHidingNote(outcome),
    details: { outcome },
  });
}

/** @param path of the page about it */
async function alertOperators(ctx: AppContext, trx: Transaction<DB>, path: string, { email: content, push }: NightAlert): Promise<void> {
  const { config } = ctx;
  const now = ctx.now();
  const areMailsRead = config.mail.kind === 'smtp' || config.mode === 'demo';
  const operators = (await listRecipients(trx, now, areMailsRead)).filter(({ role }) => role === 'operator');
  const until = new Date(now.getTime() + EMAIL_EXPIRY_HOURS * 60 * MINUTE_MS).toISOString();
  for (const { email, canGetMail } of operators)
    if (canGetMail) await enqueueEmail(ctx, { ...content(email, `${config.origin}${path}`), until }, trx);
  await enqueuePushes(
    ctx,
    trx,
    operators.map(({ id }) => ({ playerId: id, ...push, url: path, tag: 'game-checks' })),
  );
}
