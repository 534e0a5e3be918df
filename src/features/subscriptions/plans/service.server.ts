import type { Selectable, Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { ChargeVerification } from '../../../infra/payments/payments.ts';
import { grantDueKiddocash } from '../monthly-kiddocash/service.server.ts';
import type { SubscriptionStatus } from '../schema.ts';
import * as queries from './queries.server.ts';
import {
  addDays,
  cardBillingPeriod,
  closeGaps,
  DAY_MS,
  dayOfMonth,
  getPaidAt,
  getSubscriptionStatus,
  GRACE_DAYS,
  isSameCharge,
  latestEnd,
  PASS_DAYS,
  schedulePeriod,
} from './rules.ts';

// Step 4 of a payment (ARCHITECTURE.md): a payment for a plan becomes a period. What the later steps change in subscriptions and periods is
// here as well.

/** The transaction of a change to a player's plan. It holds the payer's lock (withBillingTransaction in payments/service.server.ts). */
type PayerTransaction = {
  trx: Transaction<DB>;
  /** Null if the account is deleted. */
  payer: { id: string } | null;
};

/** The payment that buys a plan. */
type PlanPayment = Pick<
  Selectable<DB['payments']>,
  'reference' | 'provider' | 'player_id' | 'product' | 'plan_id' | 'subscription_id' | 'amount_minor' | 'currency'
>;

/** Name and retry options of the job that stops a card at the provider (renewals/service.server.ts), for code that enqueues it. */
export const STOP_CARD_JOB = { name: 'payments.stop-renewal', retry: { limit: 30, seconds: 10, secondsMax: 3600 } };

/**
 * Grants what a payment for a plan bought: time (a paid period), and the kiddocash of its month if that begins now.
 * @returns the plan's name and the dates, or null if the subscription to renew had ended
 */
export async function grantPlan(
  ctx: AppContext,
  billing: PayerTransaction,
  payment: PlanPayment,
  verification: ChargeVerification,
): Promise<{ name: string; days: { from: string; until: string } } | null> {
  const { trx, payer } = billing;
  const plan = await queries.findPlanById(trx, payment.plan_id);
  if (!plan || !payer) throw new Error(`payment ${payment.reference} is for a plan that is not there`);
  const now = ctx.now();
  const unexpiredPeriods = await queries.listUnexpiredPeriods(trx, payer.id, now);
  const subscription = await resolveSubscription(ctx, billing, payment, verification);
  if (subscription === null) return null;
  const bought = await getPeriodLength(ctx, billing, payment, verification, subscription, latestEnd(unexpiredPeriods) === null);
  const paidMinor = payment.currency === plan.currency ? payment.amount_minor : plan.price_minor;
  const { begins, ends, moves } = schedulePeriod(unexpiredPeriods, { priceMinor: plan.price_minor, paidMinor, ...bought }, now);
  const { reference } = payment;
  await queries.insertPeriod(trx, {
    reference,
    player_id: payer.id,
    plan_id: plan.id,
    subscription_id: subscription.id,
    begins_at: begins,
    ends_at: ends,
  });
  for (const move of moves)
    await queries.updatePeriod(trx, move.reference, {
      revoked_at: now,
      revoked_for: 'upgrade',
      moved_to: reference,
      moved_days: move.days,
    });
  if (subscription.channel === 'card' && payment.product === 'subscription') {
    // Charged long before its due date: the next charge comes at the end of this month, whatever a month from now is. What the provider
    // told about it may have come before this charge.
    const provided = verification.subscription?.nextChargeAt ?? null;
    await queries.updateSubscription(trx, subscription.id, {
      next_charge_at: provided !== null && isSameCharge(provided, ends) ? provided : bought.next,
      ...(subscription.state === 'attention' ? { state: 'active' } : {}),
    });
  }
  await refreshPaidUntil(trx, payer.id);
  await grantDueKiddocash(ctx, trx, payer.id);
  return { name: plan.name, days: { from: begins.toISOString(), until: ends.toISOString() } };
}

/**
 * The length of the period that a payment bought.
 * @param isLapsed no paid period is running
 */
async function getPeriodLength(
  ctx: AppContext,
  { trx, payer }: PayerTransaction,
  payment: PlanPayment,
  verification: ChargeVerification,
  subscription: queries.SubscriptionRow,
  isLapsed: boolean,
): Promise<{ lengthMs: number; goesOn: Date | null; next: Date | null }> {
  if (payment.product === 'pass') return { lengthMs: PASS_DAYS * DAY_MS, goesOn: null, next: null };
  const now = ctx.now();
  const due = payment.subscription_id === null ? null : subscription.next_charge_at;
  const { from, to } = cardBillingPeriod(
    getPaidAt(verification, now),
    due,
    verification.subscription?.nextChargeAt ?? null,
    dayOfMonth(subscription.created_at),
  );
  const lengthMs = to.getTime() - from.getTime();
  // A month charged within the grace days continues from the end of the previous one. If we learn of the charge so late that this month
  // would already be over, it starts now.
  const end = isLapsed && payer && due !== null ? await queries.findPaidUntil(trx, payer.id) : null;
  const joins = end !== null && addDays(end, GRACE_DAYS) > getPaidAt(verification, now) ? end : from;
  return { lengthMs, goesOn: joins.getTime() + lengthMs > now.getTime() ? joins : null, next: to };
}

/**
 * The subscription that a payment belongs to: the one it renews, the current one (for another pass), or a new one, which ends the previous
 * one.
 * @returns null if the subscription to renew had ended
 */
async function resolveSubscription(
  ctx: AppContext,
  billing: PayerTransaction,
  payment: PlanPayment,
  verification: ChargeVerification,
): Promise<queries.SubscriptionRow | null> {
  const { trx, payer } = billing;
  if (payment.subscription_id !== null) {
    const renewed = await queries.findSubscriptionById(trx, payment.subscription_id);
    return renewed && renewed.state !== 'ended' ? renewed : null;
  }
  const currentSubscription = payer ? await queries.findCurrentSubscription(trx, payer.id) : undefined;
  const isSamePlan = currentSubscription?.plan_id === payment.plan_id;
  if (
    currentSubscription &&
    isSamePlan &&
    payment.product === 'pass' &&
    (currentSubscription.channel === 'mpesa' || currentSubscription.state === 'active')
  )
    return currentSubscription;
  if (currentSubscription) await endSubscription(ctx, trx, currentSubscription);
  return queries.insertSubscription(trx, await buildSubscriptionRow(ctx, trx, payment, verification));
}

/** The row of a subscription that a payment begins, with what the provider says about it. */
export async function buildSubscriptionRow(
  ctx: AppContext,
  trx: Transaction<DB>,
  payment: PlanPayment,
  verification: ChargeVerification | null,
): Promise<queries.NewSubscription> {
  if (payment.plan_id === null) throw new Error(`payment ${payment.reference} is for no plan`);
  const isCard = payment.product === 'subscription';
  const provided = isCard ? (verification?.subscription ?? null) : null;
  // A provider that guesses may return the subscription of another payment. In that case this one gets its code later.
  const named = provided && (await queries.findSubscriptionByCode(trx, payment.provider, provided.code)) === undefined ? provided : null;
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
    created_at: verification ? getPaidAt(verification, ctx.now()) : ctx.now(),
    checked_at: ctx.now(),
  };
}

