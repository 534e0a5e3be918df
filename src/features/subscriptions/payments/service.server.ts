import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { ChargeVerification } from '../../../infra/payments/payments.ts';
import type { EmailContent } from '../../mail/schema.ts';
import { CHECK_RENEWAL_JOB, type CheckRenewalPayload } from '../../guardians/renewal.schema.ts';
import { enqueueEmail } from '../../mail/service.server.ts';
import { endAnsweredRequest } from '../guardian-payments/queries.server.ts';
import { findGuardianPaymentFault, finishGuardianPayment } from '../guardian-payments/service.server.ts';
import { createNotifications, publishNotifications } from '../../notifications/service.server.ts';
import { postEntry } from '../../wallet/service.server.ts';
import * as plans from '../plans/queries.server.ts';
import { getPaidAt } from '../plans/rules.ts';
import { buildSubscriptionRow, grantPlan, STOP_CARD_JOB } from '../plans/service.server.ts';
import { findDisallowance, needsRenewalCheck } from '../spending/service.server.ts';
import * as queries from './queries.server.ts';
import { findPaymentMismatch, getUnpaidState, isFinal, isValidReference, nextCheck, type PaymentState } from './rules.ts';
import { describeKiddocash, describePayment, emails, notifications, texts } from './texts.ts';

// Step 3 of a payment (ARCHITECTURE.md): asking the provider whether it is paid, and granting what was paid, once.

/** A transaction over one player's billing data. It holds a lock, so no concurrent change is possible. */
export type BillingTransaction = {
  trx: Transaction<DB>;
  /** Null if the account is deleted. */
  payer: queries.Payer | null;
  /** Players to notify after the commit. */
  recipientIds: string[];
  /** Marks that something shown on the player's open pages has changed. */
  markChanged(): void;
};

/**
 * Runs a change to a player's billing data in one transaction, serialized per player. Publishes to open pages after the commit. Do not call
 * the provider inside: provider calls are slow and cannot be rolled back.
 */
export async function withBillingTransaction<T>(
  ctx: AppContext,
  playerId: string | null,
  work: (billing: BillingTransaction) => Promise<T>,
): Promise<T> {
  const recipientIds: string[] = [];
  let isChanged = false;
  const done = await ctx.db.transaction().execute(async (trx) => {
    const payer = playerId === null ? null : await queries.lockPayer(trx, playerId);
    return work({ trx, payer, recipientIds, markChanged: () => (isChanged = true) });
  });
  publishNotifications(ctx, recipientIds);
  if (isChanged && playerId !== null) ctx.bus.publish({ kind: 'rights', playerId });
  return done;
}

/** Notifies the player by email and in-app notification, once per event. */
export async function notifyPayer(
  ctx: AppContext,
  billing: BillingTransaction,
  event: string,
  notification: { title: string; message: string },
  buildEmail: ((payer: queries.Payer) => EmailContent) | null,
): Promise<void> {
  const { payer, trx } = billing;
  if (payer === null) return;
  const isNew = await createNotifications(ctx, trx, [{ playerId: payer.id, type: 'general', ...notification, relatedId: null, event }]);
  billing.recipientIds.push(...isNew);
  if (buildEmail && isNew.length > 0) await enqueueEmail(ctx, buildEmail(payer), trx);
}

/**
 * Asks the provider for the result of a payment and grants what was paid. Idempotent, also for concurrent calls.
 * @throws PaymentsUnavailableError
 */
export async function settlePayment(ctx: AppContext, reference: string): Promise<PaymentState | 'unknown'> {
  const payment = await queries.findPayment(ctx.db, reference);
  if (!payment) return 'unknown';
  if (isFinal(payment) || payment.provider !== ctx.payments.name) return payment.state;
  const verification = await ctx.payments.verify(reference);
  return withBillingTransaction(ctx, payment.player_id, (billing) => settleInTransaction(ctx, billing, reference, verification));
}

