import type { Channel, PaymentSummary, Plan, Price, Spending, SubscriptionStatus, ReturnOutcome } from './schema.ts';

/** A payment older than this no longer triggers a return message, in milliseconds. */
const RETURN_MESSAGE_MS = 24 * 60 * 60 * 1000;

/** When the paid time ends, in milliseconds; includes the grace days after a failed charge. Null if nothing is running. */
export function getStatusEnd(status: SubscriptionStatus): number | null {
  if (status.kind !== 'active') return null;
  return Math.max(Date.parse(status.until), status.graceUntil === null ? 0 : Date.parse(status.graceUntil));
}

/**
 * The status at this moment: one that runs out while it is shown becomes expired (spec 2, section 2). If the server still reported it as
 * active after its end, it stays active, because the server knows more.
 * @param at when the server sent the status, in milliseconds
 * @param now current time by the server's clock, in milliseconds
 */
export function getCurrentStatus(status: SubscriptionStatus, at: number, now: number): SubscriptionStatus {
  const end = getStatusEnd(status);
  if (status.kind !== 'active' || end === null || at >= end || now < end) return status;
  return { kind: 'expired', planName: status.planName, at: new Date(end).toISOString() };
}

/** One line of facts on the status card. `at` is ISO; `isPast` is true if that date is in the past. */
export type StatusFact =
  | { kind: 'cost'; price: Price; per: 'month' | 'pass' }
  | { kind: 'next-billing' | 'paid-until' | 'expired-on'; at: string; isPast: boolean };

/** The facts that the card shows for a status, in display order. */
export function getStatusFacts(status: SubscriptionStatus, now: number): StatusFact[] {
  if (status.kind === 'free') return [];
  if (status.kind === 'expired') return [{ kind: 'expired-on', at: status.at, isPast: true }];
  const cost: StatusFact = { kind: 'cost', price: status.price, per: status.channel === 'mpesa' ? 'pass' : 'month' };
  const isPast = (iso: string) => Date.parse(iso) <= now;
  const until: StatusFact = { kind: 'paid-until', at: status.until, isPast: isPast(status.until) };
  // The plan no longer exists, so only the end date can be shown.
  if (status.planName === '') return [until];
  // After a failed charge there is no meaningful next billing date. What matters is how long the paid time lasts.
  if (status.nextBilling === null || status.graceUntil !== null) return [cost, until];
  return [cost, { kind: 'next-billing', at: status.nextBilling, isPast: isPast(status.nextBilling) }];
}

/** What the button of a plan card does (spec 2, section 4). */
export type PlanAction = 'sign-up' | 'log-in' | 'current' | 'cancel' | 'choose';

/** @param status null for a visitor */
export function getPlanAction(planId: Plan['id'], status: SubscriptionStatus | null): PlanAction {
  if (status === null) return planId === 'basic' ? 'sign-up' : 'log-in';
  if (planId === (status.kind === 'active' ? status.planId : 'basic')) return 'current';
  return planId === 'basic' ? 'cancel' : 'choose';
}

/**
 * What is sold: the id of a plan or pack, its price in cents of a shilling, and whether it ends the renewing card, whose next charge then
 * does not come.
 */
export type Product = { id: string; priceMinor: number; replacesCard?: boolean };

/**
 * Whether a player can buy something at its price by themselves: 'closed' while no guardian allows it, 'too-much' if it is more than what is
 * left of their sum in this month, 'unfinished' if it would not be, but for checkouts that are not finished.
 * @param spending null for players of age, who can buy everything
 * @param channel the chosen way to pay
 */
export function getOffer(
  spending: Spending | null,
  { id, priceMinor, replacesCard = false }: Product,
  channel: Channel,
): 'open' | 'closed' | 'unfinished' | 'too-much' {
  if (spending === null) return 'open';
  const { sum } = spending;
  if (sum === null) return 'closed';
  const leftMinor = sum.leftMinor + (replacesCard ? sum.dueMinor : 0);
  // A checkout of the same by the same way to pay is taken up again.
  const ownMinor = sum.open.find((open) => open.product === id && open.channel === channel)?.minor ?? 0;
  if (priceMinor <= leftMinor + ownMinor) return 'open';
  const openMinor = sum.open.reduce((total, { minor }) => total + minor, 0);
  return priceMinor <= leftMinor + openMinor ? 'unfinished' : 'too-much';
}

/**
 * How a player can ask a guardian to pay for something: not at all, beside buying it, or instead, because they cannot buy it now. While
 * something waits for an answer, they cannot.
 * @param offer whether they can buy it by themselves
 */
export function getAsking(spending: Spending | null, offer: ReturnType<typeof getOffer>): 'none' | 'beside' | 'instead' {
  if (spending === null || spending.asking === null || spending.asking.open !== null) return 'none';
  return offer === 'open' ? 'beside' : 'instead';
}

const OUTCOMES: Record<PaymentSummary['state'], ReturnOutcome> = {
  pending: 'confirming',
  success: 'paid',
  failed: 'not-paid',
  abandoned: 'not-paid',
  refunded: 'paid-back',
  disputed: 'held',
  held: 'held',
  'not-allowed': 'not-allowed',
};

/**
 * The outcome to show a player who returns from a checkout (`?payment=` and `?for=`). The URL proves nothing, so the outcome comes from the
 * payment that the URL names, or else from the newest one. One that is older than a day is not what somebody just returned from.
 * @param reference of the payment that the URL names
 * @param payments this player's payments, newest first
 */
export function getReturnOutcome(
  reference: string | null,
  payments: Pick<PaymentSummary, 'reference' | 'state' | 'at'>[],
  now: number,
): ReturnOutcome {
  const payment = payments.find((each) => each.reference === reference) ?? payments[0];
  return payment && now - Date.parse(payment.at) <= RETURN_MESSAGE_MS ? OUTCOMES[payment.state] : 'missing';
}

/** Whether there is a receipt: the payment was received, even if it was reversed later. */
export function hasReceipt(state: PaymentSummary['state']): boolean {
  return state === 'success' || state === 'refunded' || state === 'disputed';
}
