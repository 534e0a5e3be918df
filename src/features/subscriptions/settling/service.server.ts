import type { AppContext } from '../../../context.server.ts';
import type { Verified } from '../../../infra/payments/payments.ts';
import { book } from '../../wallet/service.server.ts';
import * as books from '../books/queries.server.ts';
import { endSubscription, inMoney, refreshEnd, STOP, tellPayer, type Money } from '../books/service.server.ts';
import {
  cardMonth,
  dayOfMonth,
  daysAfter,
  faultOf,
  GRACE_DAYS,
  isLeft,
  nextCheck,
  PASS_DAYS,
  paidThrough,
  place,
  DAY_MS,
} from '../periods/rules.ts';
import { bell, kiddocashNote, letters, whatOf } from '../texts.ts';

export type PaymentState = books.PaymentRow['state'];

/** What has come to its end: only a refund or a dispute changes it, or a person who looks at what is held. */
const DONE: PaymentState[] = ['success', 'refunded', 'disputed', 'held'];
/** Whether the database keeps a payment under this reference (migrations/0006_money.sql). */
export function isKept(reference: string): boolean {
  return /^[A-Za-z0-9_.=-]{8,100}$/.test(reference);
}

/** Whether nothing more is to be asked about a payment. */
export function isDone(payment: { state: PaymentState }): boolean {
  return DONE.includes(payment.state);
}

/**
 * Asks the provider what became of a payment and gives what was paid, once, whoever asks and however often.
 * @throws PaymentsUnavailable
 */
export async function settle(ctx: AppContext, reference: string): Promise<PaymentState | 'unknown'> {
  const payment = await books.paymentBy(ctx.db, reference);
  if (!payment) return 'unknown';
  if (isDone(payment) || payment.provider !== ctx.payments.name) return payment.state;
  const said = await ctx.payments.verify(reference);
  return inMoney(ctx, payment.player_id, (money) => settleWithin(ctx, money, reference, said));
}

/** The same within a transaction, with what the provider said before it began. */
export async function settleWithin(
  ctx: AppContext,
  money: Money,
  reference: string,
  said: Verified | null,
): Promise<PaymentState | 'unknown'> {
  const payment = await books.holdPayment(money.trx, reference);
  if (!payment) return 'unknown';
  if (isDone(payment)) return payment.state;
  if (said?.state !== 'success') return noteUnpaid(ctx, money, payment, said);
  const fault = money.payer === null ? 'the account is gone' : faultOf(payment, said);
  if (fault !== null) return hold(ctx, money, payment, said, fault);
  const given = payment.product === 'pack' ? await givePack(ctx, money, payment) : await giveTime(ctx, money, payment, said);
  if (!given) return hold(ctx, money, payment, said, 'its subscription had ended');
  await books.changePayment(money.trx, reference, { state: 'success', paid_at: paidAt(ctx, said), check_at: null, said: said.said });
  money.changed();
  const paid = { reference, what: whatOf(payment, given), price: priceOf(payment), at: paidAt(ctx, said).toISOString(), ...given.days };
  await tellPayer(ctx, money, `paid ${reference}`, bell.paid(paid), (payer) => letters.receipt(payer, paid, ctx.config.origin));
  return 'success';
}

/**
 * A charge that we did not ask for: a card that renews by itself. Writes it down and gives what was paid, as any other.
 * @param hint what the provider's word about it says of its subscription
 * @returns null where it is of no subscription that we know (yet)
 */
export async function findRenewal(
  ctx: AppContext,
  reference: string,
  hint: { customer: string; planId: string | null } | null,
): Promise<{ playerId: string | null; take(money: Money): Promise<PaymentState | 'unknown'> } | null> {
  if (!isKept(reference)) {
    ctx.log.error({ reference: reference.slice(0, 100) }, 'a charge has a reference that cannot be kept: a person has to look');
    return null;
  }
  const said = await ctx.payments.verify(reference);
  if (said === null) return null;
  const provider = ctx.payments.name;
  const code = said.subscription?.code;
  const customer = hint?.customer ?? said.subscription?.customer ?? null;
  // Where the provider names the subscription, only that one will do, or one whose name we do not know yet.
  const one =
    (code ? await books.subscriptionByCode(ctx.db, provider, code) : undefined) ??
    (customer ? await books.subscriptionOfCustomer(ctx.db, provider, customer, hint?.planId ?? null, code === undefined) : undefined);
  const plan = one && (await books.planById(ctx.db, one.plan_id));
  const latest = one && (await books.latestPaymentOf(ctx.db, one.id));
  if (!one || !plan || !latest) return null;
  return {
    playerId: one.player_id,
    async take(money) {
      await books.addPayment(money.trx, {
        reference,
        provider,
        player_id: one.player_id,
        product: 'subscription',
        plan_id: one.plan_id,
        subscription_id: one.id,
        channel: 'card',
        // As it was when the card was given: a new price is for those who come after it.
        amount_minor: latest.amount_minor,
        currency: latest.currency,
        kiddocash: plan.kiddocash,
        state: 'pending',
        created_at: ctx.now(),
        check_at: nextCheck(ctx.now(), ctx.now()),
      });
      await books.reopenEvents(money.trx, provider, reference, ctx.now());
      return settleWithin(ctx, money, reference, said);
    },
  };
}

