import type { AppContext } from '../../../context.server.ts';
import {
  PaymentsRejectedError,
  PaymentsUnavailableError,
  type ChargeVerification,
  type ProviderEvent,
  type ProviderRefund,
} from '../../../infra/payments/payments.ts';
import { AppError } from '../../../shared/app-error.ts';
import { findEntry } from '../../wallet/queries.server.ts';
import { hasOpenDispute } from '../disputes/queries.server.ts';
import { findGuardianReach } from '../guardian-payments/service.server.ts';
import * as payments from '../payments/queries.server.ts';
import { getPaidMinor } from '../payments/rules.ts';
import { withBillingTransaction, type BillingTransaction } from '../payments/service.server.ts';
import { refundReasons } from '../payments/texts.ts';
import * as plans from '../plans/queries.server.ts';
import type { RefundReason } from '../refunds/schema.ts';
import { applyRefund } from '../refunds/service.server.ts';
import type { Price } from '../schema.ts';
import * as queries from './queries.server.ts';
import { CALL_LEASE_MS, findOwnRefund, FIRST_CHECK_MS, nextRefundCheck, sumProcessed, toProviderNote } from './rules.ts';
import type { RefundEffects, RefundObstacle, RefundStop } from './schema.ts';

// Refunds that operators ask for: a request is written, a job calls the provider for it, and what the provider then says is applied by step 6 of
// a payment (ARCHITECTURE.md). Nobody else than the provider says that money went back.

/** Calls the provider for one refund. */
export const sendRefundJob = {
  name: 'payments.send-refund',
  // Whoever is called for again within the lease does nothing; the reconciliation goes on with it.
  retry: { limit: 3, seconds: 150, secondsMax: 600 },
  run: (ctx: AppContext, { id }: { id: string }) => sendRefund(ctx, id),
};

/** What was paid and is not refunded yet, and why it cannot be refunded here. */
type Refundable = { obstacle: RefundObstacle; left: Price | null } | { obstacle: null; left: Price };

/**
 * Whether a payment can be refunded. What was paid for a held payment may be another sum than was asked: then the provider is asked.
 * @param payment a row that may be old by now: `recordRefundRequest` looks again
 */
export async function getRefundable(ctx: AppContext, payment: payments.PaymentRow): Promise<Refundable> {
  const asked: Price = { minor: payment.amount_minor - payment.refunded_minor, currency: payment.currency };
  const obstacle = await findObstacle(ctx, ctx.db, payment);
  if (obstacle !== null) return { obstacle, left: obstacle === 'not-paid' ? null : asked };
  if (await queries.findOpenRefund(ctx.db, payment.reference)) return { obstacle: 'open', left: asked };
  if (payment.state !== 'held') return { obstacle: null, left: asked };
  if (payment.paid_minor !== null)
    return { obstacle: null, left: { minor: payment.paid_minor - payment.refunded_minor, currency: payment.currency } };
  const paid = await getPaidSum(ctx, payment.reference);
  return paid === null
    ? { obstacle: 'unknown-sum', left: null }
    : { obstacle: null, left: { ...paid, minor: paid.minor - payment.refunded_minor } };
}

/** Why the state of a payment does not allow a refund. */
async function findObstacle(
  ctx: AppContext,
  db: BillingTransaction['trx'] | AppContext['db'],
  { provider, state, reference }: payments.PaymentRow,
): Promise<RefundObstacle | null> {
  if (state === 'refunded' || state === 'disputed') return state;
  if (state !== 'success' && state !== 'held') return 'not-paid';
  if (await hasOpenDispute(db, reference)) return 'disputed';
  return provider === ctx.payments.name ? null : 'other-provider';
}

/** What the payer of a payment really paid, by the provider. Null: it does not answer, or it is money that we do not know. */
async function getPaidSum(ctx: AppContext, reference: string): Promise<Price | null> {
  try {
    const paid = await ctx.payments.verify(reference);
    const currency = paid?.currency === 'KES' || paid?.currency === 'USD' ? paid.currency : null;
    return paid && currency !== null ? { minor: paid.amountMinor, currency } : null;
  } catch (error) {
    if (!(error instanceof PaymentsUnavailableError)) throw error;
    ctx.log.warn({ err: error, reference }, 'the provider does not say what was paid');
    return null;
  }
}

