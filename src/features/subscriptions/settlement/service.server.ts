import type { AppContext } from '../../../context.server.ts';
import type { ChargeVerification } from '../../../infra/payments/payments.ts';
import { postEntry } from '../../wallet/service.server.ts';
import * as records from '../billing-records/queries.server.ts';
import {
  endSubscription,
  withBillingTransaction,
  refreshPaidUntil,
  STOP_CARD_JOB,
  notifyPayer,
  type BillingTransaction,
} from '../billing-records/service.server.ts';
import {
  cardBillingPeriod,
  dayOfMonth,
  addDays,
  findPaymentMismatch,
  GRACE_DAYS,
  isAbandoned,
  nextCheck,
  PASS_DAYS,
  latestEnd,
  schedulePeriod,
  DAY_MS,
} from '../periods/rules.ts';
import { notifications, describeKiddocash, emails, describePayment } from '../texts.ts';

export type PaymentState = records.PaymentRow['state'];

/** Final states: only a refund, a dispute or (for held payments) a manual review changes them. */
const FINAL_STATES: PaymentState[] = ['success', 'refunded', 'disputed', 'held'];
/** Whether the database accepts a payment with this reference (migrations/0006_money.sql). */
export function isValidReference(reference: string): boolean {
  return /^[A-Za-z0-9_.=-]{8,100}$/.test(reference);
}

/** Whether a payment is settled, so that the provider need not be asked again. */
export function isFinal(payment: { state: PaymentState }): boolean {
  return FINAL_STATES.includes(payment.state);
}

/**
 * Asks the provider for the result of a payment and grants what was paid. Idempotent, also for concurrent calls.
 * @throws PaymentsUnavailableError
 */
export async function settlePayment(ctx: AppContext, reference: string): Promise<PaymentState | 'unknown'> {
  const payment = await records.findPayment(ctx.db, reference);
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
  const payment = await records.lockPayment(billing.trx, reference);
  if (!payment) return 'unknown';
  if (isFinal(payment)) return payment.state;
  if (verification?.state !== 'success') return recordUnpaid(ctx, billing, payment, verification);
  const mismatch = billing.payer === null ? 'the account is gone' : findPaymentMismatch(payment, verification);
  if (mismatch !== null) return putOnHold(ctx, billing, payment, verification, mismatch);
  const fulfillment =
    payment.product === 'pack' ? await fulfillPack(ctx, billing, payment) : await fulfillPlan(ctx, billing, payment, verification);
  if (!fulfillment) return putOnHold(ctx, billing, payment, verification, 'its subscription had ended');
  await records.updatePayment(billing.trx, reference, {
    state: 'success',
    paid_at: paidAt(ctx, verification),
    check_at: null,
    said: verification.providerMessage,
  });
  billing.markChanged();
  const paid = {
    reference,
    what: describePayment(payment, fulfillment),
    price: toPrice(payment),
    at: paidAt(ctx, verification).toISOString(),
    ...fulfillment.days,
  };
  await notifyPayer(ctx, billing, `paid ${reference}`, notifications.paid(paid), (payer) => emails.receipt(payer, paid, ctx.config.origin));
  return 'success';
}

/**
 * Handles a charge that we did not start: the renewal of a card. `settle` records it as a payment and grants what was paid, as for any
 * other
 * payment.
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
    (code ? await records.findSubscriptionByCode(ctx.db, provider, code) : undefined) ??
    (customer ? await records.findSubscriptionByCustomer(ctx.db, provider, customer, hint?.planId ?? null, code === undefined) : undefined);
  const plan = subscription && (await records.findPlanById(ctx.db, subscription.plan_id));
  const latest = subscription && (await records.findLatestPayment(ctx.db, subscription.id));
  if (!subscription || !plan || !latest) return null;
  return {
    playerId: subscription.player_id,
    async settle(billing) {
      await records.insertPayment(billing.trx, {
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
        kiddocash: plan.kiddocash,
        state: 'pending',
        created_at: ctx.now(),
        check_at: nextCheck(ctx.now(), ctx.now()),
      });
      await records.reopenEvents(billing.trx, provider, reference, ctx.now());
      return settleInTransaction(ctx, billing, reference, verification);
    },
  };
}

async function recordUnpaid(
  ctx: AppContext,
  billing: BillingTransaction,
  payment: records.PaymentRow,
  verification: ChargeVerification | null,
): Promise<PaymentState> {
  const next = nextCheck(payment.created_at, ctx.now());
  const isOver = next === null || isAbandoned(payment.created_at, ctx.now());
  const isUnpaid = payment.state === 'created' || payment.state === 'pending';
  const state = !isUnpaid
    ? payment.state
    : verification?.state === 'failed'
      ? 'failed'
      : isOver && (verification?.state !== 'pending' || next === null)
        ? 'abandoned'
        : verification === null
          ? payment.state
          : 'pending';
  const checks = payment.checks + 1;
  await records.updatePayment(billing.trx, payment.reference, {
    state,
    check_at: next,
    checks,
    said: verification?.providerMessage ?? payment.said,
  });
  if (state !== payment.state) billing.markChanged();
  return state;
}

/** Holds a payment that was paid, but not as requested: nothing is granted, and an operator reviews it. */
async function putOnHold(
  ctx: AppContext,
  billing: BillingTransaction,
  payment: records.PaymentRow,
  verification: ChargeVerification,
  mismatch: string,
): Promise<PaymentState> {
  const { reference } = payment;
  ctx.log.error({ reference, fault: mismatch }, 'a payment is held: nothing was given for it, a person has to look');
  const operatorNote = `${mismatch}; ${verification.providerMessage}`.slice(0, 500);
  await scheduleCardStop(ctx, billing, payment, verification);
  await rescheduleCardStop(ctx, billing, payment);
  await records.updatePayment(billing.trx, reference, {
    state: 'held',
    paid_at: paidAt(ctx, verification),
    check_at: null,
    said: operatorNote,
  });
  await notifyPayer(ctx, billing, `held ${reference}`, notifications.held, null);
  billing.markChanged();
  return 'held';
}

