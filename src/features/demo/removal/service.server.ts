import { recordAccountAction } from '../../audit-log/service.server.ts';
import path from 'node:path';
import { getSandboxOptions, type AppContext } from '../../../context.server.ts';
import type { Eraser } from '../../../infra/erasure.ts';
import { createOutbox } from '../../../infra/mail/outbox.ts';
import { createSandboxProvider } from '../../../infra/payments/sandbox.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { DEMO_EMAIL_DOMAIN } from '../../accounts/staff/rules.ts';
import { refreshAllPopularity } from '../../games/plays/service.server.ts';
import { countAllCoPlays } from '../../games/similar/service.server.ts';
import { moderationEraser } from '../../moderation/erasure.service.server.ts';
import { deleteRetained, deleteRetainedOfNobody } from '../../moderation/retention/queries.server.ts';
import { ERASERS, erasePlayer } from '../../settings/erasure/service.server.ts';
import { eraseSandboxPurchases, subscriptionsEraser } from '../../subscriptions/erasure/service.server.ts';
import { forgetFigures } from '../../statistics/counting/service.server.ts';
import * as queries from './queries.server.ts';

/** Accounts loaded at once. */
const PAGE_SIZE = 50;

/**
 * What other accounts leave behind as figures goes too: plays, reports, groups, and payments, which were pretend ones. So no card has to be stopped
 * at a provider.
 */
const demoEraser: Eraser<AppContext> = {
  eraseOutside: (ctx, { id }) => eraseSandboxPurchases(ctx, id),
  async eraseRows(_ctx, trx, { id }) {
    await queries.deletePlays(trx, id);
    await queries.deleteReports(trx, id);
    await queries.deleteGroups(trx, id);
    await queries.deletePayments(trx, id);
    await deleteRetained(trx, id);
  },
};

/**
 * Deletes the accounts that were created in demo mode, and everything that they did, also in files; the figures of games are computed again.
 * It may be interrupted, and run again.
 * @returns the number of accounts
 */
export async function removeDemo(ctx: AppContext, actor: Actor): Promise<number> {
  authorize(actor, 'demo:remove');
  const demoCtx = withDemoAdapters(ctx);
  // No case is kept of a demo account.
  const erasers = [demoEraser, ...ERASERS.filter((eraser) => eraser !== subscriptionsEraser && eraser !== moderationEraser)];
  const accounts = await queries.countDemoPlayers(ctx.db);
  // Before anything is gone: each account goes in a transaction of its own.
  if (accounts > 0)
    await ctx.db
      .transaction()
      .execute((trx) => recordAccountAction(ctx, trx, actor, { action: 'remove-demo', subjectId: '', details: { accounts } }));
  let count = 0;
  for (;;) {
    const ids = await queries.listDemoPlayerIds(ctx.db, PAGE_SIZE);
    for (const id of ids) if (await erasePlayer(demoCtx, id, erasers, (trx) => queries.lockDemoPlayer(trx, id))) count++;
    if (ids.length < PAGE_SIZE) break;
  }
  await queries.deleteVisitorMessages(ctx.db, DEMO_EMAIL_DOMAIN);
  await deleteRetainedOfNobody(ctx.db);
  // Also if no account was left to delete: the figures outlive the accounts that are in them.
  await forgetFigures(ctx, actor);
  await refreshAllPopularity(ctx);
  await countAllCoPlays(ctx);
  return count;
}

/** With production's settings, the outbox and the sandbox provider's folder are still where demo mode had them. */
function withDemoAdapters(ctx: AppContext): AppContext {
  const { config } = ctx;
  const inDataDir = (name: string) => path.join(config.dataDir, name);
  return {
    ...ctx,
    outbox: ctx.outbox ?? createOutbox(inDataDir('outbox'), config.mail.from, ctx.now),
    sandboxProvider:
      ctx.sandboxProvider ??
      createSandboxProvider({ ...getSandboxOptions(config, inDataDir('till'), ctx.secret, ctx.now, ctx.log), webhook: null }),
  };
}