async function noteUnpaid(ctx: AppContext, money: Money, payment: books.PaymentRow, said: Verified | null): Promise<PaymentState> {
  const next = nextCheck(payment.created_at, ctx.now());
  const isOver = next === null || isLeft(payment.created_at, ctx.now());
  const waits = payment.state === 'created' || payment.state === 'pending';
  const state = !waits
    ? payment.state
    : said?.state === 'failed'
      ? 'failed'
      : isOver && (said?.state !== 'pending' || next === null)
        ? 'abandoned'
        : said === null
          ? payment.state
          : 'pending';
  const checks = payment.checks + 1;
  await books.changePayment(money.trx, payment.reference, { state, check_at: next, checks, said: said?.said ?? payment.said });
  if (state !== payment.state) money.changed();
  return state;
}

/** Paid, but not what was asked: nothing is given, and a person looks. */
async function hold(ctx: AppContext, money: Money, payment: books.PaymentRow, said: Verified, fault: string): Promise<PaymentState> {
  const { reference } = payment;
  ctx.log.error({ reference, fault }, 'a payment is held: nothing was given for it, a person has to look');
  const heard = `${fault}; ${said.said}`.slice(0, 500);
  await refuseCard(ctx, money, payment, said);
  await stopAnew(ctx, money, payment);
  await books.changePayment(money.trx, reference, { state: 'held', paid_at: paidAt(ctx, said), check_at: null, said: heard });
  await tellPayer(ctx, money, `held ${reference}`, bell.held, null);
  money.changed();
  return 'held';
}

/** The card behind a first payment that gave nothing must not be charged on and on. */
export async function refuseCard(ctx: AppContext, { trx }: Money, payment: books.PaymentRow, said: Verified | null): Promise<void> {
  if (payment.product !== 'subscription' || payment.subscription_id !== null) return;
  const known = said?.subscription && (await books.subscriptionByCode(trx, payment.provider, said.subscription.code));
  if (known) return;
  const row = await newSubscription(ctx, trx, payment, said);
  await books.addSubscription(trx, { ...row, state: 'ended', ended_at: ctx.now() });
  await books.changePayment(trx, payment.reference, { subscription_id: row.id });
  await ctx.jobs.enqueue(STOP, { subscriptionId: row.id }, trx as never);
}

/** A card that is charged though we ended it was not stopped, or was begun again at the provider. */
async function stopAnew(ctx: AppContext, { trx }: Money, { subscription_id: id }: books.PaymentRow): Promise<void> {
  const one = id === null ? undefined : await books.subscriptionById(trx, id);
  if (one?.state !== 'ended' || one.channel !== 'card') return;
  await books.changeSubscription(trx, one.id, { stopped_at: null });
  await ctx.jobs.enqueue(STOP, { subscriptionId: one.id }, trx as never);
}

/** What was given: its name, and its days where it is time. */
type Given = { name: string; days: { from: string; until: string } | null };

async function givePack(ctx: AppContext, { trx, payer }: Money, payment: books.PaymentRow): Promise<Given | null> {
  if (!payer) throw new Error(`payment ${payment.reference} is for nobody`);
  const amount = payment.kiddocash;
  const name = kiddocashNote(amount);
  await book(ctx, trx, { playerId: payer.id, amount, source: 'pack', sourceRef: payment.reference, note: name });
  return { name, days: null };
}

