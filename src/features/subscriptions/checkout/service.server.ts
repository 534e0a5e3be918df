import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { DuplicateReferenceError, PaymentsRejectedError, PaymentsUnavailableError } from '../../../infra/payments/payments.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/app-error.ts';
import { parseFormOrThrow, type FormFields } from '../../../shared/parse-form.server.ts';
import { requireFeature } from '../../feature-flags/service.server.ts';
import * as payments from '../payments/queries.server.ts';
import { nextCheck, type PaymentState } from '../payments/rules.ts';
import { settlePayment, withBillingTransaction } from '../payments/service.server.ts';
import { describeKiddocash, describePayment, texts } from '../payments/texts.ts';
import * as plans from '../plans/queries.server.ts';
import type { Channel, Plan } from '../schema.ts';
import { getOpenSince, listOpenCheckouts, requireBuying, requireWithinSum } from '../spending/service.server.ts';
import { packForm, subscribeForm } from './forms.server.ts';
import * as queries from './queries.server.ts';
import { CHECKOUT_REUSE_MINUTES, CHECKOUT_LIMIT, CHECKOUT_RETURN_LIMIT } from './rules.ts';

// Step 1 of a payment (ARCHITECTURE.md): the payer is sent to the provider, and comes back.

/** How often and at what interval another press is waited for that starts the same checkout: a second in all. */
const URL_WAIT_TRIES = 10;
const URL_WAIT_MS = 100;

type CheckoutRequest = {
  product: payments.PaymentRow['product'];
  plan: plans.PlanRow | null;
  packId: string | null;
  channel: Channel;
  amountMinor: number;
  currency: payments.PaymentRow['currency'];
  /** What it counts of the sum that a guardian allows, in cents of a shilling; null without a price in shillings, which fits no sum. */
  shillingsMinor: number | null;
  kiddocash: number;
  description: string;
  returnPath: string;
  /** The guardian who pays, because the player asked them to; null: the player pays. */
  guardian: { requestId: string; email: string } | null;
};

/** Who a checkout is for, and the check, inside the transaction that records it, of whether it may begin. */
type Buyer = {
  playerId: string;
  /** @returns the sum that the player may pay in a month, in cents of a shilling; null: no sum counts */
  authorize(trx: Transaction<DB>): Promise<number | null>;
};

/** What a guardian is asked to pay: 30 days of a plan, or a pack. The price is in cents of a shilling. */
type RequestedItem = {
  requestId: string;
  playerId: string;
  email: string;
  planId: Plan['id'] | null;
  packId: string | null;
  priceMinor: number;
  kiddocash: number;
  returnPath: string;
};

/**
 * Starts a checkout for a plan. By card it renews monthly; by M-Pesa it is a pass of 30 days.
 * @param fields `plan` and `channel`
 * @returns the URL to redirect the payer to
 * @throws AppError 'sign-in-required', 'bad-input', 'not-available' (this plan already renews automatically), 'guardian-required',
 * 'over-monthly-sum', 'payment-unfinished', 'switched-off', 'too-many-requests', 'unavailable'
 */
export async function subscribe(ctx: AppContext, actor: Actor, fields: FormFields): Promise<{ url: string }> {
  authorize(actor, 'subscription:write');
  const { plan: planId, channel } = parseFormOrThrow(subscribeForm, fields);
  const plan = await plans.findPlanById(ctx.db, planId);
  if (!plan || plan.price_minor === 0) throw new AppError('bad-input', 'the plan is not for sale');
  const product = channel === 'card' ? 'subscription' : 'pass';
  return startOwnCheckout(ctx, actor, {
    product,
    plan,
    packId: null,
    channel,
    amountMinor: plan.price_minor,
    currency: plan.currency,
    shillingsMinor: plan.currency === 'KES' ? plan.price_minor : null,
    kiddocash: plan.kiddocash,
    description: describePayment({ product }, plan),
    returnPath: '/subscription',
    guardian: null,
  });
}

