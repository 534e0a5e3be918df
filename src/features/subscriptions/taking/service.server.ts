import type { AppContext } from '../../../context.server.ts';
import type { Verified } from '../../../infra/payments/payments.ts';
import { entryOf } from '../../wallet/queries.server.ts';
import { book, takeUpTo } from '../../wallet/service.server.ts';
import * as books from '../books/queries.server.ts';
import { closeUp, endSubscription, refreshEnd, tellPayer, type Money } from '../books/service.server.ts';
import { daysAfter } from '../periods/rules.ts';
import { refuseCard } from '../settling/service.server.ts';
import { bell, letters, texts } from '../texts.ts';

/** A moment that a period has at least. */
const MOMENT_MS = 1000;

/**
 * Money went back to the payer. When it was all of it, what it bought is taken back.
 * @param amountMinor what went back now; null: all. @param said what the provider says of a payment that was not settled before
 */
export async function takeRefund(
  ctx: AppContext,
  money: Money,
  reference: string,
  amountMinor: number | null,
  said: Verified | null,
): Promise<string> {
  const payment = await books.holdPayment(money.trx, reference);
  if (!payment) return 'unknown';
  const refunded = Math.min(payment.amount_minor, payment.refunded_minor + (amountMinor ?? payment.amount_minor));
  await books.changePayment(money.trx, reference, { refunded_minor: refunded });
  if (refunded < payment.amount_minor) {
    ctx.log.warn({ reference, refunded }, 'a part of a payment was refunded: what it bought stays');
    return 'refunded in part';
  }
  return takeBack(ctx, money, payment, 'refunded', said);
}

/** The payer's bank asks for the money back: what it bought is taken back until that is decided. @param said as above */
export async function takeDispute(ctx: AppContext, money: Money, reference: string, said: Verified | null): Promise<string> {
  const payment = await books.holdPayment(money.trx, reference);
  if (!payment) return 'unknown';
  ctx.log.error({ reference }, 'a payment is disputed: the provider wants an answer');
  return takeBack(ctx, money, payment, 'disputed', said);
}

/** A dispute was decided for us: what was left then goes on now. */
export async function takeDisputeWon(ctx: AppContext, money: Money, reference: string): Promise<string> {
  const payment = await books.holdPayment(money.trx, reference);
  if (payment?.state !== 'disputed') return payment?.state ?? 'unknown';
  const { trx, payer } = money;
  const now = ctx.now();
  const period = await books.periodOf(trx, reference);
  const wasGiven = period !== undefined || (await entryOf(trx, 'pack', reference)) !== undefined;
  // Disputed before it was settled: it is asked about anew. What was held is held again.
  const state = wasGiven ? 'success' : payment.paid_at === null ? 'pending' : 'held';
  await books.changePayment(trx, reference, { state, taken: 0, check_at: state === 'pending' ? now : null });
  if (period?.revoked_at && payer) {
    const left = period.ends_at.getTime() - Math.max(period.revoked_at.getTime(), period.begins_at.getTime());
    // What was cancelled before the dispute stays cancelled.
    if (left > 0 && period.revoked_for === 'dispute') {
      const running = await books.runningPeriods(trx, payer.id, now);
      const begins = running.reduce((latest, one) => (one.ends > latest ? one.ends : latest), now);
      const ends = new Date(begins.getTime() + left);
      await books.changePeriod(trx, reference, { revoked_at: null, revoked_for: null, begins_at: begins, ends_at: ends });
      await refreshEnd(ctx, money, payer.id);
    }
  }
  if (payer && payment.taken > 0)
    await book(ctx, trx, {
      playerId: payer.id,
      amount: payment.taken,
      source: 'refund',
      sourceRef: `${reference} won ${ctx.newId()}`,
      note: texts.won,
    });
  await tellPayer(ctx, money, `won ${reference} ${ctx.newId()}`, bell.won, null);
  money.changed();
  return 'won';
}

