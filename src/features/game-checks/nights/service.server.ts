import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { GameBrowser } from '../../../infra/browser/game-browser.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { insertAuditEntry } from '../../audit-log/queries.server.ts';
import { listRecipients } from '../../case-queue/alerts/queries.server.ts';
import { BROKEN_GAMES_PATH } from '../../case-queue/schema.ts';
import { enqueueEmail } from '../../mail/service.server.ts';
import { enqueuePushes } from '../../push/delivery/service.server.ts';
import { addDays, toNairobi } from '../../statistics/rules.ts';
import { findBrowser, findGame, saveBrowser } from '../queries.server.ts';
import {
  BROWSER_LOOK_MINUTES,
  CHECK_RETENTION_DAYS,
  CLAIM_MINUTES,
  getEndOfNight,
  getNight,
  isTooMuchBroken,
  NIGHT_GAMES_MAX,
  RUN_MS,
} from '../rules.ts';
import { CONTROL_PATH } from '../schema.ts';
import { canOpen, dropPictureIfRemoved, recordVisit, visitGame, type Visit } from '../service.server.ts';
import * as queries from './queries.server.ts';
import { getHidingNote, stoppedEmail, stoppedPush } from './texts.ts';

const MINUTE_MS = 60_000;
/** A mail about a night says nothing new after so many hours. */
const EMAIL_EXPIRY_HOURS = 12;

/**
 * What the check does each minute: at night it opens the next games for about 45 s, and after the night it decides once what is hidden. By
 * day it looks once an hour whether a browser is installed. Safe to run twice, also at once, and to be killed: only the visit is lost.
 * @returns how many games it opened
 * @throws AppError 'not-allowed'
 */
export async function runChecks(ctx: AppContext, actor: Actor): Promise<number> {
  authorize(actor, 'game-check:run');
  const night = getNight(ctx.now());
  if (night !== null) await beginNight(ctx, night);
  const isWorking = night !== null && (await queries.hasOpenGames(ctx.db, night, ctx.now()));
  const opened = isWorking ? await openGames(ctx, night) : 0;
  if (!isWorking) await lookForBrowser(ctx);
  for (const each of await queries.listUnsettledNights(ctx.db)) {
    const isOver = ctx.now() >= getEndOfNight(each) || !(await queries.hasOpenGames(ctx.db, each, ctx.now()));
    if (isOver) await settle(ctx, each);
  }
  return opened;
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
  if (known && ctx.now().getTime() - known.looked_at.getTime() < BROWSER_LOOK_MINUTES * MINUTE_MS) return;
  const browser = await openBrowser(ctx);
  await browser?.close();
}

async function openBrowser(ctx: AppContext): Promise<GameBrowser | null> {
  const browser = await ctx.openGameBrowser();
  await saveBrowser(ctx.db, browser !== null, ctx.now());
  return browser;
}

async function openGames(ctx: AppContext, night: string): Promise<number> {
  const browser = await openBrowser(ctx);
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

/** Whether a page of our own opens: if not, no game that does not can be blamed. */
async function doesControlOpen(ctx: AppContext, browser: GameBrowser, night: string): Promise<boolean> {
  const { outcome } = await browser.visit(`${ctx.config.gamesOrigin}${CONTROL_PATH}`);
  await queries.saveControl(ctx.db, night, outcome === 'shown' ? null : ctx.now());
  return outcome === 'shown';
}

/** Opens the next game of the plan. 'our-fault': it did not work, and neither does our own page any more. */
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
  const visit = await visitGame(ctx, browser, game);
  if (visit.finding === 'broken' && !(await doesControlOpen(ctx, browser, night))) {
    await queries.releasePlanned(ctx.db, claimed, false);
    return 'our-fault';
  }
  const isRecorded = await ctx.db.transaction().execute((trx) => record(ctx, trx, claimed, visit));
  if (isRecorded) return 'opened';
  // It has other files by now, and is opened with those; or somebody else did it.
  await queries.releasePlanned(ctx.db, claimed, true);
  await dropPictureIfRemoved(ctx, game.id);
  return 'skipped';
}

async function record(
  ctx: AppContext,
  trx: Transaction<DB>,
  claimed: { night: string; gameId: string; claimId: string },
  visit: Visit,
): Promise<boolean> {
  if (!(await recordVisit(trx, visit, claimed.night))) return false;
  if (!(await queries.finishPlanned(trx, claimed))) return false;
  await queries.insertCheck(trx, claimed.night, { ...visit, id: ctx.newId() });
  return true;
}

/**
 * Decides once what a night hides: only when it is over is it known whether games are broken or we are. Players' reports stay as they are. What
 * hides nothing for it was too much tells operators.
 */
async function settle(ctx: AppContext, night: string): Promise<void> {
  const hidden = await ctx.db.transaction().execute(async (trx) => {
    if (!(await queries.lockNight(trx, night))) return [];
    const now = ctx.now();
    const sums = await queries.countNight(trx, night);
    const isStopped = isTooMuchBroken(sums);
    const games = isStopped ? [] : await queries.lockGamesToHide(trx, night);
    if (games.length > 0) await queries.hideGames(trx, night, games, now);
    for (const game of games) await recordHiding(ctx, trx, game);
    if (isStopped) await tellOperators(ctx, trx, sums);
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

async function tellOperators(ctx: AppContext, trx: Transaction<DB>, sums: { opened: number; broken: number }): Promise<void> {
  const { config } = ctx;
  const now = ctx.now();
  const areMailsRead = config.mail.kind === 'smtp' || config.mode === 'demo';
  const operators = (await listRecipients(trx, now, areMailsRead)).filter(({ role }) => role === 'operator');
  const until = new Date(now.getTime() + EMAIL_EXPIRY_HOURS * 60 * MINUTE_MS).toISOString();
  for (const { email, canGetMail } of operators)
    if (canGetMail) await enqueueEmail(ctx, { ...stoppedEmail(email, sums, `${config.origin}${BROKEN_GAMES_PATH}`), until }, trx);
  await enqueuePushes(
    ctx,
    trx,
    operators.map(({ id }) => ({ playerId: id, ...stoppedPush(sums), url: BROKEN_GAMES_PATH, tag: 'game-checks' })),
  );
}