/** Ends a subscription. Paid time is not touched. A job stops the card at the provider as soon as the provider responds. */
export async function endSubscription(ctx: AppContext, trx: Transaction<DB>, subscription: queries.SubscriptionRow): Promise<void> {
  if (subscription.state === 'ended') return;
  await queries.updateSubscription(trx, subscription.id, { state: 'ended', ended_at: ctx.now(), grace_until: null });
  if (subscription.channel === 'card') await ctx.jobs.enqueue(STOP_CARD_JOB, { subscriptionId: subscription.id }, trx);
}

/** Closes gaps between running and future periods after one was removed or its end changed. */
export async function closePeriodGaps(trx: Transaction<DB>, playerId: string, now: Date): Promise<void> {
  for (const one of closeGaps(await queries.listUnexpiredPeriods(trx, playerId, now), now))
    await queries.updatePeriod(trx, one.reference, { begins_at: one.begins, ends_at: one.ends });
}

/** Aligns the end of a player's subscription with the paid time. An auto-renewing card gets grace days after it. */
export async function refreshPaidUntil(trx: Transaction<DB>, playerId: string): Promise<void> {
  const one = await queries.findCurrentSubscription(trx, playerId);
  if (!one) return;
  const renews = one.channel === 'card' && (one.state === 'active' || one.state === 'attention');
  const end = await queries.findPaidUntil(trx, playerId);
  await queries.updateSubscription(trx, one.id, {
    paid_until: end,
    grace_until: renews && end !== null ? addDays(end, GRACE_DAYS) : null,
  });
}

/** What a player has now: the free plan, a running one, or one that is over. Does no authorization: the caller must do it. */
export async function loadStatus(ctx: AppContext, playerId: string): Promise<SubscriptionStatus> {
  const now = ctx.now();
  const [row, currentSubscription, unexpiredPeriods, paidUntil] = await Promise.all([
    queries.findCurrentPeriod(ctx.db, playerId, now),
    queries.findCurrentSubscription(ctx.db, playerId),
    queries.listUnexpiredPeriods(ctx.db, playerId, now),
    queries.findPaidUntil(ctx.db, playerId),
  ]);
  const period = row && {
    planId: row.plan_id,
    planName: row.name,
    price: { minor: row.amount_minor, currency: row.currency },
    channel: row.channel,
    ends: row.ends_at,
    isRevoked: row.revoked_at !== null,
  };
  const subscription =
    currentSubscription && currentSubscription.state !== 'ended'
      ? {
          state: currentSubscription.state,
          channel: currentSubscription.channel,
          nextChargeAt: currentSubscription.next_charge_at,
          graceUntil: currentSubscription.grace_until,
        }
      : null;
  return getSubscriptionStatus(period ?? null, subscription, unexpiredPeriods.length > 0 ? paidUntil : null, now);
}
