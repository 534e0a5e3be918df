import type { AppContext } from '../../context.server.ts';
import { PaymentsRejectedError, PaymentsUnavailableError } from '../../infra/payments/payments.ts';
import { actorId } from '../../infra/security-log.ts';
import { AppError } from '../../shared/app-error.ts';
import { decodeTimeCursor, encodeTimeCursor, toPage } from '../../shared/paging.ts';
import { parseFormOrThrow, type FormFields } from '../../shared/parse-form.server.ts';
import { authorize, can, requirePlayerId, type Actor } from '../../shared/permissions.ts';
import { getClosedNotice } from '../feature-flags/service.server.ts';
import { getBalance } from '../wallet/service.server.ts';
import { subscribe } from './checkout/service.server.ts';
import { subscriptionForm } from './forms.server.ts';
import { loadKiddocashPlan } from './monthly-kiddocash/service.server.ts';
import * as payments from './payments/queries.server.ts';
import { notifyPayer, withBillingTransaction } from './payments/service.server.ts';
import { describeKiddocash, describePayment, emails, notifications } from './payments/texts.ts';
import * as plans from './plans/queries.server.ts';
import { endSubscription, loadStatus } from './plans/service.server.ts';
import { getAskingAtHome } from './purchase-requests/service.server.ts';
import * as renewals from './renewals/queries.server.ts';
import { stopUncoveredRenewal } from './renewals/coverage.service.server.ts';
import { stopCard, syncSubscription, turnOffRenewal } from './renewals/service.server.ts';
import { getSpending, requireCoveredRenewal } from './spending/service.server.ts';
import type { PaymentSummary, Plan, ReceiptView, Spending, SubscriptionAction, SubscriptionView } from './schema.ts';

// What a player sees and does on /subscription, and what other features ask for. How a payment runs: ARCHITECTURE.md.

const MINUTE_MS = 60_000;
/** How long a started payment counts as being processed. */
const PROCESSING_MINUTES = 30;
/** Payments per page of a player's list. */
const PAYMENTS_PAGE_SIZE = 10;
/** Provider calls about a card per player and hour: turning auto-renew on or off, changing the card. */
const CARD_CHANGE_LIMIT = { name: 'changes of a card', points: 20, seconds: 3600 };

/**
 * The plans, and the actor's status and payments.
 * @param after cursor for the payments, from `next` of the previous page
 */
export async function getSubscriptionView(ctx: AppContext, actor: Actor, after: string | null = null): Promise<SubscriptionView> {
  const [rows, closed] = await Promise.all([plans.listPlans(ctx.db), getClosedNotice(ctx, 'payments')]);
  const offers = rows.map(toPlan);
  if (actor.kind !== 'player')
    return {
      plans: offers,
      status: null,
      kiddocash: null,
      kiddocashPlan: null,
      payments: [],
      next: null,
      processing: false,
      spending: null,
      closed,
    };
  authorize(actor, 'subscription:read');
  const since = new Date(ctx.now().getTime() - PROCESSING_MINUTES * MINUTE_MS);
  const [status, kiddocash, kiddocashPlan, paid, processing, spending] = await Promise.all([
    loadStatus(ctx, actor.id),
    getBalance(ctx, actor),
    loadKiddocashPlan(ctx, actor.id),
    listPaymentsPage(ctx, actor.id, after),
    payments.hasPendingPayment(ctx.db, actor.id, since),
    loadSpending(ctx, actor),
  ]);
  return { plans: offers, status, kiddocash, kiddocashPlan, ...paid, processing, spending, closed };
}

async function loadSpending(ctx: AppContext, actor: Actor): Promise<Spending | null> {
  // Only players whose payments have a limit have somebody at home to ask.
  const spending = await getSpending(ctx, actor);
  return spending && { ...spending, asking: await getAskingAtHome(ctx, actor) };
}

/**
 * One payment as a printable receipt: players see their own, operators see all.
 * @throws AppError 'not-found'
 */