/**
 * Writes down that a refund was asked for, and queues the job that calls the provider. Only other services call this, after they authorized the
 * actor.
 * @param shown what the operator saw as left: if it is another sum by now, they decided about something else
 * @param also writes what belongs to it in the same transaction, such as the entry of the audit log
 * @returns the id of the request
 * @throws AppError 'not-available' if the payment cannot be refunded (any more), or something of it changed since it was shown; 'bad-input' for
 * more than is left, and for a part of a payment that is held
 */
export async function recordRefundRequest(
  ctx: AppContext,
  { reference, amountMinor, shown, reason }: { reference: string; amountMinor: number; shown: Price; reason: RefundReason },
  also: (trx: BillingTransaction['trx'], id: string) => Promise<void>,
): Promise<string> {
  const known = await payments.findPayment(ctx.db, reference);
  if (!known) throw new AppError('not-found');
  return withBillingTransaction(ctx, known.player_id, async ({ trx }) => {
    const payment = await payments.lockPayment(trx, reference);
    if (!payment) throw new AppError('not-found');
    const obstacle = (await findObstacle(ctx, trx, payment)) ?? ((await queries.findOpenRefund(trx, reference)) ? 'open' : null);
    // The sum of a held payment is the provider's, which does not change; what was refunded of it meanwhile does.
    const isChanged = payment.refunded_minor !== known.refunded_minor || payment.state !== known.state;
    if (obstacle !== null || isChanged) throw new AppError('not-available', obstacle ?? 'changed');
    if (payment.state === 'success' && shown.minor !== payment.amount_minor - payment.refunded_minor)
      throw new AppError('not-available', 'changed');
    if (amountMinor > shown.minor) throw new AppError('bad-input', 'more than is left', { field: 'amount' });
    if (payment.state === 'held' && amountMinor !== shown.minor) throw new AppError('bad-input', 'only all of it', { field: 'amount' });
    const id = ctx.newId();
    const now = ctx.now();
    await queries.insertRefund(trx, {
      id,
      reference,
      provider: payment.provider,
      amount_minor: amountMinor,
      currency: shown.currency,
      reason,
      created_at: now,
      next_check_at: new Date(now.getTime() + FIRST_CHECK_MS),
    });
    await also(trx, id);
    await ctx.jobs.enqueue(sendRefundJob, { id }, trx);
    return id;
  });
}

/** Takes a transaction back that was only made to see what it does. */
class DryRunEnd extends Error {}

/**
 * What refunding all of a payment takes back: the refund is applied, and its transaction then taken back, so that this cannot differ from what
 * really happens. Nobody hears of it.
 */
export async function previewRefund(ctx: AppContext, payment: payments.PaymentRow): Promise<RefundEffects> {
  let effects: RefundEffects | undefined;
  await withBillingTransaction(ctx, payment.player_id, async (billing) => {
    const { trx, payer } = billing;
    const period = await plans.findPeriod(trx, payment.reference);
    const readPremium = async () => {
      const until = payer && (await plans.findPaidUntil(trx, payer.id));
      return until && until > ctx.now() ? until.toISOString() : null;
    };
    const readRenewal = async () => {
      const current = payer && (await plans.findCurrentSubscription(trx, payer.id));
      return current?.channel === 'card' && (current.state === 'active' || current.state === 'attention');
    };
    const given = await findEntry(trx, payment.product === 'pack' ? 'pack' : 'plan-grant', payment.reference);
    const [premium, renews] = [await readPremium(), await readRenewal()];
    await applyRefund(ctx, billing, payment.reference, null, null);
    const after = await payments.findPayment(trx, payment.reference);
    effects = {
      premium: period && payer ? { now: premium, after: await readPremium() } : null,
      kiddocash: given && payer ? { given: given.amount, taken: after?.reclaimed_kiddocash ?? 0 } : null,
      stopsRenewal: renews && !(await readRenewal()),
      notifiesPayer: payer !== null,
      guardian: payment.payer === 'guardian' ? await findGuardianReach(trx, payment.purchase_request_id) : null,
    };
    throw new DryRunEnd();
  }).catch((error: unknown) => {
    if (!(error instanceof DryRunEnd)) throw error;
  });
  if (!effects) throw new Error(`nothing was tried of payment ${payment.reference}`);
  return effects;
}

