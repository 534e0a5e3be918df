import type { AppContext } from '../../context.server.ts';
import { PaymentsUnavailableError } from '../../infra/payments/payments.ts';
import { sendPurchaseReceiptJob, sendPurchaseRefundJob } from './guardian-payments/service.server.ts';
import { listPlayersWithKiddocashDue } from './monthly-kiddocash/queries.server.ts';
import { grantDueKiddocash } from './monthly-kiddocash/service.server.ts';
import * as payments from './payments/queries.server.ts';
import { notifyPayer, settlePayment, withBillingTransaction } from './payments/service.server.ts';
import { notifications } from './payments/texts.ts';
import * as plans from './plans/queries.server.ts';
import { addDays, REMINDER_DAYS } from './plans/rules.ts';
import { deleteOldPurchaseRequests, sendPurchaseRequestJob } from './purchase-requests/service.server.ts';
import { checkRenewalJob, stopUncoveredRenewal } from './renewals/coverage.service.server.ts';
import * as refunds from './refund-requests/queries.server.ts';
import { checkRefund, sendRefundJob } from './refund-requests/service.server.ts';
import * as renewals from './renewals/queries.server.ts';
import {
  endIfExpired,
  fetchProviderSubscription,
  recordMissedCharges,
  sendReminder,
  stopCard,
  stopCardJob,
  syncSubscription,
} from './renewals/service.server.ts';
import * as events from './webhooks/queries.server.ts';
import { EVENT_RETENTION_DAYS } from './webhooks/rules.ts';
import { processEvent, processEventJob } from './webhooks/service.server.ts';

// The reconciliation: it takes a payment through the same steps as the provider's webhooks (ARCHITECTURE.md), without waiting for one.

/** Scheduled jobs of this feature (cron, UTC). */
export const paymentsScheduledJobs = [
  { name: 'payments.reconcile', cron: '* * * * *', run: (ctx: AppContext) => reconcilePayments(ctx) },
  { name: 'payments.delete-old-events', cron: '29 3 * * *', run: (ctx: AppContext) => deleteOldEvents(ctx) },
  { name: 'payments.delete-old-requests', cron: '37 3 * * *', run: (ctx: AppContext) => deleteOldPurchaseRequests(ctx) },
];

/** Queued jobs of this feature. */
export const paymentsQueuedJobs = [
  processEventJob,
  stopCardJob,
  sendRefundJob,
  checkRenewalJob,
  sendPurchaseRequestJob,
  sendPurchaseReceiptJob,
  sendPurchaseRefundJob,
];

/** Rows per query. If more are due, the next batch follows immediately. */
const BATCH_SIZE = 50;
/** A run that takes longer leaves the rest to the next run. */
const RUN_BUDGET_MS = 45_000;
/** After this many consecutive calls without a response, the provider is not called again until the next run. */
const MAX_UNANSWERED = 3;
const MINUTE_MS = 60_000;
/** An event that failed is retried after a quarter of its age, within these bounds. */
const EVENT_RETRY_MINUTES = { least: 10, most: 360 };
/** How often a card that we ended is checked until it is stopped. */
const STOP_RETRY_MINUTES = 60;
/** How often cards are checked with the provider. */
const CARD_CHECK_HOURS = 20;
/** Delay before a failed payment check is retried. */
const PAYMENT_RETRY_MINUTES = 5;
/** Delay before a refund is looked at again that could not be looked at. */
const REFUND_RETRY_MINUTES = 5;

/**
 * Asks the provider about everything that is pending, so that nothing depends on webhooks: closed tabs, lost webhooks, charged cards. Ends
 * what has expired and sends reminders. Concurrent runs are safe.
 */
