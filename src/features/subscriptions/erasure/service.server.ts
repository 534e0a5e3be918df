import type { AppContext } from '../../../context.server.ts';
import type { Eraser } from '../../../infra/erasure.ts';
import { endBilling } from '../service.server.ts';
import * as queries from './queries.server.ts';
import { REFERENCES_PAGE_SIZE } from './rules.ts';

/** No card is charged any more; payments are retained as figures that belong to nobody. */
export const subscriptionsEraser: Eraser<AppContext> = {
  deletedTables: ['purchase_requests'],
  retainedTables: {
    payments: 'Figures of what was paid, without links and what the provider said.',
    subscriptions: 'Figures of what was sold, and the code that stops a card; without the customer.',
    paid_periods: 'Figures of what was sold.',
  },
  async eraseOutside(ctx, { id }) {
    await endBilling(ctx, id);
    await eraseSandboxPurchases(ctx, id);
  },
  async eraseRows(_ctx, trx, who) {
    await queries.eraseFromWebhookEvents(trx, who);
    await queries.eraseFromPayments(trx, who.id);
  },
};

/** Erases a player's purchases at the sandbox provider. Only other services call this. */
export async function eraseSandboxPurchases(ctx: AppContext, playerId: string): Promise<void> {
  if (ctx.sandboxProvider === null) return;
  for (let after = ''; ;) {
    const references = await queries.listPaymentReferences(ctx.db, playerId, 'till', after, REFERENCES_PAGE_SIZE);
    for (const reference of references) await ctx.sandboxProvider.erasePurchase(reference);
    if (references.length < REFERENCES_PAGE_SIZE) return;
    after = references.at(-1) ?? after;
  }
}
