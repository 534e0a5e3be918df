import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { enqueueEmail } from '../../mail/service.server.ts';
import type { EmailContent } from '../../mail/schema.ts';
import { publishNotifications, createNotifications } from '../../notifications/service.server.ts';
import { closeGaps, addDays, GRACE_DAYS } from '../periods/rules.ts';
import * as queries from './queries.server.ts';

/** A transaction over one player's money: nobody else changes it meanwhile. */
export type BillingTransaction = {
  trx: Transaction<DB>;
  /** Null: the account is gone. */
  payer: queries.Payer | null;
  /** Who is to hear of a notification after the commit. */
  recipientIds: string[];
  /** Something that the player's open pages show has changed. */
  markChanged(): void;
};

/** The work that stops a card at the provider (renewals/service.server.ts). Its name and its tries, for who asks for it. */
export const STOP_CARD_JOB = { name: 'payments.stop', retry: { limit: 30, seconds: 10, secondsMax: 3600 } };

/**
 * Does something with a player's money in one transaction, one after the other; after the commit open pages hear of it.
 * What asks a provider does not belong in here: it takes its time, and cannot be undone.
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

/** Writes to the player, by mail and on the bell, once for each event. */
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
  if (buildEmail && isNew.length > 0) await enqueueEmail(ctx, buildEmail(payer), trx as never);
}

/** Ends a subscription; what was paid stays where it is. A card is stopped at the provider as soon as that answers. */
export async function endSubscription(ctx: AppContext, { trx }: BillingTransaction, subscription: queries.SubscriptionRow): Promise<void> {
  if (subscription.state === 'ended') return;
  await queries.updateSubscription(trx, subscription.id, { state: 'ended', ended_at: ctx.now(), grace_until: null });
  if (subscription.channel === 'card') await ctx.jobs.enqueue(STOP_CARD_JOB, { subscriptionId: subscription.id }, trx as never);
}

/** Puts what runs or will one after the other again, after one of them was taken out or has another end. */
export async function closePeriodGaps(trx: Transaction<DB>, playerId: string, now: Date): Promise<void> {
  for (const one of closeGaps(await queries.listUnexpiredPeriods(trx, playerId, now), now))
    await queries.updatePeriod(trx, one.reference, { begins_at: one.begins, ends_at: one.ends });
}

/** Brings the end of a player's subscription in line with what is paid; a card that renews has days of grace after it. */
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