/**
 * Calls the provider for a refund that it has not taken yet. If it was called before and its answer is not known, it is first looked for there, so
 * that the money does not go back twice. Idempotent, also for concurrent calls.
 */
export async function sendRefund(ctx: AppContext, id: string): Promise<void> {
  const row = await queries.findRefund(ctx.db, id);
  if (row?.state !== 'requested' || row.provider !== ctx.payments.name) return;
  const now = ctx.now();
  const leaseEnd = new Date(now.getTime() + CALL_LEASE_MS);
  if (!(await queries.claimRefund(ctx.db, id, now, new Date(now.getTime() - CALL_LEASE_MS), leaseEnd))) return;
  try {
    const known = row.called_at === null ? undefined : findOwnRefund(await ctx.payments.findRefunds(row.reference), row);
    if (!known && !(await isStillDue(ctx, row))) return;
    const made = known ?? (await requestAtProvider(ctx, row));
    if (made === null) return;
    await queries.markSent(ctx.db, id, made.id, nextRefundCheck(row.created_at, ctx.now()));
    // Some are decided at once.
    if (made.state !== 'pending') await followRefunds(ctx, row.reference);
  } catch (error) {
    // The next run looks first whether it arrived.
    if (!(error instanceof PaymentsUnavailableError)) throw error;
    ctx.log.warn({ err: error, refund: id, reference: row.reference }, 'it is not known whether the provider took a refund');
  }
}

/**
 * Looks again whether a refund that is not at the provider may be sent: a dispute may have come since it was asked for, or somebody refunded the
 * payment at the provider. If not, it has failed. A dispute that comes after this cannot be accepted while the refund is open.
 */
async function isStillDue(ctx: AppContext, row: queries.RefundRow): Promise<boolean> {
  const { id, reference, amount_minor: amountMinor } = row;
  const found = await payments.findPayment(ctx.db, reference);
  // What a held payment brought is the provider's sum.
  const paidMinor =
    found?.state === 'held' && found.paid_minor === null
      ? (await ctx.payments.verify(reference))?.amountMinor
      : found && getPaidMinor(found);
  return ctx.db.transaction().execute(async (trx) => {
    const payment = await payments.lockPayment(trx, reference);
    const obstacle = payment ? await findObstacle(ctx, trx, payment) : 'not-paid';
    const left = (paidMinor ?? 0) - (payment?.refunded_minor ?? 0);
    if (obstacle === null && left >= amountMinor) return true;
    const error: RefundStop = obstacle === 'disputed' ? 'disputed' : 'less-left';
    ctx.log.warn({ refund: id, reference, error }, 'a refund was not sent');
    await queries.finishRefund(trx, id, { state: 'failed', providerId: null, error, at: ctx.now() });
    return false;
  });
}

/** @returns null if the provider rejected it: then it has failed, and can be asked for again */
async function requestAtProvider(ctx: AppContext, row: queries.RefundRow): Promise<ProviderRefund | null> {
  const { id, reference, amount_minor: amountMinor, currency } = row;
  try {
    return await ctx.payments.refund({ reference, amountMinor, currency, note: toProviderNote(id), payerNote: refundReasons[row.reason] });
  } catch (error) {
    if (!(error instanceof PaymentsRejectedError)) throw error;
    ctx.log.warn({ err: error, refund: id, reference }, 'the provider rejected a refund');
    await queries.finishRefund(ctx.db, id, { state: 'failed', providerId: null, error: error.message.slice(0, 200), at: ctx.now() });
    return null;
  }
}

/** What the provider says about the refunds of a payment, from before the transaction that applies it. */
export type ProviderRefunds = { found: ProviderRefund[]; paidMinor: number };

/**
 * Asks the provider about the refunds of a payment; of one that is held, and whose paid sum we do not have, about that too: then it is stored.
 * @throws PaymentsUnavailableError
 */
