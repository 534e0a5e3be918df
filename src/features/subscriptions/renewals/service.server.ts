import type { AppContext } from '../../../context.server.ts';
import { PaymentsRejectedError, type ProviderSubscription } from '../../../infra/payments/payments.ts';
import * as records from '../billing-records/queries.server.ts';
import {
  closePeriodGaps,
  endSubscription,
  withBillingTransaction,
  refreshPaidUntil,
  STOP_CARD_JOB,
  notifyPayer,
  type BillingTransaction,
} from '../billing-records/service.server.ts';
import { addDays, isSameCharge, REMINDER_DAYS } from '../periods/rules.ts';
import { findRenewal } from '../settlement/service.server.ts';
import { notifications, emails } from '../texts.ts';

/** A provider names a subscription within this time of its first charge, or never will. */
const PROVIDER_CODE_DAYS = 3;

/** The subscription that the provider means: by its name, or the customer's that has none yet. */
export async function matchSubscription(ctx: AppContext, provided: ProviderSubscription): Promise<records.SubscriptionRow | undefined> {
  const provider = ctx.payments.name;
  return (
    (await records.findSubscriptionByCode(ctx.db, provider, provided.code)) ??
    records.findSubscriptionByCustomer(ctx.db, provider, provided.customer, provided.planId, false)
  );
}

/** What a provider says of a subscription, and when it was asked. */
export type ProviderSnapshot = { subscription: ProviderSubscription; fetchedAt: Date };

/** While the provider was asked, somebody else heard from it: which of the two answers is the newer one is not known. */
export const STALE = 'overtaken';
/** So often it is asked again then. */
const SYNC_ATTEMPTS_MAX = 3;

/** Asks the provider how a subscription stands, and brings it in line. */
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
 * Brings a subscription in line with what the provider says of it now; in what order its news come does not matter.
 * @returns how it stands; OVERTAKEN where it has to be asked again, and nothing was done
 */
export async function applyProviderState(
  ctx: AppContext,
  billing: BillingTransaction,
  id: string,
  { subscription: provided, fetchedAt }: ProviderSnapshot,
): Promise<string> {
  const { trx } = billing;
  const subscription = await records.findSubscriptionById(trx, id);
  if (!subscription || (subscription.code !== null && subscription.code !== provided.code)) return 'unknown';
  if (subscription.told_at !== null && subscription.told_at > fetchedAt) return STALE;
  const isCharged = provided.state === 'active' || provided.state === 'attention';
  await records.updateSubscription(trx, id, {
    code: provided.code,
    customer: provided.customer,
    email_token: provided.emailToken,
    checked_at: ctx.now(),
    told_at: ctx.now(),
    ...(isCharged ? { stopped_at: null } : {}),
  });
  if (subscription.state === 'ended') {
    if (isCharged) await ctx.jobs.enqueue(STOP_CARD_JOB, { subscriptionId: id }, trx as never);
    return 'ended';
  }
  // Its paid days go on until they end (reconciliation/service.server.ts).
  const state = provided.state === 'ended' ? 'non-renewing' : provided.state;
  await records.updateSubscription(trx, id, { state });
  await moveNextCharge(billing, subscription, { next: provided.nextChargeAt, state, now: ctx.now() });
  if (subscription.player_id !== null) await refreshPaidUntil(ctx, billing, subscription.player_id);
  if (state !== subscription.state) billing.markChanged();
  if (state === 'attention' && subscription.state !== 'attention') await notifyChargeFailed(ctx, billing, id);
  return state;
}

/** The provider's date of the next charge wins over ours: the month that is paid ends with it. */
async function moveNextCharge(
  { trx, markChanged }: BillingTransaction,
  subscription: records.SubscriptionRow,
  { next, state, now }: { next: Date | null; state: string; now: Date },
): Promise<void> {
  const ours = subscription.next_charge_at;
  if (state !== 'active' || next === null || ours === null || next.getTime() === ours.getTime()) return;
  const last = await records.findLastPeriod(trx, subscription.id);
  // Charged long before its day, a card is charged next when that month is over: our own reckoning of the day fell behind.
  const isBehind = last !== undefined && isSameCharge(next, last.ends_at);
  if (!isSameCharge(next, ours) && !isBehind) return;
  await records.updateSubscription(trx, subscription.id, { next_charge_at: next });
  if (!isSameCharge(next, ours)) return markChanged();
  const ends = last && new Date(last.ends_at.getTime() + next.getTime() - ours.getTime());
  if (last && ends && ends > last.begins_at) await records.updatePeriod(trx, last.reference, { ends_at: ends });
  if (subscription.player_id !== null) await closePeriodGaps(trx, subscription.player_id, now);
  markChanged();
}

