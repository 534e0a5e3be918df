import type { AppContext } from '../../../context.server.ts';
import { PaymentsRefused, type ProviderSubscription } from '../../../infra/payments/payments.ts';
import * as books from '../books/queries.server.ts';
import { closeUp, endSubscription, inMoney, refreshEnd, STOP, tellPayer, type Money } from '../books/service.server.ts';
import { daysAfter, isSameCharge, REMIND_DAYS } from '../periods/rules.ts';
import { findRenewal } from '../settling/service.server.ts';
import { bell, letters } from '../texts.ts';

/** A provider names a subscription within this time of its first charge, or never will. */
const NAMED_DAYS = 3;

/** The subscription that the provider means: by its name, or the customer's that has none yet. */
export async function findSubscription(ctx: AppContext, told: ProviderSubscription): Promise<books.SubscriptionRow | undefined> {
  const provider = ctx.payments.name;
  return (
    (await books.subscriptionByCode(ctx.db, provider, told.code)) ??
    books.subscriptionOfCustomer(ctx.db, provider, told.customer, told.planId, false)
  );
}

/** What a provider says of a subscription, and when it was asked. */
export type Told = { now: ProviderSubscription; askedAt: Date };

/** While the provider was asked, somebody else heard from it: which of the two answers is the newer one is not known. */
export const OVERTAKEN = 'overtaken';
/** So often it is asked again then. */
const ASKED_MAX = 3;

/** Asks the provider how a subscription stands, and brings it in line. */
export async function bringInLine(
  ctx: AppContext,
  one: { id: string; player_id: string | null },
  ask: () => Promise<ProviderSubscription | null>,
): Promise<void> {
  for (let tries = 0; tries < ASKED_MAX; tries++) {
    const askedAt = ctx.now();
    const now = await ask();
    if (now === null || (await inMoney(ctx, one.player_id, (money) => follow(ctx, money, one.id, { now, askedAt }))) !== OVERTAKEN) return;
  }
}

/**
 * Brings a subscription in line with what the provider says of it now; in what order its news come does not matter.
 * @returns how it stands; OVERTAKEN where it has to be asked again, and nothing was done
 */
export async function follow(ctx: AppContext, money: Money, id: string, { now: told, askedAt }: Told): Promise<string> {
  const { trx } = money;
  const one = await books.subscriptionById(trx, id);
  if (!one || (one.code !== null && one.code !== told.code)) return 'unknown';
  if (one.told_at !== null && one.told_at > askedAt) return OVERTAKEN;
  const isCharged = told.state === 'active' || told.state === 'attention';
  await books.changeSubscription(trx, id, {
    code: told.code,
    customer: told.customer,
    email_token: told.emailToken,
    checked_at: ctx.now(),
    told_at: ctx.now(),
    ...(isCharged ? { stopped_at: null } : {}),
  });
  if (one.state === 'ended') {
    if (isCharged) await ctx.jobs.enqueue(STOP, { subscriptionId: id }, trx as never);
    return 'ended';
  }
  // Its paid days go on until they end (sweeping/service.server.ts).
  const state = told.state === 'ended' ? 'non-renewing' : told.state;
  await books.changeSubscription(trx, id, { state });
  await moveCharge(money, one, { next: told.nextChargeAt, state, now: ctx.now() });
  if (one.player_id !== null) await refreshEnd(ctx, money, one.player_id);
  if (state !== one.state) money.changed();
  if (state === 'attention' && one.state !== 'attention') await tellFailed(ctx, money, id);
  return state;
}

/** The provider's date of the next charge wins over ours: the month that is paid ends with it. */
async function moveCharge(
  { trx, changed }: Money,
  one: books.SubscriptionRow,
  { next, state, now }: { next: Date | null; state: string; now: Date },
): Promise<void> {
  const ours = one.next_charge_at;
  if (state !== 'active' || next === null || ours === null || next.getTime() === ours.getTime()) return;
  const last = await books.lastPeriodOf(trx, one.id);
  // Charged long before its day, a card is charged next when that month is over: our own reckoning of the day fell behind.
  const isBehind = last !== undefined && isSameCharge(next, last.ends_at);
  if (!isSameCharge(next, ours) && !isBehind) return;
  await books.changeSubscription(trx, one.id, { next_charge_at: next });
  if (!isSameCharge(next, ours)) return changed();
  const ends = last && new Date(last.ends_at.getTime() + next.getTime() - ours.getTime());
  if (last && ends && ends > last.begins_at) await books.changePeriod(trx, last.reference, { ends_at: ends });
  if (one.player_id !== null) await closeUp(trx, one.player_id, now);
  changed();
}

async function tellFailed(ctx: AppContext, money: Money, id: string): Promise<void> {
  const one = await books.subscriptionById(money.trx, id);
  const plan = one && (await books.planById(money.trx, one.plan_id));
  if (!one || !plan) return;
  const until = one.grace_until?.toISOString() ?? null;
  await tellPayer(ctx, money, `charge failed ${id} ${one.next_charge_at?.toISOString()}`, bell.chargeFailed(plan.name, until), (payer) =>
    letters.chargeFailed(payer, plan.name, until, ctx.config.origin),
  );
}

/**
 * Reminds of what comes: a card that is charged, or a pass that ends. Once for each date, a few days before.
 * @returns whether there was something to say
 */
