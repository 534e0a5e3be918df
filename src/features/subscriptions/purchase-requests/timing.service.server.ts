import type { AppContext } from '../../../context.server.ts';
import { loadKiddocashPlan } from '../monthly-kiddocash/service.server.ts';
import * as plans from '../plans/queries.server.ts';
import { DAY_MS, PASS_DAYS, schedulePeriod } from '../plans/rules.ts';
import type { PurchaseItem, PurchaseTiming } from './schema.ts';

export const AT_ONCE: PurchaseTiming = { beginsAt: null, kiddocashAt: null, endsCardOf: null };

/**
 * What is not at once, or ends, if something is paid for a player now: another plan may run. Does no authorization: the caller must do it. Only
 * other services call this.
 */
export async function getPurchaseTiming(ctx: AppContext, playerId: string, item: PurchaseItem): Promise<PurchaseTiming> {
  if (item.kind === 'pack') return AT_ONCE;
  const now = ctx.now();
  const [running, kiddocash, subscription] = await Promise.all([
    plans.listUnexpiredPeriods(ctx.db, playerId, now),
    loadKiddocashPlan(ctx, playerId),
    plans.findCurrentSubscription(ctx.db, playerId),
  ]);
  const bought = { priceMinor: item.priceMinor, paidMinor: item.priceMinor, lengthMs: PASS_DAYS * DAY_MS, goesOn: null };
  const { begins } = schedulePeriod(running, bought, now);
  const beginsAt = begins > now ? begins.toISOString() : null;
  // ISO times of UTC compare as text.
  const kiddocashAt =
    item.kiddocash === 0
      ? null
      : ([beginsAt, kiddocash.monthEndsAt]
          .filter((at) => at !== null)
          .toSorted(compare)
          .at(-1) ?? null);
  const isEnding = subscription?.channel === 'card' && subscription.state === 'active' && subscription.plan_id !== item.id;
  const ending = isEnding ? await plans.findPlanById(ctx.db, subscription.plan_id) : undefined;
  return { beginsAt, kiddocashAt, endsCardOf: ending?.name ?? null };
}

function compare(one: string, other: string): number {
  return Date.parse(one) - Date.parse(other);
}