/** Stops the card behind a first payment that granted nothing, so that it is not charged again. */
export async function scheduleCardStop(
  ctx: AppContext,
  { trx }: BillingTransaction,
  payment: records.PaymentRow,
  verification: ChargeVerification | null,
): Promise<void> {
  if (payment.product !== 'subscription' || payment.subscription_id !== null) return;
  const known = verification?.subscription && (await records.findSubscriptionByCode(trx, payment.provider, verification.subscription.code));
  if (known) return;
  const row = await buildSubscriptionRow(ctx, trx, payment, verification);
  await records.insertSubscription(trx, { ...row, state: 'ended', ended_at: ctx.now() });
  await records.updatePayment(trx, payment.reference, { subscription_id: row.id });
  await ctx.jobs.enqueue(STOP_CARD_JOB, { subscriptionId: row.id }, trx);
}

/** Stops a card again that was charged after we ended its subscription: it was not stopped, or was reactivated at the provider. */
async function rescheduleCardStop(
  ctx: AppContext,
  { trx }: BillingTransaction,
  { subscription_id: id }: records.PaymentRow,
): Promise<void> {
  const subscription = id === null ? undefined : await records.findSubscriptionById(trx, id);
  if (subscription?.state !== 'ended' || subscription.channel !== 'card') return;
  await records.updateSubscription(trx, subscription.id, { stopped_at: null });
  await ctx.jobs.enqueue(STOP_CARD_JOB, { subscriptionId: subscription.id }, trx);
}

/** What a payment granted: its name, and the dates if it is time. */
type Fulfillment = { name: string; days: { from: string; until: string } | null };

async function fulfillPack(ctx: AppContext, { trx, payer }: BillingTransaction, payment: records.PaymentRow): Promise<Fulfillment | null> {
  if (!payer) throw new Error(`payment ${payment.reference} is for nobody`);
  const amount = payment.kiddocash;
  const name = describeKiddocash(amount);
  await postEntry(ctx, trx, { playerId: payer.id, amount, source: 'pack', sourceRef: payment.reference, note: name });
  return { name, days: null };
}

/**
 * Grants the time of a plan and the plan's kiddocash.
 * @returns null if the subscription to renew had ended
 */
async function fulfillPlan(
  ctx: AppContext,
  billing: BillingTransaction,
  payment: records.PaymentRow,
  verification: ChargeVerification,
): Promise<Fulfillment | null> {
  const { trx, payer } = billing;
  const plan = await records.findPlanById(trx, payment.plan_id);
  if (!plan || !payer) throw new Error(`payment ${payment.reference} is for a plan that is not there`);
  const now = ctx.now();
  const unexpiredPeriods = await records.listUnexpiredPeriods(trx, payer.id, now);
  const subscription = await resolveSubscription(ctx, billing, payment, verification);
  if (subscription === null) return null;
  const bought = await getPeriodLength(ctx, billing, payment, verification, subscription, latestEnd(unexpiredPeriods) === null);
  const paidMinor = payment.currency === plan.currency ? payment.amount_minor : plan.price_minor;
  const { begins, ends, moves } = schedulePeriod(unexpiredPeriods, { priceMinor: plan.price_minor, paidMinor, ...bought }, now);
  const { reference } = payment;
  await records.insertPeriod(trx, {
    reference,
    player_id: payer.id,
    plan_id: plan.id,
    subscription_id: subscription.id,
    begins_at: begins,
    ends_at: ends,
  });
  for (const move of moves)
    await records.updatePeriod(trx, move.reference, {
      revoked_at: now,
      revoked_for: 'upgrade',
      moved_to: reference,
      moved_days: move.days,
    });
  if (subscription.channel === 'card' && payment.product === 'subscription')
    await records.updateSubscription(trx, subscription.id, {
      next_charge_at: bought.next,
      ...(subscription.state === 'attention' ? { state: 'active' } : {}),
    });
  await refreshPaidUntil(ctx, billing, payer.id);
  await postEntry(ctx, trx, {
    playerId: payer.id,
    amount: payment.kiddocash,
    source: 'plan-grant',
    sourceRef: reference,
    note: plan.name,
  });
  return { name: plan.name, days: { from: begins.toISOString(), until: ends.toISOString() } };
}

