import type { Channel, Plan, Price, SubscriptionStatus } from '../schema.ts';

/** Length of an M-Pesa pass. */
export const PASS_DAYS = 30;
/** Grace period: how long after the due date a card may be charged late or fail before premium ends. */
export const GRACE_DAYS = 3;
/** How long before paid time ends, or a card is charged, the player gets a reminder. */
export const REMINDER_DAYS = 3;
export const DAY_MS = 86_400_000;

/** Two dates, the provider's and ours, mean the same charge if they differ by no more than this. */
const SAME_CHARGE_DAYS = 4;
/** No month is longer than this: a later date from the provider is not the next charge. */
const MONTH_DAYS_MAX = 45;
/** Months follow Nairobi time, which has no daylight saving time. */
const NAIROBI_MS = 3 * 3_600_000;

/**
 * A paid period that is running or starts in the future. `priceMinor` is the plan's current price and decides which plan is more expensive;
 * `paidMinor` is the amount paid and decides what the period is worth.
 */
export type Period = { reference: string; planId: Plan['id']; priceMinor: number; paidMinor: number; begins: Date; ends: Date };

/** Unused time of a cheaper plan, converted to days of the new plan. */
export type PeriodMove = { reference: string; days: number };

/** Adds a number of days. */
export function addDays(at: Date, days: number): Date {
  return new Date(at.getTime() + days * DAY_MS);
}

/**
 * The same time one month later; if that month is too short, on its last day.
 * @param day the intended day of the month, such as 31
 */
export function addMonth(at: Date, day = dayOfMonth(at)): Date {
  const nairobiTime = new Date(at.getTime() + NAIROBI_MS);
  const [year, month] = [nairobiTime.getUTCFullYear(), nairobiTime.getUTCMonth() + 1];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const time = at.getTime() + NAIROBI_MS - Date.UTC(nairobiTime.getUTCFullYear(), nairobiTime.getUTCMonth(), nairobiTime.getUTCDate());
  return new Date(Date.UTC(year, month, Math.min(day, last)) + time - NAIROBI_MS);
}

/** The day of the month in Nairobi. */
export function dayOfMonth(at: Date): number {
  return new Date(at.getTime() + NAIROBI_MS).getUTCDate();
}

/** Whether two dates mean the same charge of a card. */
export function isSameCharge(one: Date, other: Date): boolean {
  return Math.abs(one.getTime() - other.getTime()) <= SAME_CHARGE_DAYS * DAY_MS;
}

/**
 * The month that a card charge paid for. It ends at the provider's next charge, or a calendar month later if that date is not known (yet).
 * @param due when this charge was due, null for the first one
 * @param next date of the next charge according to the provider
 * @param day intended day of the month
 */
export function cardBillingPeriod(paidAt: Date, due: Date | null, next: Date | null, day: number): { from: Date; to: Date } {
  const from = due !== null && isSameCharge(due, paidAt) ? due : paidAt;
  const isNext = next !== null && next > from && !isSameCharge(next, from) && next <= addDays(from, MONTH_DAYS_MAX);
  return { from, to: isNext ? next : addMonth(from, day) };
}

/** The end of the paid time: the latest end of all periods, or null if there are none. */
export function latestEnd(running: { ends: Date }[]): Date | null {
  return running.reduce<Date | null>((latest, { ends }) => (latest === null || ends > latest ? ends : latest), null);
}

/**
 * Schedules a bought period (docs/decisions/021-plans.md). A more expensive plan begins at once: unused time of cheaper plans becomes days
 * of the new plan, in proportion to the price, rounded up. The same plan, or a cheaper one, begins when the paid time ends.
 * @param running periods that are running or start in the future, at `now`
 * @param bought current price of the plan, amount paid, and length of the period
 * @param goesOn set if a card was charged within its grace days: its month then continues from this date
 */
