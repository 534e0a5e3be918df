import type { AppContext } from '../../../context.server.ts';
import type { ChargeVerification } from '../../../infra/payments/payments.ts';
import { findEntry } from '../../wallet/queries.server.ts';
import { deductUpTo, postEntry } from '../../wallet/service.server.ts';
import { tellGuardianOfRefund } from '../guardian-payments/service.server.ts';
import { freeKiddocashMonth } from '../monthly-kiddocash/queries.server.ts';
import * as payments from '../payments/queries.server.ts';
import { describePaid, notifyPayer, scheduleCardStop, type BillingTransaction } from '../payments/service.server.ts';
import { getPaidMinor } from '../payments/rules.ts';
import { emails, notifications, texts } from '../payments/texts.ts';
import * as plans from '../plans/queries.server.ts';
import { closePeriodGaps, endSubscription, refreshPaidUntil } from '../plans/service.server.ts';
import { endWithoutDays, timeLeftMs } from './rules.ts';
import type { RefundCause } from './schema.ts';

// Step 6 of a payment (ARCHITECTURE.md): the money goes back, or the payer's bank asks for it, and what it bought is taken back.

/**
 * Applies a refund. After a full refund, what the payment bought is taken back.
 * @param amountMinor the amount refunded now; null: all of it
 * @param verification the provider's answer about a payment that was not settled before
 * @param reason why, for the payer; null: somebody refunded it at the provider
 */
export async function applyRefund(
  ctx: AppContext,
  billing: BillingTransaction,
  reference: string,
  amountMinor: number | null,
  verification: ChargeVerification | null,
  reason: RefundCause | null = null,
): Promise<string> {
  const payment = await payments.lockPayment(billing.trx, reference);
  if (!payment) return 'unknown';
  // No more than came in can go back; for a payment that is held that may be another sum than was asked.
  const paid = getPaidMinor(payment);
  const refunded = Math.min(paid, payment.refunded_minor + (amountMinor ?? paid));
  await payments.updatePayment(billing.trx, reference, { refunded_minor: refunded });
  if (refunded > payment.refunded_minor) await tellGuardian(ctx, billing, payment, refunded, reason);
  if (refunded < paid) {
    ctx.log.warn({ reference, refunded }, 'a part of a payment was refunded: what it bought stays');
    const part = { minor: refunded - payment.refunded_minor, currency: payment.currency };
    // The sum tells the parts apart: each is told once.
    if (part.minor > 0)
      await notifyPayer(ctx, billing, `refunded ${reference} ${refunded}`, notifications.refundedInPart(part), (payer) =>
        emails.refundedInPart(payer, { reference, price: priceOf(payment), part, reason }, ctx.config.origin),
      );
    billing.markChanged();
    return 'refunded in part';
  }
  return reversePayment(ctx, billing, payment, 'refunded', verification, reason);
}

/**
 * Applies a dispute (the payer's bank asks for the money back): what the payment bought is taken back until the dispute is decided.
 * @param verification the provider's answer about a payment that was not settled before
 */
export async function applyDispute(
  ctx: AppContext,
  billing: BillingTransaction,
  reference: string,
  verification: ChargeVerification | null,
): Promise<string> {
  const payment = await payments.lockPayment(billing.trx, reference);
  if (!payment) return 'unknown';
  ctx.log.error({ reference }, 'a payment is disputed: the provider wants an answer');
  return reversePayment(ctx, billing, payment, 'disputed', verification, null);
}

/** Applies a dispute that we won: the time that was left when the dispute began continues now. */
export async function applyDisputeWon(ctx: AppContext, billing: BillingTransaction, reference: string): Promise<string> {
  const payment = await payments.lockPayment(billing.trx, reference);
  if (payment?.state !== 'disputed') return payment?.state ?? 'unknown';
  const { trx, payer } = billing;
  const now = ctx.now();
  const period = await plans.findPeriod(trx, reference);
  const wasGiven = await wasGranted(trx, reference);
  // Disputed before it was settled: ask the provider again. A payment that was held before is held again.
  const state = wasGiven ? 'success' : payment.paid_at === null ? 'pending' : 'held';
  await payments.updatePayment(trx, reference, { state, reclaimed_kiddocash: 0, next_check_at: state === 'pending' ? now : null });
  if (period?.revoked_at && payer) {
    const left = timeLeftMs(period, period.revoked_at);
    // A period that was cancelled before the dispute stays cancelled.
    if (left > 0 && period.revoked_for === 'dispute') {
      const unexpiredPeriods = await plans.listUnexpiredPeriods(trx, payer.id, now);
      const begins = unexpiredPeriods.reduce((latest, one) => (one.ends > latest ? one.ends : latest), now);
      const ends = new Date(begins.getTime() + left);
      await plans.updatePeriod(trx, reference, { revoked_at: null, revoked_for: null, begins_at: begins, ends_at: ends });
      await refreshPaidUntil(trx, payer.id);
    }
  }
  if (payer && payment.reclaimed_kiddocash > 0)
    await postEntry(ctx, trx, {
      playerId: payer.id,
      amount: payment.reclaimed_kiddocash,
      source: 'refund',
      sourceRef: `${reference} won ${ctx.newId()}`,
      note: texts.won(priceOf(payment)),
    });
  await notifyPayer(ctx, billing, `won ${reference} ${ctx.newId()}`, notifications.won, null);
  billing.markChanged();
  return 'won';
}