export async function getReceipt(ctx: AppContext, actor: Actor, reference: string): Promise<ReceiptView> {
  authorize(actor, 'subscription:read');
  const row = /^[\w.=-]{8,100}$/.test(reference) ? await payments.findReceipt(ctx.db, reference) : undefined;
  const isAllowed = (actor.kind === 'player' && row?.player_id === actor.id) || can(actor, 'payment:read-all');
  if (row && !isAllowed) ctx.logSecurity('malicious_direct_reference', [actorId(actor)], { resource: 'receipt' });
  if (!row || !isAllowed) throw new AppError('not-found');
  return {
    ...toPaymentSummary(row),
    username: row.username ?? '',
    email: row.email ?? '',
    from: row.begins_at?.toISOString() ?? null,
    until: row.ends_at?.toISOString() ?? null,
  };
}

/**
 * Does what a form of the subscription page asks for.
 * @param fields `do`: subscribe (with `plan` and `channel`), fix-card, cancel or auto-renew (with `on`)
 * @returns the provider's page to redirect to, or what was done
 * @throws AppError as the use case itself does, and 'bad-input' for an unknown `do`
 */
export async function runSubscriptionAction(
  ctx: AppContext,
  actor: Actor,
  fields: FormFields,
): Promise<{ url: string } | { action: SubscriptionAction }> {
  const form = parseFormOrThrow(subscriptionForm, fields);
  switch (form.do) {
    case 'subscribe':
      return subscribe(ctx, actor, fields);
    case 'fix-card':
      return getCardUpdateLink(ctx, actor);
    case 'auto-renew':
      await setAutoRenew(ctx, actor, form.on);
      return { action: form.on ? 'auto-renew-on' : 'auto-renew-off' };
    case 'cancel':
      await cancelSubscription(ctx, actor);
      return { action: 'cancel' };
  }
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
    const currentSubscription = await plans.findCurrentSubscription(billing.trx, id);
    const [first] = await plans.listUnexpiredPeriods(billing.trx, id, now);
    const plan = await plans.findPlanById(billing.trx, first?.planId ?? currentSubscription?.plan_id ?? null);
    if (!plan) throw new AppError('not-available', 'there is nothing to cancel');
    await plans.revokeUnexpiredPeriods(billing.trx, id, now);
    if (currentSubscription) await endSubscription(ctx, billing.trx, currentSubscription);
    billing.markChanged();
    await notifyPayer(ctx, billing, `cancelled ${currentSubscription?.id ?? first?.reference}`, notifications.cancelled, (payer) =>
      emails.cancelled(payer, plan.name, ctx.config.origin),
    );
  });
}

/**
 * Turns a card's auto-renewal off (the paid days stay) or on again.
 * @throws AppError 'not-available' if the player has no card subscription, the provider has not assigned a code yet, or the paid time is
 * over; 'guardian-required', 'over-monthly-sum' (on again); 'too-many-requests', 'unavailable'
 */
export async function setAutoRenew(ctx: AppContext, actor: Actor, isOn: boolean): Promise<void> {
  const card = await requireCardSubscription(ctx, actor);
  if (isOn) await requireCoveredRenewal(ctx, actor);
  const end = isOn ? await plans.findPaidUntil(ctx.db, requirePlayerId(actor)) : null;
  // Grace days follow paid days. Turning auto-renewal back on must not grant them after the paid time.
  if (isOn && (end === null || end <= ctx.now())) throw new AppError('not-available', 'what was paid is over');
  await callProvider(ctx, async () => {
    if (isOn) await ctx.payments.enableAutoRenew(card.code, card.emailToken);
    else await ctx.payments.disableAutoRenew(card.code, card.emailToken);
    await syncSubscription(ctx, card, () => ctx.payments.findSubscription(card.code));
    // A consent may have been taken back while the provider was asked: then the job that stops the card found nothing to stop.
    if (isOn && (await stopUncoveredRenewal(ctx, card.player_id))) throw new AppError('guardian-required', 'it was taken back just now');
  });
}

/**
 * The provider's page for changing the card.
 * @throws AppError 'not-available', 'guardian-required', 'over-monthly-sum', 'too-many-requests', 'unavailable'
 */
