import type { AppContext } from '../../../context.server.ts';
import { CHECK_RENEWAL_JOB, type CheckRenewalPayload } from '../../guardians/renewal.schema.ts';
import { notifyPayer, withBillingTransaction } from '../payments/service.server.ts';
import { emails, notifications } from '../payments/texts.ts';
import * as plans from '../plans/queries.server.ts';
import { findRenewalObstacle } from '../spending/service.server.ts';
import { fetchProviderSubscription, turnOffRenewal } from './service.server.ts';

// A card renews only while the player's guardian allows what it is charged. A charge that arrives anyway is settled as any other one, and
// counts in the sum of its month.

/** Checks a player's card, after their guardian changed what they allow or something was paid. Retried until the provider responds. */
export const checkRenewalJob = {
  ...CHECK_RENEWAL_JOB,
  run: async (ctx: AppContext, { playerId }: CheckRenewalPayload): Promise<void> => void (await stopUncoveredRenewal(ctx, playerId)),
};

/**
 * Turns off the renewal of a player's card if their guardian does not allow what it is charged, and tells the player. The paid days stay. If
 * nobody has answered yet, a mail says so too: whoever pays by the card may not know that anybody is asked.
 * Idempotent. Only other services and jobs call this.
 * @returns whether the renewal was turned off
 * @throws if the provider does not respond, or has not named the card yet
 */
export async function stopUncoveredRenewal(ctx: AppContext, playerId: string): Promise<boolean> {
  const subscription = await plans.findCurrentSubscription(ctx.db, playerId);
  if (subscription?.channel !== 'card' || subscription.provider !== ctx.payments.name || subscription.state === 'non-renewing')
    return false;
  const obstacle = await findRenewalObstacle(ctx, playerId);
  if (obstacle === null) return false;
  const provided = await fetchProviderSubscription(ctx, subscription);
  if (provided === null) throw new Error('the provider has not named the card whose renewal is to be turned off');
  await turnOffRenewal(ctx, subscription, provided);
  return withBillingTransaction(ctx, playerId, async (billing) => {
    const stopped = await plans.findSubscriptionById(billing.trx, subscription.id);
    if (stopped?.state === 'active' || stopped?.state === 'attention')
      throw new Error('the provider did not turn off the renewal of a card');
    const plan = await plans.findPlanById(billing.trx, subscription.plan_id);
    const until = (await plans.findPaidUntil(billing.trx, playerId))?.toISOString() ?? null;
    if (plan && stopped?.state === 'non-renewing')
      await notifyPayer(
        ctx,
        billing,
        `not covered ${subscription.id} ${until}`,
        notifications.notCovered(plan.name, until),
        obstacle === 'unanswered' ? (payer) => emails.unanswered(payer, plan.name, until, ctx.config.origin) : null,
      );
    return true;
  });
}