export async function remind(ctx: AppContext, money: Money, id: string): Promise<boolean> {
  const { trx } = money;
  const one = await books.subscriptionById(trx, id);
  const plan = one && (await books.planById(trx, one.plan_id));
  if (!one || !plan || one.player_id === null || one.state === 'ended' || one.state === 'attention') return false;
  const isDue = one.channel === 'card' && one.state === 'active';
  const at = isDue ? one.next_charge_at : await books.lastEnd(trx, one.player_id);
  const now = ctx.now();
  if (at === null || at <= now || at > daysAfter(now, REMIND_DAYS)) return false;
  if (one.reminded_for !== null && isSameCharge(one.reminded_for, at)) return false;
  await books.changeSubscription(trx, id, { reminded_for: at });
  const iso = at.toISOString();
  const { origin } = ctx.config;
  // What the card was charged last it is charged again: a new price is for who comes after it.
  const charged = isDue ? await books.latestPaymentOf(trx, id) : undefined;
  const price = charged
    ? { minor: charged.amount_minor, currency: charged.currency }
    : { minor: plan.price_minor, currency: plan.currency };
  if (isDue)
    await tellPayer(ctx, money, `due ${id} ${iso}`, bell.cardDue(plan.name, iso), (to) =>
      letters.cardDue(to, plan.name, price, iso, origin),
    );
  else
    await tellPayer(ctx, money, `ends ${id} ${iso}`, bell.passEnds(plan.name, iso), (to) => letters.passEnds(to, plan.name, iso, origin));
  return true;
}

/** The card behind a subscription ends. @param event names this piece of news */
export async function tellCardExpires(ctx: AppContext, money: Money, one: books.SubscriptionRow, event: string): Promise<void> {
  const plan = await books.planById(money.trx, one.plan_id);
  if (one.state === 'ended' || !plan) return;
  await tellPayer(ctx, money, `card expires ${event}`, bell.cardExpires, (payer) =>
    letters.cardExpires(payer, plan.name, ctx.config.origin),
  );
}

/** What was paid is over, and nothing more comes: the subscription ends. @returns whether it did */
export async function endIfOver(ctx: AppContext, money: Money, id: string): Promise<boolean> {
  const one = await books.subscriptionById(money.trx, id);
  if (!one || one.state === 'ended') return false;
  const end = one.player_id === null ? null : (one.grace_until ?? (await books.lastEnd(money.trx, one.player_id)));
  if (end !== null && end > ctx.now()) {
    await refreshEnd(ctx, money, one.player_id ?? '');
    return false;
  }
  await endSubscription(ctx, money, one);
  money.changed();
  const plan = await books.planById(money.trx, one.plan_id);
  if (plan) await tellPayer(ctx, money, `over ${id}`, bell.ended(plan.name), (payer) => letters.ended(payer, plan.name, ctx.config.origin));
  return true;
}

/** Sees to it that a card which we ended is not charged any more. Tried again until the provider says so. */
export const stopJob = {
  ...STOP,
  run: (ctx: AppContext, { subscriptionId }: { subscriptionId: string }) => stopCard(ctx, subscriptionId),
};

/** The same here and now. @throws while it is not done */
export async function stopCard(ctx: AppContext, id: string): Promise<void> {
  const one = await books.subscriptionById(ctx.db, id);
  if (!one || one.state !== 'ended' || one.channel !== 'card' || one.stopped_at !== null || one.provider !== ctx.payments.name) return;
  const told = await toldOf(ctx, one);
  if (told === null && one.ended_at !== null && ctx.now() < daysAfter(one.ended_at, NAMED_DAYS))
    throw new Error('the provider has not named the subscription that is to be stopped');
  if (told === null) ctx.log.error({ subscription: id }, 'the provider never named a subscription that is to be stopped');
  if (told && (told.state === 'active' || told.state === 'attention')) {
    try {
      await ctx.payments.stopRenewing(told.code, told.emailToken);
    } catch (error) {
      // Refused where it is stopped already: the next look tells.
      if (!(error instanceof PaymentsRefused)) throw error;
      const again = await ctx.payments.readSubscription(told.code);
      if (again && (again.state === 'active' || again.state === 'attention')) throw error;
    }
  }
  // What was charged before it was stopped is written down, to be given back.
  if (told) await takeMissed(ctx, one, told);
  await inMoney(ctx, one.player_id, async ({ trx }) => {
    const names = told && one.code === null ? { code: told.code, customer: told.customer, email_token: told.emailToken } : {};
    await books.changeSubscription(trx, id, { ...names, stopped_at: ctx.now(), checked_at: ctx.now() });
  });
}

/** Finds what a card was charged without our hearing of it. */
export async function takeMissed(ctx: AppContext, one: books.SubscriptionRow, told: ProviderSubscription): Promise<void> {
  for (const reference of await ctx.payments.chargesSince(told.code, daysAfter(one.created_at, -1))) {
    if (await books.paymentBy(ctx.db, reference)) continue;
    const renewal = await findRenewal(ctx, reference, { customer: told.customer, planId: told.planId });
    if (renewal) await inMoney(ctx, renewal.playerId, (money) => renewal.take(money));
  }
}

/** What the provider says of a subscription; of one that it has not named to us, by what was last paid for it. */
export async function toldOf(ctx: AppContext, one: books.SubscriptionRow): Promise<ProviderSubscription | null> {
  if (one.code !== null) return ctx.payments.readSubscription(one.code);
  const latest = await books.latestPaymentOf(ctx.db, one.id);
  const told = latest ? ((await ctx.payments.verify(latest.reference))?.subscription ?? null) : null;
  const known = told && (await books.subscriptionByCode(ctx.db, one.provider, told.code));
  return known ? null : told;
}
