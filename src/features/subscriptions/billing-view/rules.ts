import type { Channel, PaymentSummary, Plan, Price, SubscriptionStatus } from '../schema.ts';
import type { ReturnOutcome } from './schema.ts';

/** The ways to pay, as they are offered. Not the schema's list: with it the browser would load all that checks forms. */
export const CHANNEL_OPTIONS: readonly Channel[] = ['card', 'mpesa'];

/** After this time a payment is no news any more, in milliseconds. */
const RETURN_MESSAGE_MS = 24 * 60 * 60 * 1000;

/** When what was paid for is over, in milliseconds; with the days of grace, if a charge failed. Null where nothing runs. */
export function getStatusEnd(status: SubscriptionStatus): number | null {
  if (status.kind !== 'active') return null;
  return Math.max(Date.parse(status.until), status.graceUntil === null ? 0 : Date.parse(status.graceUntil));
}

/**
 * What a status is at this moment: what runs out while it is shown is expired (spec 2, section 2). What the server still called
 * active after its end stays so: the server knows more.
 * @param at when the server said it, in milliseconds
 * @param now by the server's clock
 */
export function getCurrentStatus(status: SubscriptionStatus, at: number, now: number): SubscriptionStatus {
  const end = getStatusEnd(status);
  if (status.kind !== 'active' || end === null || at >= end || now < end) return status;
  return { kind: 'expired', planName: status.planName, at: new Date(end).toISOString() };
}

/** One line of facts on the status card. `at` is ISO; `isPast` where the day lies behind us. */
export type StatusFact =
  | { kind: 'cost'; price: Price; per: 'month' | 'pass' }
  | { kind: 'next-billing' | 'paid-until' | 'expired-on'; at: string; isPast: boolean };

/** Which facts the card shows for a status, in their order. */
export function getStatusFacts(status: SubscriptionStatus, now: number): StatusFact[] {
  if (status.kind === 'free') return [];
  if (status.kind === 'expired') return [{ kind: 'expired-on', at: status.at, isPast: true }];
  const cost: StatusFact = { kind: 'cost', price: status.price, per: status.channel === 'mpesa' ? 'pass' : 'month' };
  const isPast = (iso: string) => Date.parse(iso) <= now;
  const until: StatusFact = { kind: 'paid-until', at: status.until, isPast: isPast(status.until) };
  // The plan is not there any more: only the days are left to tell.
  if (status.planName === '') return [until];
  // A card that was refused has no next billing to speak of: what counts is how long its days last.
  if (status.nextBilling === null || status.graceUntil !== null) return [cost, until];
  return [cost, { kind: 'next-billing', at: status.nextBilling, isPast: isPast(status.nextBilling) }];
}

/** What pressing the button of a plan's card does (spec 2, section 4). */
export type PlanAction = 'sign-up' | 'log-in' | 'current' | 'cancel' | 'choose';

/** @param status null for a visitor */
export function getPlanAction(planId: Plan['id'], status: SubscriptionStatus | null): PlanAction {
  if (status === null) return planId === 'basic' ? 'sign-up' : 'log-in';
  if (planId === (status.kind === 'active' ? status.planId : 'basic')) return 'current';
  return planId === 'basic' ? 'cancel' : 'choose';
}

/**
 * What is told to who comes back from paying (`?payment=` and `?for=`). The address is no proof: it counts what we know of the
 * payment it names, else of the newest. @param payments of this player, the newest first
 */
export function getReturnOutcome(
  params: { payment: string | null; for: string | null },
  payments: Pick<PaymentSummary, 'reference' | 'state' | 'at'>[],
  now: number,
): ReturnOutcome | null {
  const payment = payments.find(({ reference }) => reference === params.for) ?? payments[0];
  if (params.payment === null || !payment || now - Date.parse(payment.at) > RETURN_MESSAGE_MS) return null;
  if (payment.state === 'success') return 'paid';
  if (payment.state === 'failed' || payment.state === 'abandoned') return 'not-paid';
  return payment.state === 'pending' || payment.state === 'held' ? 'confirming' : null;
}

/** Whether there is a receipt: money came, whatever became of it later. */
export function hasReceipt(state: PaymentSummary['state']): boolean {
  return state === 'success' || state === 'refunded' || state === 'disputed';
}