/** Like settlePayment, but inside a transaction, with the provider's answer from before it began. */
export async function settleInTransaction(
  ctx: AppContext,
  billing: BillingTransaction,
  reference: string,
  verification: ChargeVerification | null,
): Promise<PaymentState | 'unknown'> {
  const payment = await queries.lockPayment(billing.trx, reference);
  if (!payment) return 'unknown';
  if (isFinal(payment)) return payment.state;
  if (verification?.state !== 'success') return recordUnpaid(ctx, billing, payment, verification);
  const mismatch = billing.payer === null ? 'the account is gone' : findPaymentMismatch(payment, verification);
  if (mismatch !== null) return putOnHold(ctx, billing, payment, verification, { fault: mismatch, isDisallowed: false });
  const paidAt = getPaidAt(verification, ctx.now());
  const obstacle = await findObstacle(ctx, billing, payment, paidAt);
  if (obstacle !== null) return putOnHold(ctx, billing, payment, verification, obstacle);
  const granted =
    payment.product === 'pack' ? await grantPack(ctx, billing, payment) : await grantPlan(ctx, billing, payment, verification);
  if (!granted) return putOnHold(ctx, billing, payment, verification, { fault: 'its subscription had ended', isDisallowed: false });
  await queries.updatePayment(billing.trx, reference, {
    state: 'success',
    paid_at: paidAt,
    next_check_at: null,
    status_message: verification.providerMessage,
  });
  if (billing.payer !== null && (await needsRenewalCheck(ctx, billing.trx, billing.payer.id)))
    await ctx.jobs.enqueue(CHECK_RENEWAL_JOB, { playerId: billing.payer.id } satisfies CheckRenewalPayload, billing.trx);
  billing.markChanged();
  const paid = {
    reference,
    what: describePayment(payment, granted),
    price: { minor: payment.amount_minor, currency: payment.currency },
    at: paidAt.toISOString(),
    ...granted.days,
  };
  const isByGuardian = payment.payer === 'guardian';
  if (isByGuardian) {
    const { what, price, at } = paid;
    const receipt = { reference, what, price, at, days: granted.days, isHeld: false };
    await finishGuardianPayment(ctx, billing.trx, payment.purchase_request_id, receipt);
  } else if (payment.plan_id !== null && billing.payer !== null)
    await endAnsweredRequest(billing.trx, billing.payer.id, payment.plan_id, ctx.now());
  await notifyPayer(
    ctx,
    billing,
    `paid ${reference}`,
    isByGuardian ? notifications.paidByGuardian(paid) : notifications.paid(paid),
    isByGuardian ? null : (payer) => emails.receipt(payer, paid, ctx.config.origin),
  );
  return 'success';
}

/** Why a payment that was made as requested brings nothing all the same; null: it is granted. */
async function findObstacle(
  ctx: AppContext,
  { trx, payer }: BillingTransaction,
  payment: queries.PaymentRow,
  paidAt: Date,
): Promise<{ fault: string; isDisallowed: boolean } | null> {
  // Nobody presses for the renewal of a card: what it brought in is given, and the card is stopped (needsRenewalCheck).
  if (payer === null || payment.subscription_id !== null) return null;
  if (payment.payer === 'guardian') return findGuardianPaymentFault(trx, payment.purchase_request_id);
  const fault = await findDisallowance(ctx, trx, payer.id, payment.reference, paidAt);
  return fault === null ? null : { fault, isDisallowed: true };
}

/** Grants the kiddocash of a pack. */
async function grantPack(
  ctx: AppContext,
  { trx, payer }: BillingTransaction,
  payment: queries.PaymentRow,
): Promise<{ name: string; days: null }> {
  if (!payer) throw new Error(`payment ${payment.reference} is for nobody`);
  const amount = payment.kiddocash;
  const name = describeKiddocash(amount);
  const note = texts.paidFor(name, { minor: payment.amount_minor, currency: payment.currency });
  await postEntry(ctx, trx, { playerId: payer.id, amount, source: 'pack', sourceRef: payment.reference, note });
  return { name, days: null };
}

/** Records what the provider says about a payment that is not paid, and when to ask again. */
async function recordUnpaid(
  ctx: AppContext,
  billing: BillingTransaction,
  payment: queries.PaymentRow,
  verification: ChargeVerification | null,
): Promise<PaymentState> {
  const state = getUnpaidState(payment, verification?.state ?? null, ctx.now());
  await queries.updatePayment(billing.trx, payment.reference, {
    state,
    next_check_at: nextCheck(payment.created_at, ctx.now()),
    check_count: payment.check_count + 1,
    status_message: verification?.providerMessage ?? payment.status_message,
  });
  if (state !== payment.state) billing.markChanged();
  return state;
}

/**
 * Holds a payment that was paid, but not as requested, or not as a guardian allows: nothing is granted, and an operator reviews it or pays it
 * back.
 */
async function putOnHold(
  ctx: AppContext,
  billing: BillingTransaction,
  payment: queries.PaymentRow,
  verification: ChargeVerification,
  { fault, isDisallowed }: { fault: string; isDisallowed: boolean },
): Promise<PaymentState> {
  const { reference } = payment;
  ctx.log.error({ reference, fault }, 'a payment is held: nothing was given for it, a person has to look');
  const operatorNote = `${fault}; ${verification.providerMessage}`.slice(0, 500);
  await scheduleCardStop(ctx, billing, payment, verification);
  await rescheduleCardStop(ctx, billing, payment);
  await queries.updatePayment(billing.trx, reference, {
    state: 'held',
    is_disallowed: isDisallowed,
    paid_minor: verification.currency === payment.currency ? verification.amountMinor : null,
    paid_at: getPaidAt(verification, ctx.now()),
    next_check_at: null,
    status_message: operatorNote,
  });
  const isByGuardian = payment.payer === 'guardian';
  const concernsPlayer =
    isByGuardian &&
    (await finishGuardianPayment(ctx, billing.trx, payment.purchase_request_id, {
      reference,
      what: await describePaid(billing.trx, payment),
      price: { minor: payment.amount_minor, currency: payment.currency },
      at: getPaidAt(verification, ctx.now()).toISOString(),
      days: null,
      isHeld: true,
    }));
  const words = isByGuardian ? notifications.heldFromGuardian : isDisallowed ? notifications.disallowed : notifications.held;
  if (!isByGuardian || concernsPlayer) await notifyPayer(ctx, billing, `held ${reference}`, words, null);
  billing.markChanged();
  return 'held';
}

