import type { AppContext } from '../../../context.server.ts';
import type { ProviderEvent, ProviderSubscription } from '../../../infra/payments/payments.ts';
import { prepareDispute } from '../disputes/service.server.ts';
import * as payments from '../payments/queries.server.ts';
import { isFinal, isValidReference } from '../payments/rules.ts';
import { findRenewal, settleInTransaction, withBillingTransaction, type BillingTransaction } from '../payments/service.server.ts';
import * as plans from '../plans/queries.server.ts';
import { addDays } from '../plans/rules.ts';
import { applyRefunds, fetchRefunds, isListed } from '../refund-requests/service.server.ts';
import { applyDispute, applyDisputeWon, applyRefund } from '../refunds/service.server.ts';
import { applyProviderState, notifyCardExpires, sendReminder, STALE } from '../renewals/service.server.ts';
import * as queries from './queries.server.ts';

// Step 2 of a payment (ARCHITECTURE.md): the provider tells that something happened, which makes us ask it what is true. What it does not
// tell us, jobs.server.ts finds out.

/** An event may arrive before the data it depends on. After this many days that data is not expected any more. */
const EVENT_WAIT_DAYS = 3;
/** The provider's list of refunds is not behind its events for longer than this. */
const LIST_WAIT_MS = 3_600_000;
/** Minimum interval between log entries about rejected webhooks. */
const REJECTED_LOG_INTERVAL_MS = 60_000;
/** The reconciliation job processes an event that its own job has not processed after this time. */
const RECONCILE_AFTER_MS = 10 * 60_000;

/** Processes one event. */
export const processEventJob = {
  name: 'payments.process-event',
  retry: { limit: 12, seconds: 5, secondsMax: 3600 },
  run: (ctx: AppContext, { id }: { id: string }) => processEvent(ctx, id),
};

/**
 * Receives a webhook from the provider: stores it once and enqueues a job to process it.
 * @returns 'refused' if the signature is not valid
 */
export async function receiveWebhook(
  ctx: AppContext,
  raw: Buffer,
  headers: { get(name: string): string | null },
): Promise<'stored' | 'refused'> {
  const event = ctx.payments.parseWebhook(raw, headers);
  if (event === null) {
    ctx.logSecurity('input_validation_fail', ['webhook-signature', ctx.payments.name]);
    // Anybody can send requests here. But a wrong key rejects all of the provider's webhooks, so it must show up in the log.
    await ctx.cached('a webhook was refused', REJECTED_LOG_INTERVAL_MS, async () =>
      ctx.log.warn({ provider: ctx.payments.name }, 'a webhook was refused'),
    );
    return 'refused';
  }
  const row = {
    id: ctx.newId(),
    provider: ctx.payments.name,
    key: event.key,
    body: raw.toString('utf8'),
    event: JSON.stringify(event),
    at: ctx.now(),
    lookAt: new Date(ctx.now().getTime() + RECONCILE_AFTER_MS),
  };
  // Not in one transaction: many concurrent webhooks would hold all connections while each waits for another one. The reconciliation job
  // picks up events without a job. A 'subscription' event may legitimately repeat with the same content (turned off, on, and off again), so
  // it is processed again.
  const id = await queries.insertEvent(ctx.db, row, event.kind === 'subscription');
  if (id !== null)
    await ctx.jobs
      .enqueue(processEventJob, { id })
      .catch((error: unknown) => ctx.log.warn({ err: error, event: id }, 'a payment event waits for the sweep'));
  return 'stored';
}

/** The data that the event depends on is not there (yet). */
class NotReadyError extends Error {}

/** The effect of an event: the affected player, and the change to apply. */
type EventEffect = { playerId: string | null; run(billing: BillingTransaction): Promise<string> };

/**
 * Applies an event in the same transaction that marks it as done, so it takes effect once, no matter how often it is tried.
 * @throws if it has to be retried
 */
