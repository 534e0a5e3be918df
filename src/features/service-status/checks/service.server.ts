import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { addDays, startOfDay, toNairobi } from '../../statistics/rules.ts';
import { CHECK_RETENTION_DAYS, DAY_RETENTION_DAYS, MINUTE_MS, startOfMinute } from '../rules.ts';
import { PARTS, type Part } from '../schema.ts';
import { alertOperators } from '../alerts/service.server.ts';
import { createProbes, type Probe } from '../probes/service.server.ts';
import { toErrorText } from '../probes/rules.ts';
import * as queries from './queries.server.ts';
import { CHECK_LIMITS, GAP_MS, judge, type CheckLimits, type CheckResult, type Try } from './rules.ts';

const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Checks all parts of the site, once a minute in all processes together: whoever comes second in a minute does nothing. The minutes since the
 * check before in which nothing ran count as down. Tells operators what is down or back.
 * @param probes how each part is tried; for tests. @returns whether it checked
 */
export async function checkParts(
  ctx: AppContext,
  actor: Actor,
  probes: Record<Part, Probe> = createProbes(ctx),
  limits: CheckLimits = CHECK_LIMITS,
): Promise<boolean> {
  authorize(actor, 'status:run');
  const checkedAt = ctx.now();
  const minute = startOfMinute(checkedAt);
  if (!(await queries.claimMinute(ctx.db, minute))) return false;
  const results = await Promise.all(
    PARTS.map(async (part) => ({ part, ...(await runCheck(probes[part], limits.slowMs[part], limits.tryMs)) })),
  );
  try {
    await ctx.db.transaction().execute(async (trx) => {
      await queries.lockRecords(trx);
      await fillGap(trx, { minute, checkedAt });
      await queries.insertChecks(trx, { minute, checkedAt }, results);
      await alertOperators(ctx, trx, minute);
    });
  } catch (error) {
    // So that the job, which is tried again, finds the minute free.
    await queries.releaseMinute(ctx.db, minute);
    throw error;
  }
  return true;
}

/** Deletes what is older than the retention. Only jobs call this. */
export async function deleteOldChecks(ctx: AppContext): Promise<void> {
  const now = ctx.now();
  const day = addDays(toNairobi(now).day, -DAY_RETENTION_DAYS);
  await queries.deleteChecks(ctx.db, new Date(now.getTime() - CHECK_RETENTION_DAYS * DAY_MS));
  await queries.deleteDays(ctx.db, day, startOfDay(day));
}

/** Counts the minutes since the last check as down, as far back as days are kept. */
async function fillGap(trx: Transaction<DB>, { minute, checkedAt }: { minute: Date; checkedAt: Date }): Promise<void> {
  const last = await queries.findLastMinute(trx);
  if (!last || checkedAt.getTime() - last.checkedAt.getTime() < GAP_MS) return;
  const kept = (days: number) => minute.getTime() - days * DAY_MS;
  const from = new Date(Math.max(last.minute.getTime() + MINUTE_MS, kept(DAY_RETENTION_DAYS)));
  const to = new Date(minute.getTime() - MINUTE_MS);
  if (from <= to) await queries.insertGap(trx, { from, to }, new Date(kept(CHECK_RETENTION_DAYS)));
}

/** Tries a part, a second time if that fails. Never throws. */
async function runCheck(probe: Probe, slowMs: number, tryMs: number): Promise<CheckResult> {
  const first = await tryProbe(probe, tryMs);
  return judge(first, 'failure' in first ? await tryProbe(probe, tryMs) : null, slowMs);
}

async function tryProbe(probe: Probe, tryMs: number): Promise<Try> {
  const began = performance.now();
  const signal = AbortSignal.timeout(tryMs);
  // Not every probe can be stopped: what comes after the limit is not waited for.
  const tooLate = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`no answer in ${tryMs} ms`)), { once: true });
  });
  try {
    const finding = await Promise.race([probe(signal), tooLate]);
    return { durationMs: performance.now() - began, finding };
  } catch (error) {
    return { failure: toErrorText(error) };
  }
}