export async function getCardUpdateLink(ctx: AppContext, actor: Actor): Promise<{ url: string }> {
  const card = await requireCardSubscription(ctx, actor);
  await requireCoveredRenewal(ctx, actor);
  return { url: await callProvider(ctx, () => ctx.payments.getCardUpdateLink(card.code)) };
}

/**
 * Turns off auto-renewal for a player who is about to delete their account. Paid time keeps running until its end. Only other services
 * call this.
 * @returns whether this call stopped a card from renewing
 * @throws PaymentsUnavailableError if the provider does not respond
 */
export async function disableAutoRenew(ctx: AppContext, playerId: string): Promise<boolean> {
  const subscription = await plans.findCurrentSubscription(ctx.db, playerId);
  if (subscription?.channel !== 'card' || subscription.provider !== ctx.payments.name || subscription.state === 'non-renewing')
    return false;
  // The provider has not assigned a code yet. endBilling stops the card on the account's last day.
  if (subscription.code === null || subscription.email_token === null) return false;
  await turnOffRenewal(ctx, subscription, { code: subscription.code, emailToken: subscription.email_token });
  return (await plans.findCurrentSubscription(ctx.db, playerId))?.state === 'non-renewing';
}

/**
 * Ends all billing for a player whose account is being deleted: revokes paid time and makes sure the provider has stopped every card. Only
 * other services call this. Idempotent.
 * @throws if the provider has not confirmed that every card is stopped
 */
export async function endBilling(ctx: AppContext, playerId: string): Promise<void> {
  await withBillingTransaction(ctx, playerId, async (billing) => {
    await plans.revokeUnexpiredPeriods(billing.trx, playerId, ctx.now());
    const currentSubscription = await plans.findCurrentSubscription(billing.trx, playerId);
    if (currentSubscription) await endSubscription(ctx, billing.trx, currentSubscription);
  });
  for (const id of await renewals.listUnstoppedSubscriptionIds(ctx.db, playerId)) await stopCard(ctx, id);
}

/**
 * One page of a player's payments, newest first. Does no authorization: the caller must do it.
 * @param after cursor, from `next` of the previous page
 */
export async function listPaymentsPage(
  ctx: AppContext,
  playerId: string,
  after: string | null,
): Promise<{ payments: PaymentSummary[]; next: string | null }> {
  // A payment's reference is any text.
  const found = await payments.listPayments(
    ctx.db,
    playerId,
    PAYMENTS_PAGE_SIZE + 1,
    decodeTimeCursor(after, () => true),
  );
  const { rows, next } = toPage(found, PAYMENTS_PAGE_SIZE, (row) => encodeTimeCursor(row.created_at, row.reference));
  return { payments: rows.map(toPaymentSummary), next };
}

/** Converts a payment row for lists. Does no authorization: the caller must do it. */
export function toPaymentSummary(row: payments.PaymentSummaryRow): PaymentSummary {
  const name = row.plan_name ?? describeKiddocash(row.kiddocash);
  return {
    reference: row.reference,
    what: describePayment(row, { name }),
    price: { minor: row.amount_minor, currency: row.currency },
    at: (row.paid_at ?? row.created_at).toISOString(),
    state: row.state === 'created' ? 'pending' : row.state === 'held' && row.is_disallowed ? 'not-allowed' : row.state,
    channel: row.channel,
    isByGuardian: row.payer === 'guardian',
  };
}

function toPlan(row: plans.PlanRow): Plan {
  const price = { minor: row.price_minor, currency: row.currency };
  return { id: row.id, name: row.name, price, kiddocash: row.kiddocash, features: row.features };
}

/** The actor's card subscription. Applies the rate limit, because the caller queries the provider next. */
async function requireCardSubscription(
  ctx: AppContext,
  actor: Actor,
): Promise<{ id: string; player_id: string; code: string; emailToken: string }> {
  authorize(actor, 'subscription:write');
  const subscription = await plans.findCurrentSubscription(ctx.db, requirePlayerId(actor));
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
