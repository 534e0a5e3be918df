import type { AppContext } from '../../../context.server.ts';
import { PaymentsRejectedError } from '../../../infra/payments/payments.ts';
import * as records from '../billing-records/queries.server.ts';
import { endSubscription, withBillingTransaction } from '../billing-records/service.server.ts';
import { syncSubscription, stopCard } from '../renewals/service.server.ts';
import { listUnstoppedSubscriptionIds } from './queries.server.ts';

/**
 * Turns off auto-renewal for a player who is about to delete their account. Paid time keeps running until its end. Only other services
 * call this.
 * @returns whether this call stopped a card from renewing
 * @throws PaymentsUnavailableError if the provider does not respond
 */
export async function disableAutoRenew(ctx: AppContext, playerId: string): Promise<boolean> {
  const subscription = await records.findCurrentSubscription(ctx.db, playerId);
  if (subscription?.channel !== 'card' || subscription.provider !== ctx.payments.name || subscription.state === 'non-renewing')
    return false;
  // The provider has not assigned a code yet. endBilling stops the card on the account's last day.
  if (subscription.code === null || subscription.email_token === null) return false;
  try {
    await ctx.payments.disableAutoRenew(subscription.code, subscription.email_token);
  } catch (error) {
    // The subscription may already be over. The sync below reads the provider's current state.
    if (!(error instanceof PaymentsRejectedError)) throw error;
  }
  const { code } = subscription;
  await syncSubscription(ctx, subscription, () => ctx.payments.findSubscription(code));
  return (await records.findCurrentSubscription(ctx.db, playerId))?.state === 'non-renewing';
}

/**
 * Ends all billing for a player whose account is being deleted: revokes paid time and makes sure the provider has stopped every card. Only
 * other services call this. Idempotent.
 * @throws if the provider has not confirmed that every card is stopped
 */
export async function endBilling(ctx: AppContext, playerId: string): Promise<void> {
  await withBillingTransaction(ctx, playerId, async (billing) => {
    await records.revokeUnexpiredPeriods(billing.trx, playerId, ctx.now());
    const currentSubscription = await records.findCurrentSubscription(billing.trx, playerId);
    if (currentSubscription) await endSubscription(ctx, billing, currentSubscription);
  });
  for (const id of await listUnstoppedSubscriptionIds(ctx.db, playerId)) await stopCard(ctx, id);
}