/**
 * Starts a checkout for a pack of kiddocash.
 * @param fields `do`, which is buy, `pack` and `channel`
 * @throws AppError 'sign-in-required', 'bad-input', 'guardian-required', 'over-monthly-sum', 'payment-unfinished', 'switched-off',
 * 'too-many-requests', 'unavailable'
 */
export async function buyPack(ctx: AppContext, actor: Actor, fields: FormFields): Promise<{ url: string }> {
  authorize(actor, 'subscription:write');
  const { pack: packId, channel } = parseFormOrThrow(packForm, fields);
  const pack = await queries.findPackById(ctx.db, packId);
  if (!pack) throw new AppError('bad-input', 'there is no such pack');
  return startOwnCheckout(ctx, actor, {
    product: 'pack',
    plan: null,
    packId: pack.id,
    channel,
    // M-Pesa takes shillings, a card pays in dollars.
    ...(channel === 'mpesa'
      ? { amountMinor: pack.price_kes_minor, currency: 'KES' }
      : { amountMinor: pack.price_usd_minor, currency: 'USD' }),
    shillingsMinor: pack.price_kes_minor,
    kiddocash: pack.amount + pack.bonus,
    description: describeKiddocash(pack.amount + pack.bonus),
    returnPath: '/robux',
    guardian: null,
  });
}

/**
 * Starts a checkout for what a player asked their guardian to pay, at the price of when they asked. It never renews, by card either. Does no
 * authorization: the caller must do it.
 * @param requireOpen throws inside the transaction that records the checkout, if it may not begin any more
 * @returns the URL to redirect the guardian to
 * @throws AppError 'switched-off', 'not-available', 'unavailable', and what `requireOpen` throws
 */
export async function startGuardianCheckout(
  ctx: AppContext,
  item: RequestedItem,
  channel: Channel,
  requireOpen: (trx: Transaction<DB>) => Promise<void>,
): Promise<{ url: string }> {
  await requireFeature(ctx, 'payments');
  const plan = item.planId === null ? null : await plans.findPlanById(ctx.db, item.planId);
  const product = item.planId === null ? 'pack' : 'pass';
  if (plan === undefined) throw new AppError('not-available', 'the plan is gone');
  const buyer: Buyer = {
    playerId: item.playerId,
    async authorize(trx) {
      await requireOpen(trx);
      return null;
    },
  };
  return startCheckout(ctx, buyer, {
    product,
    plan,
    packId: item.packId,
    channel,
    amountMinor: item.priceMinor,
    currency: 'KES',
    shillingsMinor: item.priceMinor,
    kiddocash: item.kiddocash,
    description: plan === null ? describeKiddocash(item.kiddocash) : describePayment({ product }, plan),
    returnPath: item.returnPath,
    guardian: { requestId: item.requestId, email: item.email },
  });
}

/**
 * Handles a player's return from a checkout: queries the provider for the result and ignores what the URL claims. Works only for the
 * actor's own payments.
 * @returns the state for the page to show
 * @throws AppError 'not-found'
 */
export async function confirmCheckoutReturn(
  ctx: AppContext,
  actor: Actor,
  reference: string,
): Promise<'success' | 'processing' | 'failed'> {
  authorize(actor, 'subscription:read');
  const payment = /^[\w.=-]{8,100}$/.test(reference) ? await payments.findPayment(ctx.db, reference) : undefined;
  if (!payment || actor.kind !== 'player' || payment.player_id !== actor.id) throw new AppError('not-found');
  const [rateLimit] = await ctx.rateLimiter.increment([[CHECKOUT_RETURN_LIMIT, actor.id]]);
  if (rateLimit && rateLimit.used > CHECKOUT_RETURN_LIMIT.points) return toReturnState(payment.state);
  try {
    return toReturnState(await settlePayment(ctx, reference));
  } catch (error) {
    if (!(error instanceof PaymentsUnavailableError || error instanceof PaymentsRejectedError)) throw error;
    // The reconciliation job asks again.
    ctx.log.warn({ err: error, reference }, 'a payment was not confirmed at the return');
    return 'processing';
  }
}