export async function processEvent(ctx: AppContext, id: string): Promise<void> {
  const row = await queries.findEvent(ctx.db, id);
  if (!row || row.processed_at !== null || row.provider !== ctx.payments.name) return;
  const event = JSON.parse(row.event) as ProviderEvent;
  const isLate = ctx.now() > addDays(row.received_at, EVENT_WAIT_DAYS);
  let effect: EventEffect;
  try {
    effect = await resolveEffect(ctx, id, event, isLate, row.received_at);
  } catch (error) {
    if (!(error instanceof NotReadyError) || !isLate) throw error;
    ctx.log.error({ event: id, kind: event.kind, reason: error.message }, 'a payment event belongs to nothing that we know');
    effect = closeUnlessKnown(event, error.message);
  }
  await withBillingTransaction(ctx, effect.playerId, async (billing) => {
    if (!(await queries.lockEvent(billing.trx, id))) return;
    await queries.finishEvent(billing.trx, id, await effect.run(billing), ctx.now());
  });
}

const noEffect = (outcome: string): EventEffect => ({ playerId: null, run: async () => outcome });

/** Closes an event that belongs to nothing, unless its payment was recorded since it was looked up. */
function closeUnlessKnown(event: ProviderEvent, outcome: string): EventEffect {
  if (!('reference' in event)) return noEffect(outcome);
  const { reference } = event;
  return {
    playerId: null,
    async run({ trx }) {
      await payments.lockReference(trx, reference);
      if (await payments.findPayment(trx, reference)) throw new NotReadyError('its payment was recorded just now');
      return outcome;
    },
  };
}

/** Makes the necessary provider calls before the transaction. */
async function resolveEffect(ctx: AppContext, id: string, event: ProviderEvent, isLate: boolean, receivedAt: Date): Promise<EventEffect> {
  if (!event.isLive) {
    ctx.log.warn({ event: id, kind: event.kind }, 'a payment event of a test');
    return noEffect('a test');
  }
  switch (event.kind) {
    case 'charged':
      return resolveCharge(ctx, event, isLate);
    case 'subscription':
    case 'charge-failed':
      return resolveSubscriptionUpdate(ctx, event.code, isLate);
    case 'charge-due': {
      const subscription = await plans.findSubscriptionByCode(ctx.db, ctx.payments.name, event.code);
      if (!subscription) throw new NotReadyError('unknown subscription');
      return {
        playerId: subscription.player_id,
        run: async (billing) => ((await sendReminder(ctx, billing, subscription.id)) ? 'reminded' : 'nothing to say'),
      };
    }
    case 'refund-changed':
      return resolveRefund(ctx, event, isLate, receivedAt < new Date(ctx.now().getTime() - LIST_WAIT_MS));
    case 'refunded':
    case 'disputed':
    case 'dispute-won':
      return resolveReversal(ctx, event);
    case 'card-expires':
      return notifyCardExpiry(ctx, id, event.codes);
    case 'other':
      return noEffect('other');
  }
}

async function resolveCharge(ctx: AppContext, event: ProviderEvent & { kind: 'charged' }, isLate: boolean): Promise<EventEffect> {
  const payment = await payments.findPayment(ctx.db, event.reference);
  if (!payment) {
    const renewal = await findRenewal(ctx, event.reference, event.subscription);
    if (!renewal && !isValidReference(event.reference)) return noEffect('a reference that cannot be kept');
    if (!renewal) throw new NotReadyError('unknown reference');
    return { playerId: renewal.playerId, run: (billing) => requireSettled(renewal.settle(billing), isLate) };
  }
  if (isFinal(payment)) return noEffect(payment.state);
  const verification = await ctx.payments.verify(event.reference);
  return {
    playerId: payment.player_id,
    run: (billing) => requireSettled(settleInTransaction(ctx, billing, event.reference, verification), isLate),
  };
}

/** The provider's own answer may lag behind its webhooks. In that case the event is retried. */
async function requireSettled(settlement: Promise<string>, isLate: boolean): Promise<string> {
  const state = await settlement;
  if (!isLate && (state === 'created' || state === 'pending')) throw new NotReadyError('the provider does not confirm it');
  return state;
}

