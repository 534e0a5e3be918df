import type { AppContext } from '../../../context.server.ts';
import type { ProviderEvent } from '../../../infra/payments/payments.ts';
import * as books from '../books/queries.server.ts';
import { inMoney, type Money } from '../books/service.server.ts';
import { daysAfter } from '../periods/rules.ts';
import { findSubscription, follow, OVERTAKEN, remind, tellCardExpires } from '../renewing/service.server.ts';
import { findRenewal, isDone, isKept, settleWithin } from '../settling/service.server.ts';
import { takeDispute, takeDisputeWon, takeRefund } from '../taking/service.server.ts';
import * as queries from './queries.server.ts';

/** What belongs to an event may come after it. After this long it does not come any more. */
const WAIT_DAYS = 3;
/** That webhooks are refused is logged this often. */
const REFUSED_MS = 60_000;
/** What the job has not worked through by then the sweep takes up. */
const LOOK_MS = 10 * 60_000;

/** Works one event through. */
export const workJob = {
  name: 'payments.work',
  retry: { limit: 12, seconds: 5, secondsMax: 3600 },
  run: (ctx: AppContext, { id }: { id: string }) => workEvent(ctx, id),
};

/**
 * A provider tells us something: it is stored, once, and worked through by a job.
 * @returns 'refused' where it is not signed as it must be
 */
export async function takeWebhook(ctx: AppContext, raw: Buffer, headers: { get(name: string): string | null }): Promise<'stored' | 'refused'> {
  const event = ctx.payments.open(raw, headers);
  if (event === null) {
    // Anybody can send anything here; but with a wrong key it is all that the provider tells, and that is to be seen.
    await ctx.cached('a webhook was refused', REFUSED_MS, async () => ctx.log.warn({ provider: ctx.payments.name }, 'a webhook was refused'));
    return 'refused';
  }
  const row = {
    id: ctx.newId(),
    provider: ctx.payments.name,
    key: event.key,
    body: raw.toString('utf8'),
    event: JSON.stringify(event),
    at: ctx.now(),
    lookAt: new Date(ctx.now().getTime() + LOOK_MS),
  };
  // Not in one transaction: many at once would hold all connections, and wait for one more. What has no job the sweep takes up.
  // That a subscription is to be read anew can be said twice in the same words: it was switched off, on, and off again.
  const id = await queries.addEvent(ctx.db, row, event.kind === 'subscription');
  if (id !== null)
    await ctx.jobs
      .enqueue(workJob, { id })
      .catch((error: unknown) => ctx.log.warn({ err: error, event: id }, 'a payment event waits for the sweep'));
  return 'stored';
}

/** What it belongs to is not there (yet). */
class NotYet extends Error {}

/** What an event does: whose money it is about, and what to do with it. */
type Effect = { playerId: string | null; run(money: Money): Promise<string> };

/**
 * Does what an event asks for, in one transaction with the note that it is done: however often it is tried, it is done once.
 * @throws where it has to be tried again
 */
export async function workEvent(ctx: AppContext, id: string): Promise<void> {
  const row = await queries.eventById(ctx.db, id);
  if (!row || row.done_at !== null || row.provider !== ctx.payments.name) return;
  const event = JSON.parse(row.event) as ProviderEvent;
  const isLate = ctx.now() > daysAfter(row.received_at, WAIT_DAYS);
  let effect: Effect;
  try {
    effect = await effectOf(ctx, id, event, isLate);
  } catch (error) {
    if (!(error instanceof NotYet) || !isLate) throw error;
    ctx.log.error({ event: id, kind: event.kind, reason: error.message }, 'a payment event belongs to nothing that we know');
    effect = nothing(error.message);
  }
  await inMoney(ctx, effect.playerId, async (money) => {
    if (!(await queries.holdEvent(money.trx, id))) return;
    await queries.finishEvent(money.trx, id, await effect.run(money), ctx.now());
  });
}

const nothing = (outcome: string): Effect => ({ playerId: null, run: async () => outcome });