/**
 * Where a page redirects a payer who returns from the checkout with `?reference=`: to itself with what the provider says, or to the login
 * page and back. A payment of another player, and one that nobody knows, lead to the page as it is.
 * @param path of the page
 */
export async function getCheckoutReturnUrl(
  ctx: AppContext,
  actor: Actor,
  reference: string,
  path: '/subscription' | '/robux',
): Promise<string> {
  try {
    const payment = await confirmCheckoutReturn(ctx, actor, reference);
    return `${path}?${new URLSearchParams({ payment, for: reference }).toString()}`;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code === 'sign-in-required' ? `/login?returnUrl=${encodeURIComponent(`${path}?reference=${reference}`)}` : path;
  }
}

function toReturnState(state: PaymentState | 'unknown'): 'success' | 'processing' | 'failed' {
  if (state === 'success') return 'success';
  return state === 'created' || state === 'pending' || state === 'held' ? 'processing' : 'failed';
}

async function startOwnCheckout(ctx: AppContext, actor: Actor, request: CheckoutRequest): Promise<{ url: string }> {
  if (actor.kind !== 'player') throw new AppError('sign-in-required');
  await requireFeature(ctx, 'payments');
  await ctx.rateLimiter.consume(CHECKOUT_LIMIT, actor.id);
  return startCheckout(ctx, { playerId: actor.id, authorize: (trx) => requireBuying(ctx, trx, actor) }, request);
}

async function startCheckout(ctx: AppContext, buyer: Buyer, request: CheckoutRequest): Promise<{ url: string }> {
  try {
    let checkout = await findOrCreateWithinSum(ctx, buyer, request);
    if (!checkout.isNew) {
      // It may already be paid or declined, and only the webhook is missing.
      const state = await settlePayment(ctx, checkout.reference);
      if (state === 'success') return { url: returnUrl(ctx, request, checkout.reference) };
      if (state !== 'created' && state !== 'pending') checkout = await findOrCreateCheckout(ctx, buyer, request, checkout.reference);
    }
    if (checkout.url !== null) return { url: checkout.url };
    try {
      return await startAtProvider(ctx, buyer.playerId, request, checkout);
    } catch (error) {
      if (!(error instanceof DuplicateReferenceError)) throw error;
      const url = await waitForCheckoutUrl(ctx, checkout.reference);
      if (url !== null) return { url };
      // The checkout URL is lost. If the payer still pays there, the reconciliation job finds the payment.
      return await startAtProvider(ctx, buyer.playerId, request, await findOrCreateCheckout(ctx, buyer, request, checkout.reference));
    }
  } catch (error) {
    if (error instanceof PaymentsUnavailableError) throw new AppError('unavailable', 'payments cannot be taken right now');
    if (!(error instanceof PaymentsRejectedError)) throw error;
    ctx.log.error({ err: error }, 'the provider refused a checkout');
    throw new AppError('not-available', 'the provider does not take this payment');
  }
}

type PendingCheckout = { reference: string; email: string; url: string | null; isNew: boolean };

/**
 * Like findOrCreateCheckout. Before something costs too much because of checkouts that are not finished, the provider is asked about them:
 * what was declined, or nobody paid in an hour, does not count.
 */
async function findOrCreateWithinSum(ctx: AppContext, buyer: Buyer, request: CheckoutRequest): Promise<PendingCheckout> {
  try {
    return await findOrCreateCheckout(ctx, buyer, request, null);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'payment-unfinished') throw error;
    for (const reference of await listOpenCheckouts(ctx, buyer.playerId)) await settlePayment(ctx, reference);
    return findOrCreateCheckout(ctx, buyer, request, null);
  }
}

