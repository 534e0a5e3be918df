import type { AppContext } from '../../../context.server.ts';
import { PaymentsRejectedError, type ProviderSubscription } from '../../../infra/payments/payments.ts';
import * as payments from '../payments/queries.server.ts';
import { findRenewal, notifyPayer, withBillingTransaction, type BillingTransaction } from '../payments/service.server.ts';
import { emails, notifications } from '../payments/texts.ts';
import * as plans from '../plans/queries.server.ts';
import { addDays, isSameCharge, REMINDER_DAYS } from '../plans/rules.ts';
import { closePeriodGaps, endSubscription, refreshPaidUntil, STOP_CARD_JOB } from '../plans/service.server.ts';

// Step 5 of a payment (ARCHITECTURE.md): what a subscription goes through after it began. A card renews, fails or is stopped; a pass ends.

/** A provider assigns a subscription code within this time after the first charge, or never. */
const PROVIDER_CODE_DAYS = 3;

/** The provider's state of a subscription, and when it was fetched. */
export type ProviderSnapshot = { subscription: ProviderSubscription; fetchedAt: Date };

/** Another request updated the subscription while the provider was asked, so it is unknown which of the two answers is newer. */
export const STALE = 'overtaken';
/** How often the provider is asked in that case. */
const SYNC_ATTEMPTS_MAX = 3;

/** Fetches a subscription's state from the provider and applies it. */
export async function syncSubscription(
  ctx: AppContext,
  subscription: { id: string; player_id: string | null },
  fetchState: () => Promise<ProviderSubscription | null>,
): Promise<void> {
  for (let tries = 0; tries < SYNC_ATTEMPTS_MAX; tries++) {
    const fetchedAt = ctx.now();
    const provided = await fetchState();
    if (
      provided === null ||
      (await withBillingTransaction(ctx, subscription.player_id, (billing) =>
        applyProviderState(ctx, billing, subscription.id, { subscription: provided, fetchedAt }),
      )) !== STALE
    )
      return;
  }
}

/**
 * Applies the provider's current state to a subscription. The order in which webhooks arrive does not matter.
 * @returns the resulting state, or STALE if nothing was done and the provider has to be asked again
 */
export async function applyProviderState(
  ctx: AppContext,
  billing: BillingTransaction,
  id: string,
  { subscription: provided, fetchedAt }: ProviderSnapshot,
): Promise<string> {
  const { trx } = billing;
  const subscription = await plans.findSubscriptionById(trx, id);
  if (!subscription || (subscription.code !== null && subscription.code !== provided.code)) return 'unknown';
  if (subscription.synced_at !== null && subscription.synced_at > fetchedAt) return STALE;
  const isCharged = provided.state === 'active' || provided.state === 'attention';
  await plans.updateSubscription(trx, id, {
    code: provided.code,
    customer: provided.customer,
    email_token: provided.emailToken,
    checked_at: ctx.now(),
    synced_at: ctx.now(),
    ...(isCharged ? { renewal_stopped_at: null } : {}),
  });
  if (subscription.state === 'ended') {
    if (isCharged) await ctx.jobs.enqueue(STOP_CARD_JOB, { subscriptionId: id }, trx);
    return 'ended';
  }
  // Paid days continue until they end (endIfExpired).
  const state = provided.state === 'ended' ? 'non-renewing' : provided.state;
  await plans.updateSubscription(trx, id, { state });
  await moveNextCharge(billing, subscription, { next: provided.nextChargeAt, state, now: ctx.now() });
  if (subscription.player_id !== null) await refreshPaidUntil(trx, subscription.player_id);
  if (state !== subscription.state) billing.markChanged();
  if (state === 'attention' && subscription.state !== 'attention') await notifyChargeFailed(ctx, billing, id);
  return state;
}

/** The provider's date of the next charge overrides ours: the paid month ends on that date. */
async function moveNextCharge(
  { trx, markChanged }: BillingTransaction,
  subscription: plans.SubscriptionRow,
  { next, state, now }: { next: Date | null; state: string; now: Date },
): Promise<void> {
  const ours = subscription.next_charge_at;
  if (state !== 'active' || next === null || ours === null || next.getTime() === ours.getTime()) return;
  const last = await plans.findLastPeriod(trx, subscription.id);
  // If a card was charged long before its due date, its next charge comes at the end of that month, and our date is outdated.
  const isBehind = last !== undefined && isSameCharge(next, last.ends_at);
  if (!isSameCharge(next, ours) && !isBehind) return;
  await plans.updateSubscription(trx, subscription.id, { next_charge_at: next });
  if (!isSameCharge(next, ours)) return markChanged();
  const ends = last && new Date(last.ends_at.getTime() + next.getTime() - ours.getTime());
  if (last && ends && ends > last.begins_at) await plans.updatePeriod(trx, last.reference, { ends_at: ends });
  if (subscription.player_id !== null) await closePeriodGaps(trx, subscription.player_id, now);
  markChanged();
}

