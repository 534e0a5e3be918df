import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { enqueueEmail } from '../../mail/service.server.ts';
import type { EmailContent } from '../../mail/schema.ts';
import { announce, notify } from '../../notifications/service.server.ts';
import { closeGaps, daysAfter, GRACE_DAYS } from '../periods/rules.ts';
import * as queries from './queries.server.ts';

/** A transaction over one player's money: nobody else changes it meanwhile. */
export type Money = {
  trx: Transaction<DB>;
  /** Null: the account is gone. */
  payer: queries.Payer | null;
  /** Who is to hear of a notification after the commit. */
  told: string[];
  /** Something that the player's open pages show has changed. */
  changed(): void;
};

/** The work that stops a card at the provider (renewing/service.server.ts). Its name and its tries, for who asks for it. */
export const STOP = { name: 'payments.stop', retry: { limit: 30, seconds: 10, secondsMax: 3600 } };

/**
 * Does something with a player's money in one transaction, one after the other; after the commit open pages hear of it.
 * What asks a provider does not belong in here: it takes its time, and cannot be undone.
 */
export async function inMoney<T>(ctx: AppContext, playerId: string | null, work: (money: Money) => Promise<T>): Promise<T> {
  const told: string[] = [];
  let isChanged = false;
  const done = await ctx.db.transaction().execute(async (trx) => {
    const payer = playerId === null ? null : await queries.holdPayer(trx, playerId);
    return work({ trx, payer, told, changed: () => (isChanged = true) });
  });
  announce(ctx, told);
  if (isChanged && playerId !== null) ctx.bus.publish({ kind: 'rights', playerId });
  return done;
}

/** Writes to the player, by mail and on the bell, once for each event. */
export async function tellPayer(
  ctx: AppContext,
  money: Money,
  event: string,
  bell: { title: string; message: string },
  letter: ((payer: queries.Payer) => EmailContent) | null,
): Promise<void> {
  const { payer, trx } = money;
  if (payer === null) return;
  const isNew = await notify(ctx, trx, [{ playerId: payer.id, type: 'general', ...bell, relatedId: null, event }]);
  money.told.push(...isNew);
  if (letter && isNew.length > 0) await enqueueEmail(ctx, letter(payer), trx as never);
}

/** Ends a subscription; what was paid stays where it is. A card is stopped at the provider as soon as that answers. */
export async function endSubscription(ctx: AppContext, { trx }: Money, one: queries.SubscriptionRow): Promise<void> {
  if (one.state === 'ended') return;
  await queries.changeSubscription(trx, one.id, { state: 'ended', ended_at: ctx.now(), grace_until: null });
  if (one.channel === 'card') await ctx.jobs.enqueue(STOP, { subscriptionId: one.id }, trx as never);
}

/** Puts what runs or will one after the other again, after one of them was taken out or has another end. */
export async function closeUp(trx: Transaction<DB>, playerId: string, now: Date): Promise<void> {
  for (const one of closeGaps(await queries.runningPeriods(trx, playerId, now), now))
    await queries.changePeriod(trx, one.reference, { begins_at: one.begins, ends_at: one.ends });
}

/** Brings the end of a player's subscription in line with what is paid; a card that renews has days of grace after it. */
export async function refreshEnd(ctx: AppContext, { trx }: Money, playerId: string): Promise<void> {
  const one = await queries.standingOf(trx, playerId);
  if (!one) return;
  const renews = one.channel === 'card' && (one.state === 'active' || one.state === 'attention');
  const end = await queries.lastEnd(trx, playerId);
  await queries.changeSubscription(trx, one.id, {
    paid_until: end,
    grace_until: renews && end !== null ? daysAfter(end, GRACE_DAYS) : null,
  });
}
