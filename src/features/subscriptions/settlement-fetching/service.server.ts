import type { AppContext } from '../../../context.server.ts';
import { PaymentsRejectedError, PaymentsUnavailableError } from '../../../infra/payments/payments.ts';
import type { ProviderSettlement } from '../../../infra/payments/settlements.ts';
import { authorize, SYSTEM, type Actor } from '../../../shared/permissions.ts';
import { toNairobi } from '../../statistics/rules.ts';
import * as queries from './queries.server.ts';

const DAY_MS = 86_400_000;
/** How far back settlements are fetched, before the last time that it worked: what the provider changes later is changed here too. */
const FETCH_DAYS = 10;
/** The same for the first time. */
const FIRST_FETCH_DAYS = 60;
/** Lines per statement. */
const BATCH_SIZE = 1000;
const ERROR_MAX = 500;

/** Fetches settlements because an operator asked for it. */
export const fetchSettlementsJob = {
  name: 'payments.fetch-settlements-now',
  retry: { limit: 3, seconds: 20, secondsMax: 300 },
  run: (ctx: AppContext) => fetchSettlements(ctx, SYSTEM),
};

/**
 * Fetches the settlements since 10 days before the last time (60 days, the first time) with all their lines, and saves them as the provider says them now. Each settlement is one
 * transaction, which locks it: safe to run twice, also at once.
 * @throws AppError 'not-allowed'; PaymentsUnavailableError or PaymentsRejectedError, after it is recorded for the page
 */
export async function fetchSettlements(ctx: AppContext, actor: Actor): Promise<void> {
  authorize(actor, 'settlement:run');
  const provider = ctx.payments.name;
  try {
    const last = await queries.findLastFetch(ctx.db, provider);
    const from = new Date((last ?? ctx.now()).getTime() - (last ? FETCH_DAYS : FIRST_FETCH_DAYS) * DAY_MS);
    for (const settlement of await ctx.payments.settlements.list(from)) await saveSettlement(ctx, settlement);
    await queries.saveFetch(ctx.db, provider, ctx.now(), from);
  } catch (error) {
    const isTheirs = error instanceof PaymentsUnavailableError || error instanceof PaymentsRejectedError;
    const words = isTheirs ? error.message : 'an error of ours; the log says more';
    await queries.saveFailure(ctx.db, provider, ctx.now(), words.slice(0, ERROR_MAX));
    throw error;
  }
}

async function saveSettlement(ctx: AppContext, settlement: ProviderSettlement): Promise<void> {
  const provider = ctx.payments.name;
  const fetched = await ctx.payments.settlements.listLines(settlement.id);
  // A line that moved to another page while they were read comes twice. One order, so that two processes do not wait for each other.
  const lines = [...new Map(fetched.map((line) => [line.reference, line])).values()]
    .map((line) => ({ ...line, day: toNairobi(line.paidAt ?? settlement.settledAt).day }))
    .toSorted((one, other) => (one.reference < other.reference ? -1 : 1));
  await ctx.db.transaction().execute(async (trx) => {
    await queries.saveSettlement(trx, provider, settlement);
    for (let at = 0; at < lines.length; at += BATCH_SIZE)
      await queries.saveLines(trx, provider, settlement.id, lines.slice(at, at + BATCH_SIZE));
    const references = lines.map(({ reference }) => reference);
    await queries.deleteOtherLines(trx, provider, settlement.id, references);
  });
}
