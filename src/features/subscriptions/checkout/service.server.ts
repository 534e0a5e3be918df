import { randomBytes } from 'node:crypto';
import type { AppContext } from '../../../context.server.ts';
import { DuplicateReference, PaymentsRefused, PaymentsUnavailable } from '../../../infra/payments/payments.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/refusal.ts';
import * as books from '../books/queries.server.ts';
import { inMoney } from '../books/service.server.ts';
import { nextCheck } from '../periods/rules.ts';
import { packForm, subscribeForm, type Channel } from '../schema.ts';
import { settle } from '../settling/service.server.ts';
import { kiddocashNote, texts, whatOf } from '../texts.ts';
import { noteStarted, openCheckout } from './queries.server.ts';
import { CHECKOUT_MINUTES, CHECKOUTS, RETURNS } from './rules.ts';

type Want = {
  product: books.PaymentRow['product'];
  plan: books.PlanRow | null;
  packId: string | null;
  channel: Channel;
  amountMinor: number;
  currency: 'KES' | 'USD';
  kiddocash: number;
  what: string;
  returnTo: string;
};

/**
 * Sets out to pay for a plan: by card it renews monthly, by M-Pesa it is a pass of 30 days. @param fields `plan` and `channel`
 * @returns where the payer goes
 * @throws Refusal 'sign-in-required', 'bad-input', 'not-available' (it is the plan that renews by itself already),
 * 'too-many-requests', 'unavailable'
 */
export async function subscribe(ctx: AppContext, actor: Actor, fields: Record<string, string>): Promise<{ url: string }> {
  authorize(actor, 'subscription:write');
  const form = subscribeForm.safeParse(fields);
  const plan = form.success ? await books.planById(ctx.db, form.data.plan) : undefined;
  if (!form.success || !plan || plan.price_minor === 0) throw new AppError('bad-input', 'plan is premium or pro, channel card or mpesa');
  const product = form.data.channel === 'card' ? 'subscription' : 'pass';
  return checkOut(ctx, actor, {
    product,
    plan,
    packId: null,
    channel: form.data.channel,
    amountMinor: plan.price_minor,
    currency: plan.currency,
    kiddocash: plan.kiddocash,
    what: whatOf({ product }, plan),
    returnTo: '/subscription',
  });
}

/**
 * Sets out to pay for a pack of kiddocash. @param fields `pack` and `channel`
 * @throws Refusal 'sign-in-required', 'bad-input' (also for a price in dollars by M-Pesa, which knows shillings only),
 * 'too-many-requests', 'unavailable'
 */
export async function buyPack(ctx: AppContext, actor: Actor, fields: Record<string, string>): Promise<{ url: string }> {
  authorize(actor, 'subscription:write');
  const form = packForm.safeParse(fields);
  const pack = form.success ? await books.packById(ctx.db, form.data.pack) : undefined;
  if (!form.success || !pack) throw new AppError('bad-input', 'pack is one of the packs, channel card or mpesa');
  if (form.data.channel === 'mpesa' && pack.currency !== 'KES') throw new AppError('bad-input', 'M-Pesa pays in shillings only');
  return checkOut(ctx, actor, {
    product: 'pack',
    plan: null,
    packId: pack.id,
    channel: form.data.channel,
    amountMinor: pack.price_minor,
    currency: pack.currency as 'KES' | 'USD',
    kiddocash: pack.amount + pack.bonus,
    what: kiddocashNote(pack.amount + pack.bonus),
    returnTo: '/robux',
  });
}

/**
 * Somebody comes back from a checkout: what became of it is asked at the provider, whatever the address says. Only one's own.
 * @returns what the page is to say
 * @throws Refusal 'not-found'
 */
export async function confirmReturn(ctx: AppContext, actor: Actor, reference: string): Promise<'success' | 'processing' | 'failed'> {
  authorize(actor, 'subscription:read');
  const payment = /^[\w.=-]{8,100}$/.test(reference) ? await books.paymentBy(ctx.db, reference) : undefined;
  if (!payment || actor.kind !== 'player' || payment.player_id !== actor.id) throw new AppError('not-found');
  const [tally] = await ctx.rateLimiter.increment([[RETURNS, actor.id]]);
  if (tally && tally.used > RETURNS.points) return stateFor(payment.state);
  try {
    return stateFor(await settle(ctx, reference));
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable || error instanceof PaymentsRefused)) throw error;
    // The sweep asks again.
    ctx.log.warn({ err: error, reference }, 'a payment was not confirmed at the return');
    return 'processing';
  }
}