/**
 * The length of the period that a payment bought.
 * @param isLapsed no paid period is running
 */
async function getPeriodLength(
  ctx: AppContext,
  { trx, payer }: BillingTransaction,
  payment: records.PaymentRow,
  verification: ChargeVerification,
  subscription: records.SubscriptionRow,
  isLapsed: boolean,
): Promise<{ lengthMs: number; goesOn: Date | null; next: Date | null }> {
  if (payment.product === 'pass') return { lengthMs: PASS_DAYS * DAY_MS, goesOn: null, next: null };
  const now = ctx.now();
  const due = payment.subscription_id === null ? null : subscription.next_charge_at;
  const { from, to } = cardBillingPeriod(
    paidAt(ctx, verification),
    due,
    verification.subscription?.nextChargeAt ?? null,
    dayOfMonth(subscription.created_at),
  );
  const lengthMs = to.getTime() - from.getTime();
  // A month charged within the grace days continues from the end of the previous one. If we learn of the charge so late that this month
  // would
  // already be over, it starts now.
  const end = isLapsed && payer && due !== null ? await records.findPaidUntil(trx, payer.id) : null;
  const joins = end !== null && addDays(end, GRACE_DAYS) > paidAt(ctx, verification) ? end : from;
  return { lengthMs, goesOn: joins.getTime() + lengthMs > now.getTime() ? joins : null, next: to };
}

/**
 * The subscription that a payment belongs to: the one it renews, the current one (for another pass), or a new one, which ends the previous
 * one.
 * @returns null if the subscription to renew had ended
 */
async function resolveSubscription(
  ctx: AppContext,
  billing: BillingTransaction,
  payment: records.PaymentRow,
  verification: ChargeVerification,
): Promise<records.SubscriptionRow | null> {
  const { trx, payer } = billing;
  if (payment.subscription_id !== null) {
    const renewed = await records.findSubscriptionById(trx, payment.subscription_id);
    return renewed && renewed.state !== 'ended' ? renewed : null;
  }
  const currentSubscription = payer ? await records.findCurrentSubscription(trx, payer.id) : undefined;
  const isSamePlan = currentSubscription?.plan_id === payment.plan_id;
  if (
    currentSubscription &&
    isSamePlan &&
    payment.product === 'pass' &&
    (currentSubscription.channel === 'mpesa' || currentSubscription.state === 'active')
  )
    return currentSubscription;
  if (currentSubscription) await endSubscription(ctx, billing, currentSubscription);
  return records.insertSubscription(trx, await buildSubscriptionRow(ctx, trx, payment, verification));
}

async function buildSubscriptionRow(
  ctx: AppContext,
  trx: BillingTransaction['trx'],
  payment: records.PaymentRow,
  verification: ChargeVerification | null,
): Promise<records.NewSubscription> {
  if (payment.plan_id === null) throw new Error(`payment ${payment.reference} is for no plan`);
  const isCard = payment.product === 'subscription';
  const provided = isCard ? (verification?.subscription ?? null) : null;
  // A provider that guesses may return the subscription of another payment. In that case this one gets its code later.
  const named = provided && (await records.findSubscriptionByCode(trx, payment.provider, provided.code)) === undefined ? provided : null;
  return {
    id: ctx.newId(),
    player_id: payment.player_id,
    plan_id: payment.plan_id,
    channel: isCard ? 'card' : 'mpesa',
    provider: payment.provider,
    code: named?.code ?? null,
    customer: named?.customer ?? verification?.customer ?? null,
    email_token: named?.emailToken ?? null,
    state: isCard && named && named.state !== 'active' && named.state !== 'attention' ? 'non-renewing' : 'active',
    created_at: verification ? paidAt(ctx, verification) : ctx.now(),
    checked_at: ctx.now(),
  };
}

/** When the payment was made, according to the provider. A time in the future counts as now. */
function paidAt(ctx: AppContext, verification: ChargeVerification): Date {
  return verification.paidAt !== null && verification.paidAt < ctx.now() ? verification.paidAt : ctx.now();
}

function toPrice(payment: records.PaymentRow) {
  return { minor: payment.amount_minor, currency: payment.currency };
}