/** What a payment is for, as the mails about it say it. */
export async function describePaid(trx: Transaction<DB>, payment: queries.PaymentRow): Promise<string> {
  const plan = payment.product === 'pack' ? undefined : await plans.findPlanById(trx, payment.plan_id);
  return describePayment(payment, { name: plan?.name ?? describeKiddocash(payment.kiddocash) });
}

/** Stops the card behind a first payment that granted nothing, so that it is not charged again. */
export async function scheduleCardStop(
  ctx: AppContext,
  { trx }: BillingTransaction,
  payment: queries.PaymentRow,
  verification: ChargeVerification | null,
): Promise<void> {
  if (payment.product !== 'subscription' || payment.subscription_id !== null) return;
  const known = verification?.subscription && (await plans.findSubscriptionByCode(trx, payment.provider, verification.subscription.code));
  if (known) return;
  const row = await buildSubscriptionRow(ctx, trx, payment, verification);
  await plans.insertSubscription(trx, { ...row, state: 'ended', ended_at: ctx.now() });
  await queries.updatePayment(trx, payment.reference, { subscription_id: row.id });
  await ctx.jobs.enqueue(STOP_CARD_JOB, { subscriptionId: row.id }, trx);
}

/** Stops a card again that was charged after we ended its subscription: it was not stopped, or was reactivated at the provider. */
async function rescheduleCardStop(
  ctx: AppContext,
  { trx }: BillingTransaction,
  { subscription_id: id }: queries.PaymentRow,
): Promise<void> {
  const subscription = id === null ? undefined : await plans.findSubscriptionById(trx, id);
  if (subscription?.state !== 'ended' || subscription.channel !== 'card') return;
  await plans.updateSubscription(trx, subscription.id, { renewal_stopped_at: null });
  await ctx.jobs.enqueue(STOP_CARD_JOB, { subscriptionId: subscription.id }, trx);
}

/**
 * Handles a charge that we did not start: the renewal of a card. `settle` records it as a payment and grants what was paid, as for any
 * other payment.
 * @param hint subscription data from the provider's event
 * @returns null if it belongs to no subscription that we know (yet)
 */
export async function findRenewal(
  ctx: AppContext,
  reference: string,
  hint: { customer: string; planId: string | null } | null,
): Promise<{ playerId: string | null; settle(billing: BillingTransaction): Promise<PaymentState | 'unknown'> } | null> {
  if (!isValidReference(reference)) {
    ctx.log.error({ reference: reference.slice(0, 100) }, 'a charge has a reference that cannot be kept: a person has to look');
    return null;
  }
  const verification = await ctx.payments.verify(reference);
  if (verification === null) return null;
  const provider = ctx.payments.name;
  const code = verification.subscription?.code;
  const customer = hint?.customer ?? verification.subscription?.customer ?? null;
  // If the provider gives a subscription code, accept only that subscription, or one whose code we do not know yet.
  const subscription =
    (code ? await plans.findSubscriptionByCode(ctx.db, provider, code) : undefined) ??
    (customer ? await plans.findSubscriptionByCustomer(ctx.db, provider, customer, hint?.planId ?? null, code === undefined) : undefined);
  const plan = subscription && (await plans.findPlanById(ctx.db, subscription.plan_id));
  const latest = subscription && (await queries.findLatestPayment(ctx.db, subscription.id));
  if (!subscription || !plan || !latest) return null;
  return {
    playerId: subscription.player_id,
    async settle(billing) {
      await queries.lockReference(billing.trx, reference);
      await queries.insertPayment(billing.trx, {
        reference,
        provider,
        player_id: subscription.player_id,
        product: 'subscription',
        plan_id: subscription.plan_id,
        subscription_id: subscription.id,
        channel: 'card',
        // The price from when the card was given: a new price applies only to new subscribers.
        amount_minor: latest.amount_minor,
        currency: latest.currency,
        shillings_minor: latest.shillings_minor,
        kiddocash: plan.kiddocash,
        state: 'pending',
        created_at: ctx.now(),
        next_check_at: nextCheck(ctx.now(), ctx.now()),
      });
      await queries.reopenEvents(billing.trx, provider, reference, ctx.now());
      return settleInTransaction(ctx, billing, reference, verification);
    },
  };
}