async function resolveSubscriptionUpdate(ctx: AppContext, code: string, isLate: boolean): Promise<EventEffect> {
  const fetchedAt = ctx.now();
  const provided = await ctx.payments.findSubscription(code);
  if (provided === null) throw new NotReadyError('unknown subscription');
  const subscription = await matchSubscription(ctx, provided);
  const run = async (billing: BillingTransaction, id: string) => {
    const state = await applyProviderState(ctx, billing, id, { subscription: provided, fetchedAt });
    if (state === STALE && !isLate) throw new NotReadyError('the provider was asked by somebody else as well');
    return state;
  };
  if (subscription) return { playerId: subscription.player_id, run: (billing) => run(billing, subscription.id) };
  // A subscription that has ended and that we never knew needs no action.
  if (provided.state === 'ended') return noEffect('unknown and ended');
  throw new NotReadyError('unknown subscription');
}

/** The subscription that the provider means: by its code, or else the customer's subscription that has no code yet. */
async function matchSubscription(ctx: AppContext, provided: ProviderSubscription): Promise<plans.SubscriptionRow | undefined> {
  const provider = ctx.payments.name;
  return (
    (await plans.findSubscriptionByCode(ctx.db, provider, provided.code)) ??
    plans.findSubscriptionByCustomer(ctx.db, provider, provided.customer, provided.planId, false)
  );
}

async function resolveReversal(
  ctx: AppContext,
  event: ProviderEvent & { kind: 'refunded' | 'disputed' | 'dispute-won' },
): Promise<EventEffect> {
  const { reference } = event;
  const payment = await payments.findPayment(ctx.db, reference);
  if (!payment) throw new NotReadyError('unknown reference');
  // The provider knows how a dispute stands, in whatever order its events arrive.
  const dispute = event.disputeId === undefined ? null : await ctx.payments.disputes.find(event.disputeId);
  if (dispute?.reference === reference) return prepareDispute(ctx, dispute);
  // The decision of the dispute arrived before the dispute itself.
  if (event.kind === 'disputed' && event.decidedBy !== undefined && (await queries.hasEvent(ctx.db, ctx.payments.name, event.decidedBy)))
    return noEffect('decided already');
  // Settle the payment first, even if its own webhook comes later. Then the subscription that it started is known and can be ended.
  const verification = isFinal(payment) ? null : await ctx.payments.verify(reference);
  return {
    playerId: payment.player_id,
    async run(billing) {
      if (verification !== null) await settleInTransaction(ctx, billing, reference, verification);
      if (event.kind === 'refunded') return applyRefund(ctx, billing, reference, event.amountMinor ?? null, verification);
      return event.kind === 'disputed' ? applyDispute(ctx, billing, reference, verification) : applyDisputeWon(ctx, billing, reference);
    },
  };
}

/**
 * Refunds are applied as the provider lists them: an event alone does not say which refund it is about, and may come twice.
 * @param isSettled the list cannot be behind the event any more
 */
async function resolveRefund(
  ctx: AppContext,
  event: ProviderEvent & { kind: 'refund-changed' },
  isLate: boolean,
  isSettled: boolean,
): Promise<EventEffect> {
  const { reference } = event;
  const payment = await payments.findPayment(ctx.db, reference);
  if (!payment) throw new NotReadyError('unknown reference');
  const verification = isFinal(payment) ? null : await ctx.payments.verify(reference);
  const refunds = await fetchRefunds(ctx, payment);
  const listed = isListed(event, refunds, payment.refunded_minor);
  if (listed === false && !isLate) throw new NotReadyError('the provider does not list it');
  if (listed === 'perhaps' && !isSettled) throw new NotReadyError('the provider lists no new refund');
  return {
    playerId: payment.player_id,
    async run(billing) {
      if (verification !== null) await settleInTransaction(ctx, billing, reference, verification);
      const state = await applyRefunds(ctx, billing, reference, refunds, verification);
      // The provider has said it, signed, and still does not list it after days.
      return listed ? state : applyRefund(ctx, billing, reference, event.amountMinor ?? null, verification);
    },
  };
}

/** One event for several players: each is notified once, in a separate transaction, and then the event is done. */
async function notifyCardExpiry(ctx: AppContext, id: string, codes: string[]): Promise<EventEffect> {
  for (const code of codes) {
    const subscription = await plans.findSubscriptionByCode(ctx.db, ctx.payments.name, code);
    if (subscription)
      await withBillingTransaction(ctx, subscription.player_id, (billing) =>
        notifyCardExpires(ctx, billing, subscription, `${id} ${code}`),
      );
  }
  return noEffect(`${codes.length} cards`);
}
