import type { AppContext } from '../../../context.server.ts';
import type { ProviderDispute } from '../../../infra/payments/disputes.ts';
import { PaymentsRejectedError, PaymentsUnavailableError } from '../../../infra/payments/payments.ts';
import { authorize, SYSTEM, type Actor } from '../../../shared/permissions.ts';
import { toNairobi } from '../../statistics/rules.ts';
import * as payments from '../payments/queries.server.ts';
import { getPaidMinor } from '../payments/rules.ts';
import { applyProviderDispute } from '../disputes/service.server.ts';
import * as queries from '../disputes/queries.server.ts';
import { findAcceptObstacle, hasOurAnswer, SENDING_MS, SYNC_DAYS } from '../disputes/rules.ts';
import { sumProcessed } from '../refund-requests/rules.ts';
import { texts } from './texts.ts';

const DAY_MS = 86_400_000;
/** Answers per run. */
const BATCH_SIZE = 50;
const ERROR_MAX = 500;
/** After this many answers in a row that did not get there, the others wait for the next run. */
const MAX_UNANSWERED = 3;

/** Sends an operator's answer to the provider. */
export const sendDisputeAnswerJob = {
  name: 'payments.send-dispute-answer',
  retry: { limit: 8, seconds: 10, secondsMax: 900 },
  run: (ctx: AppContext, { id }: { id: string }) => sendDisputeAnswer(ctx, SYSTEM, id),
};

/**
 * Gives the provider our answer to a dispute, once. Before each try it asks whether the provider has it already, because the try before may
 * have been cut off after it arrived.
 * @throws AppError 'not-allowed'; PaymentsUnavailableError, then it is to be tried again
 */
export async function sendDisputeAnswer(ctx: AppContext, actor: Actor, id: string): Promise<void> {
  authorize(actor, 'dispute:run');
  const now = ctx.now();
  const dispute = await queries.claimAnswer(ctx.db, id, now, new Date(now.getTime() + SENDING_MS));
  if (!dispute || dispute.provider !== ctx.payments.name) return;
  try {
    const refusal = await tryToSend(ctx, dispute);
    await queries.updateDispute(
      ctx.db,
      id,
      refusal === null
        ? { sent_at: ctx.now(), sending_until: null }
        : { answer_error: refusal.slice(0, ERROR_MAX) || '-', sending_until: null },
    );
  } catch (error) {
    // Whoever tries next need not wait. A process that is killed leaves it for as long as it had claimed it.
    await queries.updateDispute(ctx.db, id, { sending_until: null });
    throw error;
  }
  const provided = await ctx.payments.disputes.find(dispute.provider_id);
  if (provided) await applyProviderDispute(ctx, provided);
}

/** @returns why the provider does not take it; null: the provider has it */
async function tryToSend(ctx: AppContext, dispute: queries.DisputeRow): Promise<string | null> {
  const { provider_id: providerId, answer, statement, reference, send_tries: tries } = dispute;
  if (answer === null) return null;
  const known = await ctx.payments.disputes.find(providerId);
  if (known === null) return texts.unknownThere;
  if (known.state !== 'awaiting-us') return hasOurAnswer(answer, known.state, tries) ? null : texts.answeredElsewhere;
  const payment = await payments.findPayment(ctx.db, reference);
  // Whoever contests sends nothing back.
  const money = answer === 'accept' ? await findMoneyToSend(ctx, known, payment) : { leftMinor: 0, isRefunding: false };
  const obstacle = answer === 'accept' ? findAcceptObstacle(money) : null;
  if (obstacle !== null) return texts.acceptObstacles[obstacle];
  try {
    await ctx.payments.disputes.answer(providerId, {
      resolution: answer,
      amountMinor: money.leftMinor,
      statement: statement ?? '',
      deliveredOn: toNairobi(payment?.paid_at ?? dispute.opened_at).day,
    });
    return null;
  } catch (error) {
    if (!(error instanceof PaymentsRejectedError)) throw error;
    return error.message;
  }
}

/**
 * How much accepting a dispute sends back: what is disputed, but not more than what is left by us and by the provider, where somebody may have
 * refunded a part that we have not heard of. `isRefunding`: a refund is not decided.
 */
async function findMoneyToSend(
  ctx: AppContext,
  { amountMinor, reference }: ProviderDispute,
  payment: payments.PaymentRow | undefined,
): Promise<{ leftMinor: number; isRefunding: boolean }> {
  const found = await ctx.payments.findRefunds(reference);
  const back = Math.max(payment?.refunded_minor ?? 0, sumProcessed(found));
  const leftMinor = payment ? getPaidMinor(payment) - back : (amountMinor ?? 0);
  return { leftMinor: Math.min(amountMinor ?? leftMinor, leftMinor), isRefunding: found.some(({ state }) => state === 'pending') };
}

/**
 * Asks the provider for its disputes and applies what is new, because an event may never come; and sends answers that are still here. Safe
 * to run twice, also at once.
 * @throws AppError 'not-allowed'
 */
export async function syncDisputes(ctx: AppContext, actor: Actor): Promise<void> {
  authorize(actor, 'dispute:run');
  await sendAnswers(ctx, actor);
  const provided = await ctx.payments.disputes.list(new Date(ctx.now().getTime() - SYNC_DAYS * DAY_MS));
  const ids = provided.map((each) => each.id);
  const known = new Map((await queries.listStates(ctx.db, ctx.payments.name, ids)).map((row) => [row.provider_id, row]));
  for (const each of provided.filter((one) => isNews(one, known.get(one.id))))
    await retryLater(ctx, each.id, () => applyProviderDispute(ctx, each));
}

/** Sends what is still here. An answer that does not get there holds up neither the others nor what is new at the provider. */
async function sendAnswers(ctx: AppContext, actor: Actor): Promise<void> {
  let unanswered = 0;
  for (const id of await queries.listAnswersToSend(ctx.db, ctx.payments.name, ctx.now(), BATCH_SIZE)) {
    try {
      await retryLater(ctx, id, () => sendDisputeAnswer(ctx, actor, id));
      unanswered = 0;
    } catch (error) {
      if (!(error instanceof PaymentsUnavailableError)) throw error;
      ctx.log.warn({ err: error, dispute: id }, 'an answer to a dispute does not reach the provider');
      if (++unanswered === MAX_UNANSWERED) return;
    }
  }
}

function isNews(provided: ProviderDispute, known: queries.DisputeStateRow | undefined): boolean {
  if (known === undefined || !known.is_applied) return true;
  if (known.state === 'won' || known.state === 'lost') return false;
  const isBehind = known.state === 'answered' && provided.state === 'awaiting-us';
  return (known.state !== provided.state && !isBehind) || known.due_at?.getTime() !== provided.dueAt?.getTime();
}

/** One that fails does not hold up the others: the next run tries it again. A provider that does not answer ends the run. */
async function retryLater(ctx: AppContext, id: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof PaymentsUnavailableError) throw error;
    ctx.log.error({ err: error, dispute: id }, 'a dispute waits for the next run');
  }
}
