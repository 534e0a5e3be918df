import type { AppContext } from '../../../context.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { listRecipients } from '../../case-queue/alerts/queries.server.ts';
import { enqueueEmail } from '../../mail/service.server.ts';
import { enqueuePushes } from '../../push/delivery/service.server.ts';
import * as queries from '../disputes/queries.server.ts';
import { DUE_SOON_MS } from '../disputes/rules.ts';
import { urlForDispute } from '../disputes/schema.ts';
import { disputeEmail, disputePush } from './texts.ts';

/** Disputes per run; the next one follows in minutes. */
const BATCH_SIZE = 20;

/**
 * Tells operators of disputes that wait for us: when one comes, and again when it has less than a day left; each once. What nobody could be
 * told of is told later. Safe to run twice, also at once.
 * @returns how many disputes were told of
 * @throws AppError 'not-allowed'
 */
export async function sendDisputeAlerts(ctx: AppContext, actor: Actor): Promise<number> {
  authorize(actor, 'dispute:run');
  const { mail, mode, origin } = ctx.config;
  return ctx.db.transaction().execute(async (trx) => {
    const now = ctx.now();
    const dueBefore = new Date(now.getTime() + DUE_SOON_MS);
    const disputes = await queries.lockDisputesToAlert(trx, dueBefore, BATCH_SIZE);
    if (disputes.length === 0) return 0;
    const recipients = await listRecipients(trx, now, mail.kind === 'smtp' || mode === 'demo');
    const operators = recipients.filter(({ role }) => role === 'operator');
    if (operators.length === 0) return 0;
    for (const { id, reference, amount_minor: minor, currency, due_at: dueAt } of disputes) {
      const isLate = dueAt !== null && dueAt <= dueBefore;
      const about = { reference, amount: minor === null ? null : { minor, currency }, dueAt: dueAt?.toISOString() ?? null, isLate };
      const url = urlForDispute(id);
      for (const { email, canGetMail } of operators)
        if (canGetMail) await enqueueEmail(ctx, disputeEmail(email, about, `${origin}${url}`), trx);
      await enqueuePushes(
        ctx,
        trx,
        operators.map((operator) => ({ playerId: operator.id, ...disputePush(isLate), url, tag: 'dispute' })),
      );
      await queries.updateDispute(trx, id, { told_open_at: now, ...(isLate && { told_due_at: now }) });
    }
    return disputes.length;
  });
}