async function notifyChargeFailed(ctx: AppContext, billing: BillingTransaction, id: string): Promise<void> {
  const subscription = await records.findSubscriptionById(billing.trx, id);
  const plan = subscription && (await records.findPlanById(billing.trx, subscription.plan_id));
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
 * Reminds of what comes: a card that is charged, or a pass that ends. Once for each date, a few days before.
 * @returns whether there was something to say
 */
export async function sendReminder(ctx: AppContext, billing: BillingTransaction, id: string): Promise<boolean> {
  const { trx } = billing;
  const subscription = await records.findSubscriptionById(trx, id);
  const plan = subscription && (await records.findPlanById(trx, subscription.plan_id));
  if (!subscription || !plan || subscription.player_id === null || subscription.state === 'ended' || subscription.state === 'attention')
    return false;
  const isDue = subscription.channel === 'card' && subscription.state === 'active';
  const at = isDue ? subscription.next_charge_at : await records.findPaidUntil(trx, subscription.player_id);
  const now = ctx.now();
  if (at === null || at <= now || at > addDays(now, REMINDER_DAYS)) return false;
  if (subscription.reminded_for !== null && isSameCharge(subscription.reminded_for, at)) return false;
  await records.updateSubscription(trx, id, { reminded_for: at });
  const iso = at.toISOString();
  const { origin } = ctx.config;
  // What the card was charged last it is charged again: a new price is for who comes after it.
  const charged = isDue ? await records.findLatestPayment(trx, id) : undefined;
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

/** The card behind a subscription ends. @param event names this piece of news */
export async function notifyCardExpires(
  ctx: AppContext,
  billing: BillingTransaction,
  subscription: records.SubscriptionRow,
  event: string,
): Promise<void> {
  const plan = await records.findPlanById(billing.trx, subscription.plan_id);
  if (subscription.state === 'ended' || !plan) return;
  await notifyPayer(ctx, billing, `card expires ${event}`, notifications.cardExpires, (payer) =>
    emails.cardExpires(payer, plan.name, ctx.config.origin),
  );
}

/** What was paid is over, and nothing more comes: the subscription ends. @returns whether it did */
export async function endIfExpired(ctx: AppContext, billing: BillingTransaction, id: string): Promise<boolean> {
  const subscription = await records.findSubscriptionById(billing.trx, id);
  if (!subscription || subscription.state === 'ended') return false;
  const end =
    subscription.player_id === null
      ? null
      : (subscription.grace_until ?? (await records.findPaidUntil(billing.trx, subscription.player_id)));
  if (end !== null && end > ctx.now()) {
    await refreshPaidUntil(ctx, billing, subscription.player_id ?? '');
    return false;
  }
  await endSubscription(ctx, billing, subscription);
  billing.markChanged();
  const plan = await records.findPlanById(billing.trx, subscription.plan_id);
  if (plan)
    await notifyPayer(ctx, billing, `over ${id}`, notifications.ended(plan.name), (payer) =>
      emails.ended(payer, plan.name, ctx.config.origin),
    );
  return true;
}

/** Sees to it that a card which we ended is not charged any more. Tried again until the provider says so. */
export const stopCardJob = {
  ...STOP_CARD_JOB,
  run: (ctx: AppContext, { subscriptionId }: { subscriptionId: string }) => stopCard(ctx, subscriptionId),
};

/** The same here and now. @throws while it is not done */
export async function stopCard(ctx: AppContext, id: string): Promise<void> {
  const subscription = await records.findSubscriptionById(ctx.db, id);
  if (
    !subscription ||
    subscription.state !== 'ended' ||
    subscription.channel !== 'card' ||
    subscription.stopped_at !== null ||
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
      // Refused where it is stopped already: the next look tells.
      if (!(error instanceof PaymentsRejectedError)) throw error;
      const again = await ctx.payments.findSubscription(provided.code);
      if (again && (again.state === 'active' || again.state === 'attention')) throw error;
    }
  }
  // What was charged before it was stopped is written down, to be given back.
  if (provided) await recordMissedCharges(ctx, subscription, provided);
  await withBillingTransaction(ctx, subscription.player_id, async ({ trx }) => {
    const names =
      provided && subscription.code === null ? { code: provided.code, customer: provided.customer, email_token: provided.emailToken } : {};
    await records.updateSubscription(trx, id, { ...names, stopped_at: ctx.now(), checked_at: ctx.now() });
  });
}

/** Finds what a card was charged without our hearing of it. */
export async function recordMissedCharges(
  ctx: AppContext,
  subscription: records.SubscriptionRow,
  provided: ProviderSubscription,
): Promise<void> {
  for (const reference of await ctx.payments.listChargesSince(provided.code, addDays(subscription.created_at, -1))) {
    if (await records.findPayment(ctx.db, reference)) continue;
    const renewal = await findRenewal(ctx, reference, { customer: provided.customer, planId: provided.planId });
    if (renewal) await withBillingTransaction(ctx, renewal.playerId, (billing) => renewal.settle(billing));
  }
}

/** What the provider says of a subscription; of one that it has not named to us, by what was last paid for it. */
export async function fetchProviderSubscription(
  ctx: AppContext,
  subscription: records.SubscriptionRow,
): Promise<ProviderSubscription | null> {
  if (subscription.code !== null) return ctx.payments.findSubscription(subscription.code);
  const latest = await records.findLatestPayment(ctx.db, subscription.id);
  const provided = latest ? ((await ctx.payments.verify(latest.reference))?.subscription ?? null) : null;
  const known = provided && (await records.findSubscriptionByCode(ctx.db, subscription.provider, provided.code));
  return known ? null : provided;
}