export async function fetchRefunds(ctx: AppContext, payment: payments.PaymentRow): Promise<ProviderRefunds> {
  const found = await ctx.payments.findRefunds(payment.reference);
  const paid = payment.state === 'held' && payment.paid_minor === null ? await ctx.payments.verify(payment.reference) : null;
  // A sum in another currency cannot be compared with ours, and stays at the provider.
  if (paid !== null && paid.currency === payment.currency)
    await payments.updatePayment(ctx.db, payment.reference, { paid_minor: paid.amountMinor });
  return { found, paidMinor: paid?.amountMinor ?? getPaidMinor(payment) };
}

/** Asks the provider what became of the refunds of a payment, and applies it. @throws PaymentsUnavailableError */
async function followRefunds(ctx: AppContext, reference: string): Promise<void> {
  const payment = await payments.findPayment(ctx.db, reference);
  if (!payment || payment.provider !== ctx.payments.name) return;
  const refunds = await fetchRefunds(ctx, payment);
  await withBillingTransaction(ctx, payment.player_id, (billing) => applyRefunds(ctx, billing, reference, refunds, null));
}

/**
 * Applies what the provider says about the refunds of a payment: ours, and those that somebody made at the provider. Each counts once, however often
 * and by whatever way we hear of it, because only the sum that the provider has processed counts.
 * @param verification the provider's answer about a payment that was not settled before
 * @returns what became of the payment
 */
export async function applyRefunds(
  ctx: AppContext,
  billing: BillingTransaction,
  reference: string,
  { found, paidMinor }: ProviderRefunds,
  verification: ChargeVerification | null,
): Promise<string> {
  const payment = await payments.lockPayment(billing.trx, reference);
  if (!payment) return 'unknown';
  const reason = await recordOutcomes(ctx, billing, reference, found);
  const processed = sumProcessed(found);
  if (processed <= payment.refunded_minor) return payment.state;
  const isWhole = processed >= paidMinor;
  return applyRefund(ctx, billing, reference, isWhole ? null : processed - payment.refunded_minor, verification, reason);
}

/** Records what became of each refund that was asked for. @returns the reason of one that was processed now; null if none was */
async function recordOutcomes(
  ctx: AppContext,
  { trx }: BillingTransaction,
  reference: string,
  found: ProviderRefund[],
): Promise<RefundReason | null> {
  const now = ctx.now();
  let reason: RefundReason | null = null;
  for (const row of await queries.listRefunds(trx, reference)) {
    const own = row.state === 'processed' ? undefined : findOwnRefund(found, row);
    if (!own) continue;
    if (own.state === 'pending') {
      await queries.markSent(trx, row.id, own.id, nextRefundCheck(row.created_at, now));
      continue;
    }
    if (own.state === 'processed') reason = row.reason;
    else if (row.state !== 'failed') ctx.log.warn({ refund: row.id, reference }, 'a refund failed at the provider');
    const error = own.state === 'failed' ? own.providerMessage : null;
    await queries.finishRefund(trx, row.id, { state: own.state, providerId: own.id, error, at: now });
  }
  return reason;
}

/**
 * Whether the provider lists the refund that its event tells of. The list may be late. 'perhaps': one of that amount is listed, but was counted
 * before; the event may be late itself, or be about another refund of the same amount that is not listed yet.
 * @param refundedMinor what was counted of the payment before
 */
export function isListed(
  event: ProviderEvent & { kind: 'refund-changed' },
  { found }: ProviderRefunds,
  refundedMinor: number,
): boolean | 'perhaps' {
  if (!event.isProcessed) return true;
  const processed = found.filter(({ state }) => state === 'processed');
  if (event.refundId !== undefined) return processed.some(({ id }) => id === event.refundId);
  if (!processed.some(({ amountMinor }) => amountMinor === (event.amountMinor ?? amountMinor))) return false;
  return sumProcessed(found) > refundedMinor ? true : 'perhaps';
}

/** Goes on with an open refund that is due: it is sent, or the provider is asked what became of it. */
export async function checkRefund(ctx: AppContext, row: queries.RefundRow): Promise<void> {
  if (row.state === 'requested') return sendRefund(ctx, row.id);
  await queries.postponeRefundCheck(ctx.db, row.id, nextRefundCheck(row.created_at, ctx.now()));
  await followRefunds(ctx, row.reference);
}
