/** A pass of M-Pesa is good for this long. */
export const PASS_DAYS = 30;
/** A card's next charge may be late, or fail, for so long before the right ends. */
export const GRACE_DAYS = 3;
/** So long before days end, or a card is charged, the player is reminded. */
export const REMINDER_DAYS = 3;
export const DAY_MS = 86_400_000;

/** A date that the provider names and one that we reckon mean the same charge within this; beyond it they mean two. */
const SAME_CHARGE_DAYS = 4;
/** Longer than this no month is. */
const MONTH_DAYS_MAX = 45;
/** Months are those of Nairobi, which knows no summer time. */
const NAIROBI_MS = 3 * 3_600_000;

/** Time that was paid for and still runs, or will: what its plan costs now says which is dearer, what was paid says its worth. */
export type Period = { reference: string; planId: string; priceMinor: number; paidMinor: number; begins: Date; ends: Date };

/** Unused time of a cheaper plan, as days of the new one. */
export type PeriodMove = { reference: string; days: number };

/** So many days later. */
export function addDays(at: Date, days: number): Date {
  return new Date(at.getTime() + days * DAY_MS);
}

/** The same time a month later; where that month is too short, on its last day. @param day of the month that is meant, as in 31 */
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
 * The month that a card paid. It ends with the provider's next charge; where that is not known (yet), a calendar month later.
 * @param due when this charge was to come, null for the first. @param next as the provider says it. @param day of the month meant
 */
export function cardBillingPeriod(paidAt: Date, due: Date | null, next: Date | null, day: number): { from: Date; to: Date } {
  const from = due !== null && isSameCharge(due, paidAt) ? due : paidAt;
  const isNext = next !== null && next > from && !isSameCharge(next, from) && next <= addDays(from, MONTH_DAYS_MAX);
  return { from, to: isNext ? next : addMonth(from, day) };
}

/** The end of what was paid: the latest end of all, or null where nothing runs. */
export function latestEnd(running: { ends: Date }[]): Date | null {
  return running.reduce<Date | null>((latest, { ends }) => (latest === null || ends > latest ? ends : latest), null);
}

/**
 * Where bought time comes to lie (docs/decisions/021-plans.md). A dearer plan begins at once: unused time of cheaper ones becomes
 * days of it, in proportion of price, rounded up. The same plan, or a cheaper one, begins when what was paid ends.
 * @param running what runs or will, at `now`
 * @param bought what its plan costs now, what was paid for it, and how long it lasts
 * @param goesOn a card was charged within its grace: its month joins the one before
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

/** What is left of a period. */
function unusedMs(one: { begins: Date; ends: Date }, now: Date): number {
  return Math.max(0, one.ends.getTime() - Math.max(one.begins.getTime(), now.getTime()));
}

/**
 * Periods after one was taken out or put back: one after the other from now on, each with what was left of it.
 * @returns those that moved
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

/** When the provider is asked again what became of a payment, in minutes after it was made. */
const CHECKS_MINUTES = [1, 5, 30, 24 * 60, 72 * 60];
/** A checkout that nobody finished counts as left after this. */
const ABANDONED_AFTER_MINUTES = 30;

/** The next moment to ask about a payment, or null after the last. */
export function nextCheck(createdAt: Date, now: Date): Date | null {
  const at = CHECKS_MINUTES.map((minutes) => new Date(createdAt.getTime() + minutes * 60_000)).find((one) => one > now);
  return at ?? null;
}

/** Whether a checkout was left for so long that it is not waited for any more; who pays after all still gets what was paid. */
export function isAbandoned(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= ABANDONED_AFTER_MINUTES * 60_000;
}

/** What is wrong with a payment that succeeded, as a person will read it; null where it is what was asked. */
export function findPaymentMismatch(
  expected: { amount_minor: number; currency: string },
  paid: { amountMinor: number; currency: string; isLive: boolean },
): string | null {
  if (!paid.isLive) return 'a test payment';
  if (paid.currency !== expected.currency) return `paid in ${paid.currency}, asked was ${expected.currency}`;
  if (paid.amountMinor !== expected.amount_minor) return `paid ${paid.amountMinor}, asked was ${expected.amount_minor}`;
  return null;
}
