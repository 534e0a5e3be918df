import type { AppContext } from '../../context.server.ts';
import { PaymentsRejectedError, PaymentsUnavailableError } from '../../infra/payments/payments.ts';
import { decodeTimeCursor, encodeTimeCursor, toPage } from '../../shared/paging.ts';
import { authorize, can, requirePlayerId, type Actor } from '../../shared/permissions.ts';
import { isId } from '../../shared/ids.ts';
import { AppError } from '../../shared/app-error.ts';
import { getBalance } from '../wallet/service.server.ts';
import * as records from './billing-records/queries.server.ts';
import { endSubscription, withBillingTransaction, notifyPayer } from './billing-records/service.server.ts';
import * as queries from './queries.server.ts';
import { syncSubscription } from './renewals/service.server.ts';
import { CARD_CHANGE_LIMIT, PAYMENTS_PAGE_SIZE, getSubscriptionStatus } from './rules.ts';
import type { PlayerBilling, PaymentSummary, Plan, ReceiptView, SubscriptionStatus, SubscriptionView } from './schema.ts';
import { notifications, describeKiddocash, emails, describePayment } from './texts.ts';

const MINUTE_MS = 60_000;
/** How long a started payment counts as being processed. */
const PROCESSING_MINUTES = 30;
/** Maximum number of a player's subscriptions that an operator sees. */
const SUBSCRIPTIONS_SHOWN = 50;

/**
 * The plans, and the actor's status and payments.
 * @param after cursor for the payments, from `next` of the previous page
 */
export async function getSubscriptionView(ctx: AppContext, actor: Actor, after: string | null = null): Promise<SubscriptionView> {
  const plans = (await records.listPlans(ctx.db)).map(toPlan);
  if (actor.kind !== 'player') return { plans, status: null, kiddocash: null, payments: [], next: null, processing: false };
  authorize(actor, 'subscription:read');
  const since = new Date(ctx.now().getTime() - PROCESSING_MINUTES * MINUTE_MS);
  const [status, kiddocash, paid, processing] = await Promise.all([
    loadStatus(ctx, actor.id),
    getBalance(ctx, actor),
    listPaymentsPage(ctx, actor.id, after),
    queries.hasPendingPayment(ctx.db, actor.id, since),
  ]);
  return { plans, status, kiddocash, ...paid, processing };
}

/**
 * One payment as a printable receipt: players see their own, operators see all.
 * @throws AppError 'not-found'
 */
export async function getReceipt(ctx: AppContext, actor: Actor, reference: string): Promise<ReceiptView> {
  authorize(actor, 'subscription:read');
  const row = /^[\w.=-]{8,100}$/.test(reference) ? await queries.findReceipt(ctx.db, reference) : undefined;
  const isOwn = actor.kind === 'player' && row?.player_id === actor.id;
  if (!row || !(isOwn || can(actor, 'payment:oversee'))) throw new AppError('not-found');
  return {
    ...toPaymentSummary(row),
    username: row.username ?? '',
    email: row.email ?? '',
    from: row.begins_at?.toISOString() ?? null,
    until: row.ends_at?.toISOString() ?? null,
  };
}

/**
 * Ends premium immediately (spec 2, section 2): the remaining paid days are forfeited, and the card is not charged any more.
 * @throws AppError 'not-available' if there is nothing to cancel
 */
export async function cancelSubscription(ctx: AppContext, actor: Actor): Promise<void> {
  authorize(actor, 'subscription:write');
  await withBillingTransaction(ctx, requirePlayerId(actor), async (billing) => {
    if (billing.payer === null) throw new AppError('sign-in-required');
    const { id } = billing.payer;
    const now = ctx.now();
    const currentSubscription = await records.findCurrentSubscription(billing.trx, id);
    const [first] = await records.listUnexpiredPeriods(billing.trx, id, now);
    const plan = await records.findPlanById(billing.trx, first?.planId ?? currentSubscription?.plan_id ?? null);
    if (!plan) throw new AppError('not-available', 'there is nothing to cancel');
    await records.revokeUnexpiredPeriods(billing.trx, id, now);
    if (currentSubscription) await endSubscription(ctx, billing, currentSubscription);
    billing.markChanged();
    await notifyPayer(ctx, billing, `cancelled ${currentSubscription?.id ?? first?.reference}`, notifications.cancelled, (payer) =>
      emails.cancelled(payer, plan.name, ctx.config.origin),
    );
  });
}

/**
 * Turns a card's auto-renewal off (the paid days stay) or on again.
 * @throws AppError 'not-available' if the player has no card subscription, the provider has not assigned a code yet, or the paid time is
 * over; 'too-many-requests', 'unavailable'
 */