export function schedulePeriod(
  running: Period[],
  bought: { priceMinor: number; paidMinor: number; lengthMs: number; goesOn: Date | null },
  now: Date,
): { begins: Date; ends: Date; moves: PeriodMove[] } {
  const cheaper = running.filter((one) => one.priceMinor < bought.priceMinor);
  const moves = cheaper.map((one) => ({
    reference: one.reference,
    days: Math.ceil((unusedMs(one, now) * one.paidMinor) / bought.paidMinor / DAY_MS),
  }));
  const days = moves.reduce((sum, move) => sum + move.days, 0);
  const stays = latestEnd(running.filter((one) => !cheaper.includes(one)));
  const begins = stays !== null && stays > now ? stays : (bought.goesOn ?? now);
  return { begins, ends: addDays(new Date(begins.getTime() + bought.lengthMs), days), moves };
}

/** The unused part of a period, in milliseconds. */
function unusedMs(one: { begins: Date; ends: Date }, now: Date): number {
  return Math.max(0, one.ends.getTime() - Math.max(one.begins.getTime(), now.getTime()));
}

/**
 * Closes the gaps after a period was removed or put back: the periods follow one another from now on, each with its remaining time.
 * @returns the periods whose dates changed
 */
export function closeGaps(running: Period[], now: Date): Period[] {
  const moved: Period[] = [];
  let cursor = now.getTime();
  for (const one of running.toSorted((a, b) => a.begins.getTime() - b.begins.getTime())) {
    const left = unusedMs(one, now);
    if (left === 0) continue;
    const hasBegun = one.begins <= now;
    const ends = new Date(cursor + left);
    const begins = hasBegun ? one.begins : new Date(cursor);
    if (ends.getTime() !== one.ends.getTime() || begins.getTime() !== one.begins.getTime()) moved.push({ ...one, begins, ends });
    cursor = ends.getTime();
  }
  return moved;
}

/** When a charge was paid, according to the provider. A time in the future counts as now. */
export function getPaidAt(charge: { paidAt: Date | null }, now: Date): Date {
  return charge.paidAt !== null && charge.paidAt < now ? charge.paidAt : now;
}

/** Inputs of a status: the current period and the current subscription. */
type CurrentPeriod = { planId: Plan['id']; planName: string; price: Price; channel: Channel; ends: Date; isRevoked: boolean };
type CurrentSubscription = {
  state: 'active' | 'non-renewing' | 'attention';
  channel: Channel;
  nextChargeAt: Date | null;
  graceUntil: Date | null;
};

/**
 * The status for the status card (spec 2, section 4).
 * @param period the period that is running or ran last; null: there never was one
 * @param paidUntil the end of all paid time
 */
export function getSubscriptionStatus(
  period: CurrentPeriod | null,
  subscription: CurrentSubscription | null,
  paidUntil: Date | null,
  now: Date,
): SubscriptionStatus {
  const grace = subscription !== null && subscription.state !== 'non-renewing' ? subscription.graceUntil : null;
  const isInGrace = grace !== null && grace > now;
  if (period === null || (period.isRevoked && !isInGrace)) return { kind: 'free' };
  const isPaid = paidUntil !== null && paidUntil > now;
  if (!isPaid && !isInGrace) return { kind: 'expired', planName: period.planName, at: period.ends.toISOString() };
  const isCard = subscription?.channel === 'card';
  const renews = isCard && subscription.state !== 'non-renewing';
  return {
    kind: 'active',
    planId: period.planId,
    planName: period.planName,
    price: period.price,
    channel: subscription?.channel ?? period.channel,
    until: (isPaid ? paidUntil : (grace as Date)).toISOString(),
    nextBilling: renews ? (subscription.nextChargeAt?.toISOString() ?? null) : null,
    autoRenew: isCard ? renews : null,
    graceUntil: subscription?.state === 'attention' ? (grace?.toISOString() ?? null) : null,
  };
}
