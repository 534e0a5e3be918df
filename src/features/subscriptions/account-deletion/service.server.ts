import type { AppContext } from '../../../context.server.ts';
import { PaymentsRejectedError } from '../../../infra/payments/payments.ts';
import * as records from '../billing-records/queries.server.ts';
import { endSubscription, withBillingTransaction } from '../billing-records/service.server.ts';
import { syncSubscription, stopCard } from '../renewals/service.server.ts';
import { listUnstoppedSubscriptionIds } from './queries.server.ts';

/**
 * A player is going to leave: their card is charged no further, and what is paid goes on until the end. Only other services call
 * this. @returns whether a card renews no more by it
 * @throws PaymentsUnavailableError where the provider does not answer
 */
export async function disableAutoRenew(ctx: AppContext, playerId: string): Promise<boolean> {
  const subscription = await records.findCurrentSubscription(ctx.db, playerId);
  if (subscription?.channel !== 'card' || subscription.provider !== ctx.payments.name || subscription.state === 'non-renewing')
    return false;
  // Not named by the provider yet: the last day ends it (endBilling).
  if (subscription.code === null || subscription.email_token === null) return false;
  try {
    await ctx.payments.disableAutoRenew(subscription.code, subscription.email_token);
  } catch (error) {
    // One that is over already: what the provider says now is what holds.
    if (!(error instanceof PaymentsRejectedError)) throw error;
  }
  const { code } = subscription;
  await syncSubscription(ctx, subscription, () => ctx.payments.findSubscription(code));
  return (await records.findCurrentSubscription(ctx.db, playerId))?.state === 'non-renewing';
}

/**
 * A player leaves for good: what they paid for ends, and the provider has said that no card of theirs is charged any more. Only other
 * services call this. May run again. @throws while that is not so
 */
export async function endBilling(ctx: AppContext, playerId: string): Promise<void> {
  await withBillingTransaction(ctx, playerId, async (billing) => {
    await records.revokeUnexpiredPeriods(billing.trx, playerId, ctx.now());
    const currentSubscription = await records.findCurrentSubscription(billing.trx, playerId);
    if (currentSubscription) await endSubscription(ctx, billing, currentSubscription);
  });
  for (const id of await listUnstoppedSubscriptionIds(ctx.db, playerId)) await stopCard(ctx, id);
}