/** Time of a plan, and the plan's kiddocash. @returns null where the subscription that was renewed had ended */
async function giveTime(ctx: AppContext, money: Money, payment: books.PaymentRow, said: Verified): Promise<Given | null> {
  const { trx, payer } = money;
  const plan = await books.planById(trx, payment.plan_id ?? '');
  if (!plan || !payer) throw new Error(`payment ${payment.reference} is for a plan that is not there`);
  const now = ctx.now();
  const running = await books.runningPeriods(trx, payer.id, now);
  const one = await subscriptionFor(ctx, money, payment, said);
  if (one === null) return null;
  const bought = await lengthOf(ctx, money, payment, said, one, paidThrough(running) === null);
  const paidMinor = payment.currency === plan.currency ? payment.amount_minor : plan.price_minor;
  const { begins, ends, moves } = place(running, { priceMinor: plan.price_minor, paidMinor, ...bought }, now);
  const { reference } = payment;
  await books.addPeriod(trx, {
    reference,
    player_id: payer.id,
    plan_id: plan.id,
    subscription_id: one.id,
    begins_at: begins,
    ends_at: ends,
  });
  for (const move of moves)
    await books.changePeriod(trx, move.reference, {
      revoked_at: now,
      revoked_for: 'upgrade',
      moved_to: reference,
      moved_days: move.days,
    });
  if (one.channel === 'card' && payment.product === 'subscription')
    await books.changeSubscription(trx, one.id, {
      next_charge_at: bought.next,
      ...(one.state === 'attention' ? { state: 'active' } : {}),
    });
  await refreshEnd(ctx, money, payer.id);
  await book(ctx, trx, {
    playerId: payer.id,
    amount: payment.kiddocash,
    source: 'plan-grant',
    sourceRef: reference,
    note: plan.name,
  });
  return { name: plan.name, days: { from: begins.toISOString(), until: ends.toISOString() } };
}

/** How long what was paid lasts. @param isLapsed nothing runs any more */
async function lengthOf(
  ctx: AppContext,
  { trx, payer }: Money,
  payment: books.PaymentRow,
  said: Verified,
  one: books.SubscriptionRow,
  isLapsed: boolean,
): Promise<{ lengthMs: number; goesOn: Date | null; next: Date | null }> {
  if (payment.product === 'pass') return { lengthMs: PASS_DAYS * DAY_MS, goesOn: null, next: null };
  const now = ctx.now();
  const due = payment.subscription_id === null ? null : one.next_charge_at;
  const { from, to } = cardMonth(paidAt(ctx, said), due, said.subscription?.nextChargeAt ?? null, dayOfMonth(one.created_at));
  const lengthMs = to.getTime() - from.getTime();
  // Charged within the days of grace, the new month joins the old one; who heard of it too late for that has it from now on.
  const end = isLapsed && payer && due !== null ? await books.lastEnd(trx, payer.id) : null;
  const joins = end !== null && daysAfter(end, GRACE_DAYS) > paidAt(ctx, said) ? end : from;
  return { lengthMs, goesOn: joins.getTime() + lengthMs > now.getTime() ? joins : null, next: to };
}

/**
 * The subscription that a payment is for: the one it renews, the one that stands (a further pass), or a new one, which ends the
 * one before. @returns null where the one it renews had ended
 */
async function subscriptionFor(
  ctx: AppContext,
  money: Money,
  payment: books.PaymentRow,
  said: Verified,
): Promise<books.SubscriptionRow | null> {
  const { trx, payer } = money;
  if (payment.subscription_id !== null) {
    const renewed = await books.subscriptionById(trx, payment.subscription_id);
    return renewed && renewed.state !== 'ended' ? renewed : null;
  }
  const standing = payer ? await books.standingOf(trx, payer.id) : undefined;
  const isSamePlan = standing?.plan_id === payment.plan_id;
  if (standing && isSamePlan && payment.product === 'pass' && (standing.channel === 'mpesa' || standing.state === 'active'))
    return standing;
  if (standing) await endSubscription(ctx, money, standing);
  return books.addSubscription(trx, await newSubscription(ctx, trx, payment, said));
}

async function newSubscription(ctx: AppContext, trx: Money['trx'], payment: books.PaymentRow, said: Verified | null) {
  const isCard = payment.product === 'subscription';
  const told = isCard ? (said?.subscription ?? null) : null;
  // A provider that guesses may name one that belongs to another payment: then this one is named later.
  const named = told && (await books.subscriptionByCode(trx, payment.provider, told.code)) === undefined ? told : null;
  return {
    id: ctx.newId(),
    player_id: payment.player_id,
    plan_id: payment.plan_id ?? '',
    channel: isCard ? 'card' : 'mpesa',
    provider: payment.provider,
    code: named?.code ?? null,
    customer: named?.customer ?? said?.customer ?? null,
    email_token: named?.emailToken ?? null,
    state: isCard && named && named.state !== 'active' && named.state !== 'attention' ? 'non-renewing' : 'active',
    created_at: said ? paidAt(ctx, said) : ctx.now(),
    checked_at: ctx.now(),
  };
}

/** When it was paid, as the provider says it; what lies ahead is now. */
function paidAt(ctx: AppContext, said: Verified): Date {
  return said.paidAt !== null && said.paidAt < ctx.now() ? said.paidAt : ctx.now();
}

function priceOf(payment: books.PaymentRow) {
  return { minor: payment.amount_minor, currency: payment.currency };
}
