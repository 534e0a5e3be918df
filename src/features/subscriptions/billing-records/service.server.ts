import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { enqueueEmail } from '../../mail/service.server.ts';
import type { EmailContent } from '../../mail/schema.ts';
import { publishNotifications, createNotifications } from '../../notifications/service.server.ts';
import { closeGaps, addDays, GRACE_DAYS } from '../periods/rules.ts';
import * as queries from './queries.server.ts';

/** A transaction over one player's billing data. It holds a lock, so no concurrent change is possible. */
export type BillingTransaction = {
  trx: Transaction<DB>;
  /** Null if the account is deleted. */
  payer: queries.Payer | null;
  /** Players to notify after the commit. */
  recipientIds: string[];
  /** Marks that something shown on the player's open pages has changed. */
  markChanged(): void;
};

/** Name and retry options of the job that stops a card at the provider (renewals/service.server.ts), for code that enqueues it. */
export const STOP_CARD_JOB = { name: 'payments.stop', retry: { limit: 30, seconds: 10, secondsMax: 3600 } };

/**
 * Runs a change to a player's billing data in one transaction, serialized per player. Publishes to open pages after the commit. Do not call
 * the provider inside: provider calls are slow and cannot be rolled back.
 */
export async function withBillingTransaction<T>(
  ctx: AppContext,
  playerId: string | null,
  work: (billing: BillingTransaction) => Promise<T>,
): Promise<T> {
  const recipientIds: string[] = [];
  let isChanged = false;
  const done = await ctx.db.transaction().execute(async (trx) => {
    const payer = playerId === null ? null : await queries.lockPayer(trx, playerId);
    return work({ trx, payer, recipientIds, markChanged: () => (isChanged = true) });
  });
  publishNotifications(ctx, recipientIds);
  if (isChanged && playerId !== null) ctx.bus.publish({ kind: 'rights', playerId });
  return done;
}

/** Notifies the player by email and in-app notification, once per event. */
export async function notifyPayer(
  ctx: AppContext,
  billing: BillingTransaction,
  event: string,
  notification: { title: string; message: string },
  buildEmail: ((payer: queries.Payer) => EmailContent) | null,
): Promise<void> {
  const { payer, trx } = billing;
  if (payer === null) return;
  const isNew = await createNotifications(ctx, trx, [{ playerId: payer.id, type: 'general', ...notification, relatedId: null, event }]);
  billing.recipientIds.push(...isNew);
  if (buildEmail && isNew.length > 0) await enqueueEmail(ctx, buildEmail(payer), trx);
}

/** Ends a subscription. Paid time is not touched. A job stops the card at the provider as soon as the provider responds. */
export async function endSubscription(ctx: AppContext, { trx }: BillingTransaction, subscription: queries.SubscriptionRow): Promise<void> {
  if (subscription.state === 'ended') return;
  await queries.updateSubscription(trx, subscription.id, { state: 'ended', ended_at: ctx.now(), grace_until: null });
  if (subscription.channel === 'card') await ctx.jobs.enqueue(STOP_CARD_JOB, { subscriptionId: subscription.id }, trx);
}

/** Closes gaps between running and future periods after one was removed or its end changed. */
export async function closePeriodGaps(trx: Transaction<DB>, playerId: string, now: Date): Promise<void> {
  for (const one of closeGaps(await queries.listUnexpiredPeriods(trx, playerId, now), now))
    await queries.updatePeriod(trx, one.reference, { begins_at: one.begins, ends_at: one.ends });
}

/** Aligns the end of a player's subscription with the paid time. An auto-renewing card gets grace days after it. */
export async function refreshPaidUntil(ctx: AppContext, { trx }: BillingTransaction, playerId: string): Promise<void> {
  const one = await queries.findCurrentSubscription(trx, playerId);
  if (!one) return;
  const renews = one.channel === 'card' && (one.state === 'active' || one.state === 'attention');
  const end = await queries.findPaidUntil(trx, playerId);
  await queries.updateSubscription(trx, one.id, {
    paid_until: end,
    grace_until: renews && end !== null ? addDays(end, GRACE_DAYS) : null,
  });
}