async function notifyChargeFailed(ctx: AppContext, billing: BillingTransaction, id: string): Promise<void> {
  const subscription = await plans.findSubscriptionById(billing.trx, id);
  const plan = subscription && (await plans.findPlanById(billing.trx, subscription.plan_id));
  if (!subscription || !plan) return;
  const until = subscription.grace_until?.toISOString() ?? null;
  await notifyPayer(
    ctx,
    billing,
    `charge failed ${id} ${subscription.next_charge_at?.toISOString()}`,
    notifications.chargeFailed(plan.name, until),
    (payer) => emails.chargeFailed(payer, plan.name, until, ctx.config.origin),
  );
}

/**
 * Sends a reminder of an upcoming card charge or the end of a pass: once per date, a few days before.
 * @returns whether a reminder was sent
 */
export async function sendReminder(ctx: AppContext, billing: BillingTransaction, id: string): Promise<boolean> {
  const { trx } = billing;
  const subscription = await plans.findSubscriptionById(trx, id);
  const plan = subscription && (await plans.findPlanById(trx, subscription.plan_id));
  if (!subscription || !plan || subscription.player_id === null || subscription.state === 'ended' || subscription.state === 'attention')
    return false;
  const isDue = subscription.channel === 'card' && subscription.state === 'active';
  const at = isDue ? subscription.next_charge_at : await plans.findPaidUntil(trx, subscription.player_id);
  const now = ctx.now();
  if (at === null || at <= now || at > addDays(now, REMINDER_DAYS)) return false;
  if (subscription.reminded_for !== null && isSameCharge(subscription.reminded_for, at)) return false;
  await plans.updateSubscription(trx, id, { reminded_for: at });
  const iso = at.toISOString();
  const { origin } = ctx.config;
  // A card keeps its last charged price; a new price applies only to new subscribers.
  const charged = isDue ? await payments.findLatestPayment(trx, id) : undefined;
  const price = charged
    ? { minor: charged.amount_minor, currency: charged.currency }
    : { minor: plan.price_minor, currency: plan.currency };
  if (isDue)
    await notifyPayer(ctx, billing, `due ${id} ${iso}`, notifications.cardDue(plan.name, iso), (to) =>
      emails.cardDue(to, plan.name, price, iso, origin),
    );
  else
    await notifyPayer(ctx, billing, `ends ${id} ${iso}`, notifications.passEnds(plan.name, iso), (to) =>
      emails.passEnds(to, plan.name, iso, origin),
    );
  return true;
}

/**
 * Notifies the player that the card behind a subscription expires.
 * @param event idempotency key of this notification
 */
export async function notifyCardExpires(
  ctx: AppContext,
  billing: BillingTransaction,
  subscription: plans.SubscriptionRow,
  event: string,
): Promise<void> {
  const plan = await plans.findPlanById(billing.trx, subscription.plan_id);
  if (subscription.state === 'ended' || !plan) return;
  await notifyPayer(ctx, billing, `card expires ${event}`, notifications.cardExpires, (payer) =>
    emails.cardExpires(payer, plan.name, ctx.config.origin),
  );
}

/**
 * Ends a subscription if its paid time and its grace days are over.
 * @returns whether it ended
 */
export async function endIfExpired(ctx: AppContext, billing: BillingTransaction, id: string): Promise<boolean> {
  const subscription = await plans.findSubscriptionById(billing.trx, id);
  if (!subscription || subscription.state === 'ended') return false;
  const end =
    subscription.player_id === null ? null : (subscription.grace_until ?? (await plans.findPaidUntil(billing.trx, subscription.player_id)));
  if (end !== null && end > ctx.now()) {
    await refreshPaidUntil(billing.trx, subscription.player_id ?? '');
    return false;
  }
  await endSubscription(ctx, billing.trx, subscription);
  billing.markChanged();
  const plan = await plans.findPlanById(billing.trx, subscription.plan_id);
  if (plan)
    await notifyPayer(ctx, billing, `over ${id}`, notifications.ended(plan.name), (payer) =>
      emails.ended(payer, plan.name, ctx.config.origin),
    );
  return true;
}