async function reversePayment(
  ctx: AppContext,
  billing: BillingTransaction,
  payment: payments.PaymentRow,
  to: 'refunded' | 'disputed',
  verification: ChargeVerification | null,
  reason: RefundCause | null,
): Promise<string> {
  if (payment.state === 'refunded' || payment.state === to) return payment.state;
  const { trx } = billing;
  const { reference } = payment;
  await payments.updatePayment(trx, reference, { state: to, next_check_at: null });
  billing.markChanged();
  // Nothing was granted for it, or the dispute already took it back.
  if (payment.state !== 'success') {
    if (payment.state === 'held' && to === 'refunded')
      await notifyPayer(ctx, billing, `returned ${reference}`, notifications.returned, (payer) =>
        emails.returned(payer, { reference, reason }, ctx.config.origin),
      );
    if (payment.state !== 'disputed' && payment.state !== 'held') await scheduleCardStop(ctx, billing, payment, verification);
    return to;
  }
  await revokePeriod(ctx, billing, reference, to === 'refunded' ? 'refund' : 'dispute');
  const taken = await revokeKiddocash(ctx, billing, payment, to === 'refunded' ? reference : `${reference} disputed ${ctx.newId()}`);
  await payments.updatePayment(trx, reference, { reclaimed_kiddocash: taken });
  await notifyPayer(
    ctx,
    billing,
    to === 'refunded' ? `${to} ${reference}` : `${to} ${reference} ${ctx.newId()}`,
    notifications.taken,
    (payer) => emails.taken(payer, { reference, price: priceOf(payment), reason }, ctx.config.origin),
  );
  return to;
}

/** Tells a guardian who paid: the player's mails do not reach them. The receipt came to them too, so this comes to the same address. */
async function tellGuardian(
  ctx: AppContext,
  { trx }: BillingTransaction,
  payment: payments.PaymentRow,
  refunded: number,
  reason: RefundCause | null,
): Promise<void> {
  if (payment.payer !== 'guardian') return;
  const { reference, channel, currency } = payment;
  // Not by the state: what was held, and then disputed, brought nothing either.
  const isHeld = !(await wasGranted(trx, reference));
  // Paid in other money than was asked, say: the sum that was asked would be untrue.
  const isSumKnown = !isHeld || payment.paid_minor !== null;
  await tellGuardianOfRefund(ctx, trx, payment.purchase_request_id, {
    reference,
    what: await describePaid(trx, payment),
    paid: isSumKnown ? priceOf(payment) : null,
    back: isSumKnown ? { minor: refunded - payment.refunded_minor, currency } : null,
    paidAt: (payment.paid_at ?? payment.created_at).toISOString(),
    channel,
    isWhole: refunded === getPaidMinor(payment),
    isHeld,
    reason,
  });
}

/** Whether a payment brought anything: paid days, or the kiddocash of a pack. */
async function wasGranted(trx: BillingTransaction['trx'], reference: string): Promise<boolean> {
  return (await plans.findPeriod(trx, reference)) !== undefined || (await findEntry(trx, 'pack', reference)) !== undefined;
}

/** What was paid for a payment, in its currency. */
const priceOf = (payment: payments.PaymentRow) => ({ minor: getPaidMinor(payment), currency: payment.currency });

/** Revokes the period that a payment bought. Time that an upgrade moved into it returns to the original periods. */
async function revokePeriod(ctx: AppContext, billing: BillingTransaction, reference: string, why: 'refund' | 'dispute'): Promise<void> {
  const { trx, payer } = billing;
  const period = await plans.findPeriod(trx, reference);
  if (!period || !payer) return;
  await freeKiddocashMonth(trx, reference);
  const now = ctx.now();
  const wasOver = period.moved_to === null && period.ends_at <= now;
  if (period.moved_to !== null) {
    const target = await plans.findPeriod(trx, period.moved_to);
    if (target) await plans.updatePeriod(trx, target.reference, { ends_at: endWithoutDays(target, period.moved_days) });
    await plans.updatePeriod(trx, reference, { revoked_for: why, moved_to: null, moved_days: 0 });
  } else if (period.revoked_at === null) {
    // Moved time that would have ended by now is not returned. It stays in this period, in case a dispute is won.
    const sources = (await plans.listPeriodsMovedTo(trx, reference)).filter((one) => one.ends_at > now);
    const days = sources.reduce((sum, one) => sum + one.moved_days, 0);
    await plans.updatePeriod(trx, reference, { revoked_at: now, revoked_for: why, ends_at: endWithoutDays(period, days) });
    for (const one of sources)
      await plans.updatePeriod(trx, one.reference, { revoked_at: null, revoked_for: null, moved_to: null, moved_days: 0 });
  }
  await closePeriodGaps(trx, payer.id, now);
  const currentSubscription = await plans.findCurrentSubscription(trx, payer.id);
  const lastPeriod = currentSubscription && (await plans.findLastPeriod(trx, currentSubscription.id));
  // A period that was already over says nothing about the current subscription, which may be in its grace days.
  if (currentSubscription && !wasOver && (!lastPeriod || lastPeriod.ends_at <= now)) await endSubscription(ctx, trx, currentSubscription);
  await refreshPaidUntil(trx, payer.id);
}

/**
 * Takes back the kiddocash that came with a payment, as far as the balance allows.
 * @returns the amount taken
 */
async function revokeKiddocash(
  ctx: AppContext,
  { trx, payer }: BillingTransaction,
  payment: payments.PaymentRow,
  sourceRef: string,
): Promise<number> {
  const source = payment.product === 'pack' ? 'pack' : 'plan-grant';
  const grant = await findEntry(trx, source, payment.reference);
  if (!grant || !payer || grant.amount <= 0) return 0;
  const entry = { playerId: payer.id, amount: grant.amount, source: 'refund' as const, sourceRef, note: texts.refunded(priceOf(payment)) };
  return (await deductUpTo(ctx, trx, entry)).taken;
}
