import type { AppContext } from '../../../context.server.ts';
import { PaymentsUnavailableError } from '../../../infra/payments/payments.ts';
import * as records from '../billing-records/queries.server.ts';
import { withBillingTransaction } from '../billing-records/service.server.ts';
import { addDays, REMINDER_DAYS } from '../periods/rules.ts';
import {
  syncSubscription,
  endIfExpired,
  sendReminder,
  stopCard,
  recordMissedCharges,
  fetchProviderSubscription,
} from '../renewals/service.server.ts';
import { settlePayment } from '../settlement/service.server.ts';
import { deleteEvents, postponeEvent, listDueEvents } from '../webhooks/queries.server.ts';
import { processEvent } from '../webhooks/service.server.ts';
import * as queries from './queries.server.ts';

/** Read at once; what is due beyond that comes right after. */
const BATCH_SIZE = 50;
/** A sweep that takes longer leaves the rest to the next one. */
const RUN_BUDGET_MS = 45_000;
/** A provider that did not answer so often, one after the other, is left in peace until the next sweep. */
const MAX_UNANSWERED = 3;
const MINUTE_MS = 60_000;
/** An event that could not be worked through is taken up again after a quarter of its age, within these. */
const EVENT_RETRY_MINUTES = { least: 10, most: 360 };
/** A card that we ended and that is not stopped is looked at again. */
const STOP_RETRY_MINUTES = 60;
/** Cards are looked at with the provider this often. */
const CARD_CHECK_HOURS = 20;
/** What could not be asked is asked again after this long. */
const PAYMENT_RETRY_MINUTES = 5;
/** What a provider told us is kept so long after it was worked through. It carries addresses of payers. */
const EVENT_RETENTION_DAYS = 90;

/**
 * Asks the provider about everything that waits, so that nothing hangs on its news: who closed the tab, news that were lost,
 * cards that were charged. Ends what is over and reminds of what comes. May run twice at once.
 */
export async function reconcilePayments(ctx: AppContext): Promise<void> {
  const now = ctx.now();
  const before = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS);
  const later = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);
  const provider = ctx.payments.name;
  const checkedBefore = { current: before(CARD_CHECK_HOURS * 60), ended: before(STOP_RETRY_MINUTES) };
  const reconciler = createReconciler(ctx, new Date(now.getTime() + RUN_BUDGET_MS));

  // What needs no provider comes first: it does not wait for one that is away.
  await reconciler.forEachDue(
    'a subscription was not ended',
    () => queries.listExpiredSubscriptions(ctx.db, now, false, BATCH_SIZE),
    ({ id, player_id }) => withBillingTransaction(ctx, player_id, (money) => endIfExpired(ctx, money, id)),
    ({ id }) => queries.markSubscriptionChecked(ctx.db, id, now),
  );
  await reconciler.forEachDue(
    'a player was not reminded',
    (last) => queries.listSubscriptionsToRemind(ctx.db, now, addDays(now, REMINDER_DAYS), last, BATCH_SIZE),
    ({ id, player_id }) => withBillingTransaction(ctx, player_id, (money) => sendReminder(ctx, money, id)),
    // The next sweep tries it again; this one goes on behind it.
    async () => {},
  );
  await reconciler.forEachDueAtProvider(
    'a payment was not asked about',
    async () => (await queries.listPaymentsToCheck(ctx.db, provider, now, BATCH_SIZE)).map((id) => ({ id })),
    ({ id }) => settlePayment(ctx, id),
    ({ id }) => queries.postponePaymentCheck(ctx.db, id, later(PAYMENT_RETRY_MINUTES)),
  );
  await reconciler.forEachDueAtProvider(
    'a payment event waits',
    () => listDueEvents(ctx.db, provider, now, BATCH_SIZE),
    ({ id }) => processEvent(ctx, id),
    ({ id, received_at }) => {
      const minutes = (now.getTime() - received_at.getTime()) / MINUTE_MS / 4;
      return postponeEvent(ctx.db, id, later(Math.min(EVENT_RETRY_MINUTES.most, Math.max(EVENT_RETRY_MINUTES.least, minutes))));
    },
  );
  await reconciler.forEachDueAtProvider(
    'a card was not looked at',
    () => queries.listCardsToCheck(ctx.db, provider, checkedBefore, BATCH_SIZE),
    async ({ id, ended }) => {
      await (ended ? stopCard(ctx, id) : syncCard(ctx, id));
      await queries.markSubscriptionChecked(ctx.db, id, now);
    },
    ({ id }) => queries.markSubscriptionChecked(ctx.db, id, now),
  );
  await reconciler.forEachDueAtProvider(
    'a subscription was not ended',
    () => queries.listExpiredSubscriptions(ctx.db, now, true, BATCH_SIZE),
    ({ id, player_id }) => endExpired(ctx, id, player_id),
    ({ id }) => queries.markSubscriptionChecked(ctx.db, id, now),
  );
}

/** Forgets what providers told us long ago. */
export async function deleteOldEvents(ctx: AppContext): Promise<void> {
  await deleteEvents(ctx.db, addDays(ctx.now(), -EVENT_RETENTION_DAYS));
}

type ForEachDue = <T extends { id: string }>(
  warning: string,
  due: (last: string | null) => Promise<T[]>,
  work: (one: T) => Promise<unknown>,
  failed: (one: T) => Promise<unknown>,
) => Promise<void>;

/**
 * One round over everything that is due: `each` works through what `due` finds, until there is nothing that was not tried;
 * `failed` puts off what failed, so that it keeps nothing else waiting. `forEachDueAtProvider` the same for what asks the provider, and not
 * while that is away.
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

/** Looks at a card with the provider: how it stands, and whether it was charged without our hearing of it. */
async function syncCard(ctx: AppContext, id: string): Promise<void> {
  const subscription = await records.findSubscriptionById(ctx.db, id);
  if (!subscription) return;
  await syncSubscription(ctx, subscription, async () => {
    const provided = await fetchProviderSubscription(ctx, subscription);
    if (provided) await recordMissedCharges(ctx, subscription, provided);
    return provided;
  });
}

/** A card may have been charged without our hearing of it: that is looked at before anything is taken. */
async function endExpired(ctx: AppContext, id: string, playerId: string | null): Promise<void> {
  const subscription = await records.findSubscriptionById(ctx.db, id);
  if (subscription?.channel === 'card' && subscription.provider === ctx.payments.name && playerId !== null) await syncCard(ctx, id);
  await withBillingTransaction(ctx, playerId, (money) => endIfExpired(ctx, money, id));
}