export async function reconcilePayments(ctx: AppContext): Promise<void> {
  const now = ctx.now();
  const before = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS);
  const later = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);
  const provider = ctx.payments.name;
  const checkedBefore = { current: before(CARD_CHECK_HOURS * 60), ended: before(STOP_RETRY_MINUTES) };
  const reconciler = createReconciler(ctx, new Date(now.getTime() + RUN_BUDGET_MS));

  // Work without provider calls comes first, so that an unavailable provider does not delay it.
  await reconciler.forEachDue(
    'a subscription was not ended',
    () => renewals.listExpiredSubscriptions(ctx.db, now, false, BATCH_SIZE),
    ({ id, player_id }) => withBillingTransaction(ctx, player_id, (billing) => endIfExpired(ctx, billing, id)),
    ({ id }) => renewals.markSubscriptionChecked(ctx.db, id, now),
  );
  await reconciler.forEachDue(
    'a player did not get the kiddocash of a month',
    (last) => listPlayersWithKiddocashDue(ctx.db, now, last, BATCH_SIZE),
    ({ id }) => giveMonthlyKiddocash(ctx, id),
    // The next run retries it; this run continues with the next player.
    async () => {},
  );
  await reconciler.forEachDue(
    'a player was not reminded',
    (last) => renewals.listSubscriptionsToRemind(ctx.db, now, addDays(now, REMINDER_DAYS), last, BATCH_SIZE),
    ({ id, player_id }) => withBillingTransaction(ctx, player_id, (billing) => sendReminder(ctx, billing, id)),
    // The next run retries it; this run continues with the next row.
    async () => {},
  );
  await reconciler.forEachDueAtProvider(
    'a payment was not asked about',
    async () => (await payments.listPaymentsToCheck(ctx.db, provider, now, BATCH_SIZE)).map((id) => ({ id })),
    ({ id }) => settlePayment(ctx, id),
    ({ id }) => payments.postponePaymentCheck(ctx.db, id, later(PAYMENT_RETRY_MINUTES)),
  );
  await reconciler.forEachDueAtProvider(
    'a payment event waits',
    () => events.listDueEvents(ctx.db, provider, now, BATCH_SIZE),
    ({ id }) => processEvent(ctx, id),
    ({ id, received_at }) => {
      const minutes = (now.getTime() - received_at.getTime()) / MINUTE_MS / 4;
      return events.postponeEvent(ctx.db, id, later(Math.min(EVENT_RETRY_MINUTES.most, Math.max(EVENT_RETRY_MINUTES.least, minutes))));
    },
  );
  await reconciler.forEachDueAtProvider(
    'a refund was not looked at',
    () => refunds.listRefundsToCheck(ctx.db, provider, now, BATCH_SIZE),
    (row) => checkRefund(ctx, row),
    ({ id }) => refunds.postponeRefundCheck(ctx.db, id, later(REFUND_RETRY_MINUTES)),
  );
  await reconciler.forEachDueAtProvider(
    'a card was not looked at',
    () => renewals.listCardsToCheck(ctx.db, provider, checkedBefore, BATCH_SIZE),
    async ({ id, player_id, ended }) => {
      await (ended ? stopCard(ctx, id) : syncCard(ctx, id));
      // Also a card from before a guardian decided, and one that has become dearer than their sum.
      if (!ended && player_id !== null) await stopUncoveredRenewal(ctx, player_id);
      await renewals.markSubscriptionChecked(ctx.db, id, now);
    },
    ({ id }) => renewals.markSubscriptionChecked(ctx.db, id, now),
  );
  await reconciler.forEachDueAtProvider(
    'a subscription was not ended',
    () => renewals.listExpiredSubscriptions(ctx.db, now, true, BATCH_SIZE),
    ({ id, player_id }) => endExpired(ctx, id, player_id),
    ({ id }) => renewals.markSubscriptionChecked(ctx.db, id, now),
  );
}

/** Gives what is due, and tells the player: it comes without anything being paid at this moment. */
async function giveMonthlyKiddocash(ctx: AppContext, playerId: string): Promise<void> {
  await withBillingTransaction(ctx, playerId, async (billing) => {
    if (billing.payer === null) return;
    for (const { reference, planName, amount } of await grantDueKiddocash(ctx, billing.trx, playerId)) {
      billing.markChanged();
      await notifyPayer(ctx, billing, `kiddocash ${reference}`, notifications.kiddocash(planName, amount), null);
    }
  });
}

/** Deletes processed provider events after the retention period. */
export async function deleteOldEvents(ctx: AppContext): Promise<void> {
  await events.deleteEvents(ctx.db, addDays(ctx.now(), -EVENT_RETENTION_DAYS));
}

type ForEachDue = <T extends { id: string }>(
  warning: string,
  due: (last: string | null) => Promise<T[]>,
  work: (one: T) => Promise<unknown>,
  failed: (one: T) => Promise<unknown>,
) => Promise<void>;

/**
 * One run over everything that is due. `forEachDue` calls `work` for each row that `due` finds, until every due row was tried; `failed`
 * postpones a row, so that it does not block others. `forEachDueAtProvider` does the same for work that calls the provider, and stops while
 * the provider is unavailable.
 */
function createReconciler(ctx: AppContext, until: Date): { forEachDue: ForEachDue; forEachDueAtProvider: ForEachDue } {
  let unanswered = 0;
  async function attempt(warning: string, id: string, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      unanswered = 0;
      return true;
    } catch (error) {
      unanswered = error instanceof PaymentsUnavailableError ? unanswered + 1 : 0;
      ctx.log.warn({ err: error, id }, warning);
      return false;
    }
  }
  const createForEachDue =
    (canContinue: () => boolean): ForEachDue =>
    async (warning, due, work, failed) => {
      const tried = new Set<string>();
      for (let last: string | null = null; canContinue();) {
        const untried: Awaited<ReturnType<typeof due>> = (await due(last)).filter((one) => !tried.has(one.id));
        if (untried.length === 0) return;
        for (const one of untried) {
          if (!canContinue() || ctx.now() > until) return;
          last = one.id;
          tried.add(one.id);
          if (!(await attempt(warning, one.id, () => work(one)))) await failed(one);
        }
      }
    };
  return { forEachDue: createForEachDue(() => true), forEachDueAtProvider: createForEachDue(() => unanswered < MAX_UNANSWERED) };
}

/** Checks a card with the provider: its state, and charges that no webhook reported. */
async function syncCard(ctx: AppContext, id: string): Promise<void> {
  const subscription = await plans.findSubscriptionById(ctx.db, id);
  if (!subscription) return;
  await syncSubscription(ctx, subscription, async () => {
    const provided = await fetchProviderSubscription(ctx, subscription);
    if (provided) await recordMissedCharges(ctx, subscription, provided);
    return provided;
  });
}

/** A card may have been charged without a webhook, so check that before the subscription ends. */
async function endExpired(ctx: AppContext, id: string, playerId: string | null): Promise<void> {
  const subscription = await plans.findSubscriptionById(ctx.db, id);
  if (subscription?.channel === 'card' && subscription.provider === ctx.payments.name && playerId !== null) await syncCard(ctx, id);
  await withBillingTransaction(ctx, playerId, (billing) => endIfExpired(ctx, billing, id));
}
