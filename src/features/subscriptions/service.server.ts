import type { AppContext } from '../../context.server.ts';
import { PaymentsRefused, PaymentsUnavailable } from '../../infra/payments/payments.ts';
import { decodeCursor, encodeCursor, parseCursorDate } from '../../shared/paging.ts';
import { authorize, can, requirePlayerId, type Actor } from '../../shared/permissions.ts';
import { isId } from '../../shared/ids.ts';
import { AppError } from '../../shared/refusal.ts';
import { balanceOf } from '../wallet/service.server.ts';
import * as books from './books/queries.server.ts';
import { endSubscription, inMoney, tellPayer } from './books/service.server.ts';
import * as queries from './queries.server.ts';
import { bringInLine } from './renewing/service.server.ts';
import { CARD_CHANGES, PAYMENTS_PAGE, statusOf } from './rules.ts';
import type { MoneyView, PaymentLine, Plan, ReceiptView, Status, SubscriptionView } from './schema.ts';
import { bell, kiddocashNote, letters, whatOf } from './texts.ts';

const MINUTE_MS = 60_000;
/** A payment that was begun counts as being processed for this long. */
const PROCESSING_MINUTES = 30;
/** Subscriptions of one player that an operator sees. */
const SUBSCRIPTIONS_SHOWN = 50;

/** The plans, and what the actor has of them and paid for them. @param after a page of the payments, as `next` said */
export async function viewSubscription(ctx: AppContext, actor: Actor, after: string | null = null): Promise<SubscriptionView> {
  const plans = (await books.allPlans(ctx.db)).map(presentPlan);
  if (actor.kind !== 'player') return { plans, status: null, kiddocash: null, payments: [], next: null, processing: false };
  authorize(actor, 'subscription:read');
  const since = new Date(ctx.now().getTime() - PROCESSING_MINUTES * MINUTE_MS);
  const [status, kiddocash, paid, processing] = await Promise.all([
    statusFor(ctx, actor.id),
    balanceOf(ctx, actor),
    paymentsOf(ctx, actor.id, after),
    queries.hasPending(ctx.db, actor.id, since),
  ]);
  return { plans, status, kiddocash, ...paid, processing };
}

/** One payment, to be printed: one's own, and for operators everybody's. @throws Refusal 'not-found' */
export async function viewReceipt(ctx: AppContext, actor: Actor, reference: string): Promise<ReceiptView> {
  authorize(actor, 'subscription:read');
  const row = /^[\w.=-]{8,100}$/.test(reference) ? await queries.receiptBy(ctx.db, reference) : undefined;
  const isOwn = actor.kind === 'player' && row?.player_id === actor.id;
  if (!row || !(isOwn || can(actor, 'payment:oversee'))) throw new AppError('not-found');
  return {
    ...presentPayment(row),
    username: row.username ?? '',
    email: row.email ?? '',
    from: row.begins_at?.toISOString() ?? null,
    until: row.ends_at?.toISOString() ?? null,
  };
}

/**
 * Ends premium right now (spec 2, section 2): the paid days are given up, and the card is not charged any more.
 * @throws Refusal 'not-available' where there is nothing to cancel
 */
export async function cancel(ctx: AppContext, actor: Actor): Promise<void> {
  authorize(actor, 'subscription:write');
  await inMoney(ctx, requirePlayerId(actor), async (money) => {
    if (money.payer === null) throw new AppError('sign-in-required');
    const { id } = money.payer;
    const now = ctx.now();
    const standing = await books.standingOf(money.trx, id);
    const [first] = await books.runningPeriods(money.trx, id, now);
    const plan = await books.planById(money.trx, first?.planId ?? standing?.plan_id ?? '');
    if (!plan) throw new AppError('not-available', 'there is nothing to cancel');
    await books.revokeRunning(money.trx, id, now);
    if (standing) await endSubscription(ctx, money, standing);
    money.changed();
    await tellPayer(ctx, money, `cancelled ${standing?.id ?? first?.reference}`, bell.cancelled, (payer) =>
      letters.cancelled(payer, plan.name, ctx.config.origin),
    );
  });
}

/**
 * Switches a card's renewing off (the paid days stay) or on again.
 * @throws Refusal 'not-available' where no card renews, the provider has not named it yet, or what was paid is over;
 * 'too-many-requests', 'unavailable'
 */
export async function setAutoRenew(ctx: AppContext, actor: Actor, isOn: boolean): Promise<void> {
  const card = await cardOf(ctx, actor);
  const end = isOn ? await books.lastEnd(ctx.db, requirePlayerId(actor)) : null;
  // Days of grace come after days that were paid; they are not to be had by this.
  if (isOn && (end === null || end <= ctx.now())) throw new AppError('not-available', 'what was paid is over');
  await asking(ctx, async () => {
    if (isOn) await ctx.payments.renewAgain(card.code, card.emailToken);
    else await ctx.payments.stopRenewing(card.code, card.emailToken);
    await bringInLine(ctx, card, () => ctx.payments.readSubscription(card.code));
  });
}

