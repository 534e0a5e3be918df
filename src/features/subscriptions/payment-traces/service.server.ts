import type { AppContext } from '../../../context.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { listPaymentTraceRows } from './queries.server.ts';
import type { PaymentTrace } from './schema.ts';

/** Maximum number of payments per call: one page. */
const TRACES_MAX = 50;

/**
 * Traces of these payments, for operators who investigate one.
 * @throws AppError 'not-allowed'
 */
export async function listPaymentTraces(ctx: AppContext, actor: Actor, references: string[]): Promise<PaymentTrace[]> {
  authorize(actor, 'payment:oversee');
  if (references.length === 0) return [];
  return (await listPaymentTraceRows(ctx.db, references.slice(0, TRACES_MAX))).map((row) => ({
    reference: row.reference,
    said: row.said ?? '',
    checks: row.checks,
    nextCheck: row.check_at?.toISOString() ?? null,
    backMinor: row.refunded_minor,
    taken: row.taken,
    period:
      row.begins_at && row.ends_at
        ? { from: row.begins_at.toISOString(), until: row.ends_at.toISOString(), endedFor: row.revoked_for }
        : null,
  }));
}