export async function setAutoRenew(ctx: AppContext, actor: Actor, isOn: boolean): Promise<void> {
  const card = await requireCardSubscription(ctx, actor);
  const end = isOn ? await records.findPaidUntil(ctx.db, requirePlayerId(actor)) : null;
  // Grace days follow paid days. Turning auto-renewal back on must not grant them after the paid time.
  if (isOn && (end === null || end <= ctx.now())) throw new AppError('not-available', 'what was paid is over');
  await callProvider(ctx, async () => {
    if (isOn) await ctx.payments.enableAutoRenew(card.code, card.emailToken);
    else await ctx.payments.disableAutoRenew(card.code, card.emailToken);
    await syncSubscription(ctx, card, () => ctx.payments.findSubscription(card.code));
  });
}

/**
 * The provider's page for changing the card.
 * @throws AppError 'not-available', 'too-many-requests', 'unavailable'
 */
export async function getCardUpdateLink(ctx: AppContext, actor: Actor): Promise<{ url: string }> {
  const card = await requireCardSubscription(ctx, actor);
  return { url: await callProvider(ctx, () => ctx.payments.getCardUpdateLink(card.code)) };
}

/**
 * A player's payments and subscriptions, for operators; read-only.
 * @throws AppError 'not-allowed', 'not-found'
 */
export async function getPlayerBilling(
  ctx: AppContext,
  actor: Actor,
  playerId: string,
  after: string | null = null,
): Promise<PlayerBilling> {
  authorize(actor, 'payment:oversee');
  const player = isId(playerId) ? await records.findPayer(ctx.db, playerId) : undefined;
  if (!player) throw new AppError('not-found');
  const [status, paid, subscriptions] = await Promise.all([
    loadStatus(ctx, playerId),
    listPaymentsPage(ctx, playerId, after),
    queries.listSubscriptions(ctx.db, playerId, SUBSCRIPTIONS_SHOWN),
  ]);
  return {
    player,
    status,
    ...paid,
    subscriptions: subscriptions.map((row) => ({
      id: row.id,
      planName: row.name,
      channel: row.channel,
      provider: row.provider,
      code: row.code,
      state: row.state,
      nextBilling: row.next_charge_at?.toISOString() ?? null,
      at: row.created_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
    })),
  };
}

async function loadStatus(ctx: AppContext, playerId: string): Promise<SubscriptionStatus> {
  const now = ctx.now();
  const [row, currentSubscription, unexpiredPeriods, paidUntil] = await Promise.all([
    queries.findCurrentPeriod(ctx.db, playerId, now),
    records.findCurrentSubscription(ctx.db, playerId),
    records.listUnexpiredPeriods(ctx.db, playerId, now),
    records.findPaidUntil(ctx.db, playerId),
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

async function listPaymentsPage(ctx: AppContext, playerId: string, after: string | null) {
  // A payment's reference is any text.
  const found = await queries.listPayments(
    ctx.db,
    playerId,
    PAYMENTS_PAGE_SIZE + 1,
    decodeTimeCursor(after, () => true),
  );
  const { rows, next } = toPage(found, PAYMENTS_PAGE_SIZE, (row) => encodeTimeCursor(row.created_at, row.reference));
  return { payments: rows.map(toPaymentSummary), next };
}

/** The actor's card subscription. Applies the rate limit, because the caller queries the provider next. */
async function requireCardSubscription(
  ctx: AppContext,
  actor: Actor,
): Promise<{ id: string; player_id: string; code: string; emailToken: string }> {
  authorize(actor, 'subscription:write');
  const subscription = await records.findCurrentSubscription(ctx.db, requirePlayerId(actor));
  if (
    !subscription ||
    subscription.channel !== 'card' ||
    subscription.provider !== ctx.payments.name ||
    subscription.code === null ||
    subscription.email_token === null
  )
    throw new AppError('not-available', 'there is no card that renews');
  await ctx.rateLimiter.consume(CARD_CHANGE_LIMIT, requirePlayerId(actor));
  return { id: subscription.id, player_id: requirePlayerId(actor), code: subscription.code, emailToken: subscription.email_token };
}

/** Calls the provider during a player's request, and maps its errors to AppErrors. */
async function callProvider<T>(ctx: AppContext, request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof PaymentsUnavailableError) throw new AppError('unavailable', 'the provider does not answer');
    if (!(error instanceof PaymentsRejectedError)) throw error;
    ctx.log.warn({ err: error }, 'the provider refused');
    throw new AppError('not-available', 'the provider refused');
  }
}

function toPlan(row: records.PlanRow): Plan {
  const price = { minor: row.price_minor, currency: row.currency };
  return { id: row.id, name: row.name, price, kiddocash: row.kiddocash, features: row.features };
}

/** Converts a payment row for lists. Does no authorization: the caller must do it. */
export function toPaymentSummary(row: queries.PaymentSummaryRow): PaymentSummary {
  const name = row.plan_name ?? describeKiddocash(row.kiddocash);
  return {
    reference: row.reference,
    what: describePayment(row, { name }),
    price: { minor: row.amount_minor, currency: row.currency },
    at: (row.paid_at ?? row.created_at).toISOString(),
    state: row.state === 'created' ? 'pending' : row.state,
    channel: row.channel,
  };
}
