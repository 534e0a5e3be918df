import type { PaymentSummary } from '../schema.ts';

/** The state of a payment in the database. `created`: the payer was not sent to the provider yet. */
export type PaymentState = 'created' | Exclude<PaymentSummary['state'], 'not-allowed'>;

/** Final states: only a refund, a dispute or (for held payments) a manual review changes them. */
const FINAL_STATES: PaymentState[] = ['success', 'refunded', 'disputed', 'held'];

/** Whether a payment is settled, so that the provider need not be asked again. */
export function isFinal(payment: { state: PaymentState }): boolean {
  return FINAL_STATES.includes(payment.state);
}

/** What was really paid, in minor units of the payment's currency. For a payment that is held it may be another sum than was asked. */
export function getPaidMinor(payment: { paid_minor: number | null; amount_minor: number }): number {
  return payment.paid_minor ?? payment.amount_minor;
}

/** Whether the database accepts a payment with this reference (migrations/0006_money.sql). */
export function isValidReference(reference: string): boolean {
  return /^[A-Za-z0-9_.=-]{8,100}$/.test(reference);
}

/**
 * When the provider is asked about a payment, in minutes after the payment was created. After an hour it calls a checkout abandoned, which then
 * does not count in the sum of a player under 18 any more.
 */
const CHECKS_MINUTES = [1, 5, 30, 61, 24 * 60, 72 * 60];
/** An unfinished checkout counts as abandoned after this. */
const ABANDONED_AFTER_MINUTES = 30;

/** The next time to ask about a payment, or null after the last check. */
export function nextCheck(createdAt: Date, now: Date): Date | null {
  const at = CHECKS_MINUTES.map((minutes) => new Date(createdAt.getTime() + minutes * 60_000)).find((one) => one > now);
  return at ?? null;
}

/** Whether a checkout counts as abandoned, so that the player no longer sees it as pending. A later payment is still fulfilled. */
export function isAbandoned(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= ABANDONED_AFTER_MINUTES * 60_000;
}

/**
 * The state of a payment that the provider does not call paid.
 * @param answer the provider's state, or null if the provider does not know the payment
 */
export function getUnpaidState(payment: { state: PaymentState; created_at: Date }, answer: string | null, now: Date): PaymentState {
  if (payment.state !== 'created' && payment.state !== 'pending') return payment.state;
  if (answer === 'failed') return 'failed';
  const isLastCheck = nextCheck(payment.created_at, now) === null;
  if (isLastCheck || (isAbandoned(payment.created_at, now) && answer !== 'pending')) return 'abandoned';
  return answer === null ? payment.state : 'pending';
}

/** The mismatch of a successful payment as a message for operators, or null if it is as requested. */
export function findPaymentMismatch(
  expected: { amount_minor: number; currency: string },
  paid: { amountMinor: number; currency: string; isLive: boolean },
): string | null {
  if (!paid.isLive) return 'a test payment';
  if (paid.currency !== expected.currency) return `paid in ${paid.currency}, asked was ${expected.currency}`;
  if (paid.amountMinor !== expected.amount_minor) return `paid ${paid.amountMinor}, asked was ${expected.amount_minor}`;
  return null;
}