async function takeBack(
  ctx: AppContext,
  money: Money,
  payment: books.PaymentRow,
  to: 'refunded' | 'disputed',
  said: Verified | null,
): Promise<string> {
  if (payment.state === 'refunded' || payment.state === to) return payment.state;
  const { trx } = money;
  const { reference } = payment;
  await books.changePayment(trx, reference, { state: to, check_at: null });
  money.changed();
  // Nothing was given for it, or that was taken back by the dispute before.
  if (payment.state !== 'success') {
    if (payment.state === 'held' && to === 'refunded') await tellPayer(ctx, money, `returned ${reference}`, bell.returned, null);
    if (payment.state !== 'disputed' && payment.state !== 'held') await refuseCard(ctx, money, payment, said);
    return to;
  }
  await takeTime(ctx, money, reference, to === 'refunded' ? 'refund' : 'dispute');
  const taken = await takeKiddocash(ctx, money, payment, to === 'refunded' ? reference : `${reference} disputed ${ctx.newId()}`);
  await books.changePayment(trx, reference, { taken });
  await tellPayer(ctx, money, to === 'refunded' ? `${to} ${reference}` : `${to} ${reference} ${ctx.newId()}`, bell.taken, (payer) =>
    letters.taken(payer, reference, ctx.config.origin),
  );
  return to;
}

/** Takes the time back that a payment bought. What an upgrade moved into it goes back to where it was. */
async function takeTime(ctx: AppContext, money: Money, reference: string, why: 'refund' | 'dispute'): Promise<void> {
  const { trx, payer } = money;
  const period = await books.periodOf(trx, reference);
  if (!period || !payer) return;
  const now = ctx.now();
  const wasOver = period.moved_to === null && period.ends_at <= now;
  if (period.moved_to !== null) {
    const target = await books.periodOf(trx, period.moved_to);
    if (target) await books.changePeriod(trx, target.reference, { ends_at: earlier(target, period.moved_days) });
    await books.changePeriod(trx, reference, { revoked_for: why, moved_to: null, moved_days: 0 });
  } else if (period.revoked_at === null) {
    // Of what would be over by now nothing comes back: it stays in here, for a dispute that is won.
    const sources = (await books.periodsMovedTo(trx, reference)).filter((one) => one.ends_at > now);
    const days = sources.reduce((sum, one) => sum + one.moved_days, 0);
    await books.changePeriod(trx, reference, { revoked_at: now, revoked_for: why, ends_at: earlier(period, days) });
    for (const one of sources)
      await books.changePeriod(trx, one.reference, { revoked_at: null, revoked_for: null, moved_to: null, moved_days: 0 });
  }
  await closeUp(trx, payer.id, now);
  const standing = await books.standingOf(trx, payer.id);
  const left = standing && (await books.lastPeriodOf(trx, standing.id));
  // Days that were over before say nothing about what stands now, which may be in its days of grace.
  if (standing && !wasOver && (!left || left.ends_at <= now)) await endSubscription(ctx, money, standing);
  await refreshEnd(ctx, money, payer.id);
}

function earlier(period: books.PeriodRow, days: number): Date {
  return new Date(Math.max(period.begins_at.getTime() + MOMENT_MS, daysAfter(period.ends_at, -days).getTime()));
}

/** Takes the kiddocash back that came with a payment, as far as it is still there. */
async function takeKiddocash(ctx: AppContext, { trx, payer }: Money, payment: books.PaymentRow, sourceRef: string): Promise<number> {
  const source = payment.product === 'pack' ? 'pack' : 'plan-grant';
  const given = await entryOf(trx, source, payment.reference);
  if (!given || !payer || given.amount <= 0) return 0;
  const entry = { playerId: payer.id, amount: given.amount, source: 'refund' as const, sourceRef, note: texts.refunded };
  return (await takeUpTo(ctx, trx, entry)).taken;
}