/**
 * Turns off the renewal of a card at the provider. The paid days stay.
 * @param card the provider's names for it
 * @throws PaymentsUnavailableError
 */
export async function turnOffRenewal(
  ctx: AppContext,
  subscription: plans.SubscriptionRow,
  { code, emailToken }: { code: string; emailToken: string },
): Promise<void> {
  try {
    await ctx.payments.disableAutoRenew(code, emailToken);
  } catch (error) {
    // The subscription may already be over. The sync below reads the provider's current state.
    if (!(error instanceof PaymentsRejectedError)) throw error;
  }
  await syncSubscription(ctx, subscription, () => ctx.payments.findSubscription(code));
}

/** Makes sure that a card that we ended is not charged any more. Retries until the provider confirms it. */
export const stopCardJob = {
  ...STOP_CARD_JOB,
  run: (ctx: AppContext, { subscriptionId }: { subscriptionId: string }) => stopCard(ctx, subscriptionId),
};

/**
 * Stops a card immediately, without the queue.
 * @throws if the provider has not confirmed it
 */
export async function stopCard(ctx: AppContext, id: string): Promise<void> {
  const subscription = await plans.findSubscriptionById(ctx.db, id);
  if (
    !subscription ||
    subscription.state !== 'ended' ||
    subscription.channel !== 'card' ||
    subscription.renewal_stopped_at !== null ||
    subscription.provider !== ctx.payments.name
  )
    return;
  const provided = await fetchProviderSubscription(ctx, subscription);
  if (provided === null && subscription.ended_at !== null && ctx.now() < addDays(subscription.ended_at, PROVIDER_CODE_DAYS))
    throw new Error('the provider has not named the subscription that is to be stopped');
  if (provided === null) ctx.log.error({ subscription: id }, 'the provider never named a subscription that is to be stopped');
  if (provided && (provided.state === 'active' || provided.state === 'attention')) {
    try {
      await ctx.payments.disableAutoRenew(provided.code, provided.emailToken);
    } catch (error) {
      // The provider also rejects this if the card is already stopped. The following query shows which case it is.
      if (!(error instanceof PaymentsRejectedError)) throw error;
      const again = await ctx.payments.findSubscription(provided.code);
      if (again && (again.state === 'active' || again.state === 'attention')) throw error;
    }
  }
  // Charges from before the stop are recorded, so that they can be refunded.
  if (provided) await recordMissedCharges(ctx, subscription, provided);
  await withBillingTransaction(ctx, subscription.player_id, async ({ trx }) => {
    const names =
      provided && subscription.code === null ? { code: provided.code, customer: provided.customer, email_token: provided.emailToken } : {};
    await plans.updateSubscription(trx, id, { ...names, renewal_stopped_at: ctx.now(), checked_at: ctx.now() });
  });
}

/** Finds charges of a card that no webhook reported, and settles them. */
export async function recordMissedCharges(
  ctx: AppContext,
  subscription: plans.SubscriptionRow,
  provided: ProviderSubscription,
): Promise<void> {
  for (const reference of await ctx.payments.listChargesSince(provided.code, addDays(subscription.created_at, -1))) {
    if (await payments.findPayment(ctx.db, reference)) continue;
    const renewal = await findRenewal(ctx, reference, { customer: provided.customer, planId: provided.planId });
    if (renewal) await withBillingTransaction(ctx, renewal.playerId, (billing) => renewal.settle(billing));
  }
}

/** The provider's state of a subscription. Without a code, it is found through the subscription's latest payment. */
export async function fetchProviderSubscription(
  ctx: AppContext,
  subscription: plans.SubscriptionRow,
): Promise<ProviderSubscription | null> {
  if (subscription.code !== null) return ctx.payments.findSubscription(subscription.code);
  const latest = await payments.findLatestPayment(ctx.db, subscription.id);
  const provided = latest ? ((await ctx.payments.verify(latest.reference))?.subscription ?? null) : null;
  const known = provided && (await plans.findSubscriptionByCode(ctx.db, subscription.provider, provided.code));
  return known ? null : provided;
}
