import type { Kysely } from 'kysely';
import type { AppContext } from '../../context.server.ts';
import type { DB } from '../../infra/database/tables.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import * as queries from './queries.server.ts';
import { CASE_THRESHOLD, DAILY_PAGE_SIZE, scorePlayer, SIGNAL_RETENTION_DAYS, type RiskKind } from './rules.ts';
import { describeReasons } from './texts.ts';

// What one message does not tell: facts are counted where they happen, and a player with too many of them becomes a case in the moderation
// queue. Nothing here punishes or restricts anybody. Only other services and jobs call these functions, but for the figures.

const DAY_MS = 86_400_000;

/** Who did what to whom: see RiskKind. */
export type Signal = { playerId: string; otherId: string; kind: RiskKind };

/** Counts what a player did, in the transaction that it belongs to. No text of it is kept. Then, after the commit, call assessPlayer. */
export async function countSignals(ctx: AppContext, db: Kysely<DB>, signals: readonly Signal[]): Promise<void> {
  // In one order, so that two transactions which count the same do not wait for each other.
  const sorted = signals.toSorted((one, other) => (one.kind < other.kind ? -1 : 1));
  for (const signal of sorted) await queries.saveSignal(db, { id: ctx.newId(), ...signal }, ctx.now());
}

/**
 * Looks at what is known about a player, and opens or updates their case if it is too much. Never throws: what the player did is done, and
 * the daily run looks again.
 */
export async function assessPlayer(ctx: AppContext, playerId: string): Promise<void> {
  try {
    await openCaseIfRisky(ctx, playerId);
  } catch (error) {
    ctx.log.error({ err: error }, 'a player was not assessed; the daily run does it again');
  }
}

async function openCaseIfRisky(ctx: AppContext, playerId: string): Promise<void> {
  const now = ctx.now();
  const since = new Date(now.getTime() - SIGNAL_RETENTION_DAYS * DAY_MS);
  const isRisky = async (db: Kysely<DB>) => {
    const { score, reasons } = scorePlayer(await queries.getRiskFacts(db, playerId, now, since), now);
    return score >= CASE_THRESHOLD ? reasons : null;
  };
  // Almost nobody is risky: no lock for them.
  if ((await isRisky(ctx.db)) === null) return;
  const isOpened = await ctx.db.transaction().execute(async (trx) => {
    // A moderator who decides about the player takes the same lock: what was decided about meanwhile counts no more.
    const player = await queries.lockPlayer(trx, playerId);
    // The team is nobody whom moderators decide about.
    if (player?.role !== 'player') return false;
    const reasons = await isRisky(trx);
    return reasons !== null && queries.saveCase(trx, { id: ctx.newId(), playerId, reasons: describeReasons(reasons), at: now });
  });
  if (isOpened) ctx.bus.publish({ kind: 'cases' });
}

/** Looks again at everybody of whom something was counted in the last day: what a crash or an error left out. */
export async function assessRecentPlayers(ctx: AppContext): Promise<void> {
  const since = new Date(ctx.now().getTime() - DAY_MS);
  for (let after: string | null = null; ;) {
    const page: string[] = await queries.listPlayersWithSignals(ctx.db, since, after, DAILY_PAGE_SIZE);
    for (const playerId of page) await assessPlayer(ctx, playerId);
    if (page.length < DAILY_PAGE_SIZE) return;
    after = page.at(-1) ?? null;
  }
}

/** Deletes what is older than the retention. */
export async function deleteOldSignals(ctx: AppContext): Promise<void> {
  await queries.deleteSignalsBefore(ctx.db, new Date(ctx.now().getTime() - SIGNAL_RETENTION_DAYS * DAY_MS));
}

/** What became of the cases that Kiddo opened by itself in the last 90 days: whether they are worth looking at. @throws AppError 'not-allowed' */
export async function getRiskCaseFigures(ctx: AppContext, actor: Actor): Promise<{ open: number; acted: number; dismissed: number }> {
  authorize(actor, 'risk-case:measure');
  return queries.countOutcomes(ctx.db, new Date(ctx.now().getTime() - SIGNAL_RETENTION_DAYS * DAY_MS));
}