/** Asks the provider what has to be asked, before the transaction. */
async function effectOf(ctx: AppContext, id: string, event: ProviderEvent, isLate: boolean): Promise<Effect> {
  if (!event.isLive) {
    ctx.log.warn({ event: id, kind: event.kind }, 'a payment event of a test');
    return nothing('a test');
  }
  switch (event.kind) {
    case 'charged':
      return charged(ctx, event, isLate);
    case 'subscription':
    case 'charge-failed':
      return told(ctx, event.code, isLate);
    case 'charge-due': {
      const one = await books.subscriptionByCode(ctx.db, ctx.payments.name, event.code);
      if (!one) throw new NotYet('unknown subscription');
      return { playerId: one.player_id, run: async (money) => ((await remind(ctx, money, one.id)) ? 'reminded' : 'nothing to say') };
    }
    case 'refunded':
    case 'disputed':
    case 'dispute-won':
      return taken(ctx, event);
    case 'card-expires':
      return cardExpires(ctx, id, event.codes);
    case 'other':
      return nothing('other');
  }
}

async function charged(ctx: AppContext, event: ProviderEvent & { kind: 'charged' }, isLate: boolean): Promise<Effect> {
  const payment = await books.paymentBy(ctx.db, event.reference);
  if (!payment) {
    const renewal = await findRenewal(ctx, event.reference, event.subscription);
    if (!renewal && !isKept(event.reference)) return nothing('a reference that cannot be kept');
    if (!renewal) throw new NotYet('unknown reference');
    return { playerId: renewal.playerId, run: (money) => settledBy(renewal.take(money), isLate) };
  }
  if (isDone(payment)) return nothing(payment.state);
  const said = await ctx.payments.verify(event.reference);
  return { playerId: payment.player_id, run: (money) => settledBy(settleWithin(ctx, money, event.reference, said), isLate) };
}

/** The provider's own answer may lag behind its news: then it is asked again. */
async function settledBy(settling: Promise<string>, isLate: boolean): Promise<string> {
  const state = await settling;
  if (!isLate && (state === 'created' || state === 'pending')) throw new NotYet('the provider does not confirm it');
  return state;
}

async function told(ctx: AppContext, code: string, isLate: boolean): Promise<Effect> {
  const askedAt = ctx.now();
  const now = await ctx.payments.readSubscription(code);
  if (now === null) throw new NotYet('unknown subscription');
  const one = await findSubscription(ctx, now);
  const run = async (money: Money, id: string) => {
    const state = await follow(ctx, money, id, { now, askedAt });
    if (state === OVERTAKEN && !isLate) throw new NotYet('the provider was asked by somebody else as well');
    return state;
  };
  if (one) return { playerId: one.player_id, run: (money) => run(money, one.id) };
  // One that is over and that we never knew asks for nothing.
  if (now.state === 'ended') return nothing('unknown and ended');
  throw new NotYet('unknown subscription');
}

async function taken(ctx: AppContext, event: ProviderEvent & { kind: 'refunded' | 'disputed' | 'dispute-won' }): Promise<Effect> {
  const { reference } = event;
  const payment = await books.paymentBy(ctx.db, reference);
  if (!payment) throw new NotYet('unknown reference');
  // The end of it was told before its beginning.
  if (event.kind === 'disputed' && event.decidedBy !== undefined && (await queries.wasTold(ctx.db, ctx.payments.name, event.decidedBy)))
    return nothing('decided already');
  // What was paid is settled first, though its own news come later: then what it began is known, and can be ended.
  const said = isDone(payment) ? null : await ctx.payments.verify(reference);
  return {
    playerId: payment.player_id,
    async run(money) {
      if (said !== null) await settleWithin(ctx, money, reference, said);
      if (event.kind === 'refunded') return takeRefund(ctx, money, reference, event.amountMinor ?? null, said);
      return event.kind === 'disputed' ? takeDispute(ctx, money, reference, said) : takeDisputeWon(ctx, money, reference);
    },
  };
}

/** One event for several players: each is told in a transaction of its own, once, and then the event is done. */
async function cardExpires(ctx: AppContext, id: string, codes: string[]): Promise<Effect> {
  for (const code of codes) {
    const one = await books.subscriptionByCode(ctx.db, ctx.payments.name, code);
    if (one) await inMoney(ctx, one.player_id, (money) => tellCardExpires(ctx, money, one, `${id} ${code}`));
  }
  return nothing(`${codes.length} cards`);
}