/** Where another card can be given. @throws Refusal 'not-available', 'too-many-requests', 'unavailable' */
export async function fixCard(ctx: AppContext, actor: Actor): Promise<{ url: string }> {
  const card = await cardOf(ctx, actor);
  return { url: await asking(ctx, () => ctx.payments.fixCardLink(card.code)) };
}

/** What a player paid and has, for operators, who may only look. @throws Refusal 'not-allowed', 'not-found' */
export async function viewMoney(ctx: AppContext, actor: Actor, playerId: string, after: string | null = null): Promise<MoneyView> {
  authorize(actor, 'payment:oversee');
  const player = isId(playerId) ? await books.payerBy(ctx.db, playerId) : undefined;
  if (!player) throw new AppError('not-found');
  const [status, paid, subscriptions] = await Promise.all([
    statusFor(ctx, playerId),
    paymentsOf(ctx, playerId, after),
    queries.subscriptionsOf(ctx.db, playerId, SUBSCRIPTIONS_SHOWN),
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

async function statusFor(ctx: AppContext, playerId: string): Promise<Status> {
  const now = ctx.now();
  const [row, standing, running, end] = await Promise.all([
    queries.heldTime(ctx.db, playerId, now),
    books.standingOf(ctx.db, playerId),
    books.runningPeriods(ctx.db, playerId, now),
    books.lastEnd(ctx.db, playerId),
  ]);
  const held = row && {
    planId: row.plan_id,
    planName: row.name,
    price: { minor: row.amount_minor, currency: row.currency },
    channel: row.channel,
    ends: row.ends_at,
    isRevoked: row.revoked_at !== null,
  };
  const stands =
    standing && standing.state !== 'ended'
      ? { state: standing.state, channel: standing.channel, nextChargeAt: standing.next_charge_at, graceUntil: standing.grace_until }
      : null;
  return statusOf(held ?? null, stands, running.length > 0 ? end : null, now);
}

async function paymentsOf(ctx: AppContext, playerId: string, after: string | null) {
  const key = decodeCursor(after, ['bigint', 'text']);
  const at = parseCursorDate(key?.[0]);
  const rows = await queries.paymentsPage(ctx.db, playerId, PAYMENTS_PAGE + 1, at && key ? { at, reference: String(key[1]) } : null);
  const shown = rows.slice(0, PAYMENTS_PAGE);
  const last = shown.at(-1);
  const next = rows.length > PAYMENTS_PAGE && last ? encodeCursor([last.created_at.getTime(), last.reference]) : null;
  return { payments: shown.map(presentPayment), next };
}

/** The actor's card that renews. The provider is asked about it now, and has a right to peace. */
async function cardOf(ctx: AppContext, actor: Actor): Promise<{ id: string; player_id: string; code: string; emailToken: string }> {
  authorize(actor, 'subscription:write');
  const one = await books.standingOf(ctx.db, requirePlayerId(actor));
  if (!one || one.channel !== 'card' || one.provider !== ctx.payments.name || one.code === null || one.email_token === null)
    throw new AppError('not-available', 'there is no card that renews');
  await ctx.rateLimiter.consume(CARD_CHANGES, requirePlayerId(actor));
  return { id: one.id, player_id: requirePlayerId(actor), code: one.code, emailToken: one.email_token };
}

/** Asks the provider for the player, who waits. */
async function asking<T>(ctx: AppContext, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof PaymentsUnavailable) throw new AppError('unavailable', 'the provider does not answer');
    if (!(error instanceof PaymentsRefused)) throw error;
    ctx.log.warn({ err: error }, 'the provider refused');
    throw new AppError('not-available', 'the provider refused');
  }
}

function presentPlan(row: books.PlanRow): Plan {
  const price = { minor: row.price_minor, currency: row.currency };
  return { id: row.id, name: row.name, price, kiddocash: row.kiddocash, features: row.features };
}

/** A payment as it is shown in lists. It asks nobody: who calls it has. */
export function presentPayment(row: queries.PaymentLineRow): PaymentLine {
  const name = row.plan_name ?? kiddocashNote(row.kiddocash);
  return {
    reference: row.reference,
    what: whatOf(row, { name }),
    price: { minor: row.amount_minor, currency: row.currency },
    at: (row.paid_at ?? row.created_at).toISOString(),
    state: row.state === 'created' ? 'pending' : row.state,
    channel: row.channel,
  };
}