function stateFor(state: books.PaymentRow['state'] | 'unknown'): 'success' | 'processing' | 'failed' {
  if (state === 'success') return 'success';
  return state === 'created' || state === 'pending' || state === 'held' ? 'processing' : 'failed';
}

async function checkOut(ctx: AppContext, actor: Actor, want: Want): Promise<{ url: string }> {
  if (actor.kind !== 'player') throw new AppError('sign-in-required');
  await ctx.rateLimiter.consume(CHECKOUTS, actor.id);
  try {
    let set = await setOut(ctx, actor.id, want, false);
    if (!set.isNew) {
      // Maybe it is paid already, or was declined, and only the news is missing.
      const state = await settle(ctx, set.reference);
      if (state === 'success') return { url: returnUrl(ctx, want, set.reference) };
      if (state !== 'created' && state !== 'pending') set = await setOut(ctx, actor.id, want, true);
    }
    if (set.url !== null) return { url: set.url };
    try {
      return await start(ctx, actor.id, want, set);
    } catch (error) {
      if (!(error instanceof DuplicateReference)) throw error;
      // Its address is lost; should it be paid all the same, the sweep finds it.
      return await start(ctx, actor.id, want, await setOut(ctx, actor.id, want, true));
    }
  } catch (error) {
    if (error instanceof PaymentsUnavailable) throw new AppError('unavailable', 'payments cannot be taken right now');
    if (!(error instanceof PaymentsRefused)) throw error;
    ctx.log.error({ err: error }, 'the provider refused a checkout');
    throw new AppError('not-available', 'the provider does not take this payment');
  }
}

type SetOut = { reference: string; email: string; url: string | null; isNew: boolean };

/** Writes down what is to be paid before anybody is asked to pay it; who presses twice gets the same. */
async function setOut(ctx: AppContext, playerId: string, want: Want, anew: boolean): Promise<SetOut> {
  return inMoney(ctx, playerId, async ({ trx, payer }) => {
    if (payer === null) throw new AppError('sign-in-required');
    const standing = await books.standingOf(trx, payer.id);
    if (want.plan !== null && standing?.channel === 'card' && standing.state === 'active' && standing.plan_id === want.plan.id)
      throw new AppError('not-available', 'this plan renews by itself already');
    const now = ctx.now();
    const row = {
      plan_id: want.plan?.id ?? null,
      pack_id: want.packId,
      channel: want.channel,
      amount_minor: want.amountMinor,
      currency: want.currency,
      kiddocash: want.kiddocash,
      provider: ctx.payments.name,
    };
    const open = anew ? undefined : await openCheckout(trx, payer.id, row, new Date(now.getTime() - CHECKOUT_MINUTES * 60_000));
    if (open) return { reference: open.reference, email: payer.email, url: open.checkout_url, isNew: false };
    const reference = `kd-${randomBytes(16).toString('hex')}`;
    const times = { created_at: now, check_at: nextCheck(now, now) };
    await books.addPayment(trx, { ...row, ...times, reference, player_id: payer.id, product: want.product });
    return { reference, email: payer.email, url: null, isNew: true };
  });
}

async function start(ctx: AppContext, playerId: string, want: Want, { reference, email }: SetOut): Promise<{ url: string }> {
  const { url } = await ctx.payments.start({
    reference,
    amountMinor: want.amountMinor,
    currency: want.currency,
    email,
    channel: want.channel,
    renews: want.product === 'subscription' && want.plan ? { planId: want.plan.id, planName: `Kiddo ${want.plan.name}` } : null,
    returnUrl: returnUrl(ctx, want, reference),
    description: texts.charge(want.what),
  });
  await noteStarted(ctx.db, reference, url);
  // Only now: before that nothing is waited for.
  ctx.bus.publish({ kind: 'rights', playerId });
  return { url };
}

function returnUrl(ctx: AppContext, want: Want, reference: string): string {
  return `${ctx.config.origin}${want.returnTo}?reference=${reference}`;
}
