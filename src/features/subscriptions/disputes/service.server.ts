import type { AppContext } from '../../../context.server.ts';
import type { ProviderDispute } from '../../../infra/payments/disputes.ts';
import * as payments from '../payments/queries.server.ts';
import { isFinal } from '../payments/rules.ts';
import { settleInTransaction, withBillingTransaction, type BillingTransaction } from '../payments/service.server.ts';
import { applyDispute, applyDisputeWon, applyRefund } from '../refunds/service.server.ts';
import * as queries from './queries.server.ts';

/** The affected player, and what a dispute does to their payment. */
export type DisputeEffect = { playerId: string | null; run(billing: BillingTransaction): Promise<string> };

/**
 * What the provider's state of a dispute leads to: it is recorded, and what the payment bought is taken back or given back, once, however
 * often and in whatever order this comes. Calls the provider before the transaction if the payment is not settled.
 */
export async function prepareDispute(ctx: AppContext, provided: ProviderDispute): Promise<DisputeEffect> {
  const { reference } = provided;
  const payment = await payments.findPayment(ctx.db, reference);
  // Settle the payment first, even if its own webhook comes later. Then the subscription that it started is known and can be ended.
  const verification = payment && !isFinal(payment) ? await ctx.payments.verify(reference) : null;
  return {
    playerId: payment?.player_id ?? null,
    async run(billing) {
      const { trx } = billing;
      // Recording a payment waits for the same lock. The payment first, so that two disputes of it are decided one after the other.
      await payments.lockReference(trx, reference);
      const known = await payments.lockPayment(trx, reference);
      if (known && !payment) throw new Error('the payment of a dispute was recorded just now: it is tried again');
      if (verification !== null) await settleInTransaction(ctx, billing, reference, verification);
      const id = ctx.newId();
      const recorded = await queries.lockDispute(trx, id, ctx.payments.name, provided);
      const isNew = recorded.id === id;
      if (!isNew && (recorded.state === 'won' || recorded.state === 'lost')) {
        // It may have been decided before its payment was known. Whatever is lost goes back whole, so it cannot count twice.
        const isOpen = known?.state === 'success' || known?.state === 'held' || known?.state === 'disputed';
        return recorded.state === 'lost' && isOpen
          ? applyRefund(ctx, billing, reference, null, verification, 'dispute')
          : 'decided already';
      }
      const isDecided = provided.state === 'won' || provided.state === 'lost';
      await queries.updateDispute(trx, recorded.id, {
        amount_minor: provided.amountMinor,
        currency: provided.currency,
        category: provided.category,
        due_at: provided.dueAt,
        // What was answered is not asked again: the provider may tell of it late.
        state: !isNew && recorded.state === 'answered' && !isDecided ? 'answered' : provided.state,
        closed_at: isDecided ? ctx.now() : null,
      });
      switch (provided.state) {
        case 'won':
          // Another bank, or the same one, still asks for the money: the last one that is won gives back what was taken.
          if (await queries.hasOpenDispute(trx, reference, recorded.id)) return 'disputed';
          return applyDisputeWon(ctx, billing, reference);
        case 'lost':
          return applyRefund(ctx, billing, reference, null, verification, 'dispute');
        default: {
          const { state } = (await payments.findPayment(trx, reference)) ?? { state: 'unknown' };
          return state === 'disputed' || state === 'refunded' ? state : applyDispute(ctx, billing, reference, verification);
        }
      }
    },
  };
}

/** Applies the provider's state of a dispute now. */
export async function applyProviderDispute(ctx: AppContext, provided: ProviderDispute): Promise<void> {
  const effect = await prepareDispute(ctx, provided);
  await withBillingTransaction(ctx, effect.playerId, (billing) => effect.run(billing));
}
