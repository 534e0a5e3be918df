import type { AppContext } from '../../../context.server.ts';
import { PaymentsRefused } from '../../../infra/payments/payments.ts';
import * as books from '../books/queries.server.ts';
import { endSubscription, inMoney } from '../books/service.server.ts';
import { bringInLine, stopCard } from '../renewing/service.server.ts';
import { cardsToStop } from './queries.server.ts';

/**
 * A player is going to leave: their card is charged no further, and what is paid goes on until the end. Only other services call
 * this. @returns whether a card renews no more by it
 * @throws PaymentsUnavailable where the provider does not answer
 */
export async function stopRenewingOf(ctx: AppContext, playerId: string): Promise<boolean> {
  const one = await books.standingOf(ctx.db, playerId);
  if (one?.channel !== 'card' || one.provider !== ctx.payments.name || one.state === 'non-renewing') return false;
  // Not named by the provider yet: the last day ends it (endPaymentsOf).
  if (one.code === null || one.email_token === null) return false;
  try {
    await ctx.payments.stopRenewing(one.code, one.email_token);
  } catch (error) {
    // One that is over already: what the provider says now is what holds.
    if (!(error instanceof PaymentsRefused)) throw error;
  }
  const { code } = one;
  await bringInLine(ctx, one, () => ctx.payments.readSubscription(code));
  return (await books.standingOf(ctx.db, playerId))?.state === 'non-renewing';
}

/**
 * A player leaves for good: what they paid for ends, and the provider has said that no card of theirs is charged any more. Only other
 * services call this. May run again. @throws while that is not so
 */
export async function endPaymentsOf(ctx: AppContext, playerId: string): Promise<void> {
  await inMoney(ctx, playerId, async (money) => {
    await books.revokeRunning(money.trx, playerId, ctx.now());
    const standing = await books.standingOf(money.trx, playerId);
    if (standing) await endSubscription(ctx, money, standing);
  });
  for (const id of await cardsToStop(ctx.db, playerId)) await stopCard(ctx, id);
}