/**
 * Records the payment before sending the payer to the provider. A repeated press reuses the open checkout.
 * @param replaces reference of a checkout that nobody can pay any more: the new one takes its place
 */
async function findOrCreateCheckout(
  ctx: AppContext,
  buyer: Buyer,
  request: CheckoutRequest,
  replaces: string | null,
): Promise<PendingCheckout> {
  return withBillingTransaction(ctx, buyer.playerId, async ({ trx, payer }) => {
    if (payer === null) throw new AppError('sign-in-required');
    const limitMinor = await buyer.authorize(trx);
    const currentSubscription = await plans.findCurrentSubscription(trx, payer.id);
    if (
      request.plan !== null &&
      currentSubscription?.channel === 'card' &&
      currentSubscription.state === 'active' &&
      currentSubscription.plan_id === request.plan.id
    )
      throw new AppError('not-available', 'this plan renews by itself already');
    const now = ctx.now();
    const row = {
      plan_id: request.plan?.id ?? null,
      pack_id: request.packId,
      channel: request.channel,
      amount_minor: request.amountMinor,
      currency: request.currency,
      kiddocash: request.kiddocash,
      provider: ctx.payments.name,
      purchase_request_id: request.guardian?.requestId ?? null,
    };
    const email = request.guardian?.email ?? payer.email;
    // Within a sum an open checkout is reused for as long as it counts: two of the same would count twice.
    const since = limitMinor === null ? new Date(now.getTime() - CHECKOUT_REUSE_MINUTES * 60_000) : getOpenSince(ctx);
    const open = replaces === null ? await queries.findOpenCheckout(trx, payer.id, row, since) : undefined;
    const purchase = { product: request.product, priceMinor: request.shillingsMinor ?? Infinity };
    await requireWithinSum(ctx, trx, payer.id, limitMinor, purchase, open?.reference ?? replaces);
    if (open) return { reference: open.reference, email, url: open.checkout_url, isNew: false };
    const reference = `kd-${randomBytes(16).toString('hex')}`;
    await payments.insertPayment(trx, {
      ...row,
      reference,
      player_id: payer.id,
      payer: request.guardian === null ? 'player' : 'guardian',
      product: request.product,
      shillings_minor: request.shillingsMinor,
      created_at: now,
      next_check_at: nextCheck(now, now),
    });
    return { reference, email, url: null, isNew: true };
  });
}

async function startAtProvider(
  ctx: AppContext,
  playerId: string,
  request: CheckoutRequest,
  { reference, email }: PendingCheckout,
): Promise<{ url: string }> {
  const { url } = await ctx.payments.startCheckout({
    reference,
    amountMinor: request.amountMinor,
    currency: request.currency,
    email,
    channel: request.channel,
    renews: request.product === 'subscription' && request.plan ? { planId: request.plan.id, planName: `Kiddo ${request.plan.name}` } : null,
    returnUrl: returnUrl(ctx, request, reference),
    description: texts.charge(request.description),
  });
  await queries.saveCheckoutUrl(ctx.db, reference, url);
  // Publish only now: until here no payment is pending.
  ctx.bus.publish({ kind: 'rights', playerId });
  return { url };
}

/**
 * The provider knows the checkout already: as a rule another press of the same payer started it just now, and its URL is about to be saved.
 * @returns null if no URL came: whoever started it died before saving it
 */
async function waitForCheckoutUrl(ctx: AppContext, reference: string): Promise<string | null> {
  for (let tries = 0; tries < URL_WAIT_TRIES; tries++) {
    const url = (await payments.findPayment(ctx.db, reference))?.checkout_url ?? null;
    if (url !== null) return url;
    await setTimeout(URL_WAIT_MS);
  }
  return null;
}

function returnUrl(ctx: AppContext, request: CheckoutRequest, reference: string): string {
  return `${ctx.config.origin}${request.returnPath}?reference=${reference}`;
}
