import type { AppContext } from '../../../context.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { tracesOf } from './queries.server.ts';
import type { Trace } from './schema.ts';

/** Payments that are traced at once: a page of them. */
const TRACED_MAX = 50;

/** What there is to know of these payments, for operators who find out what became of one. @throws Refusal 'not-allowed' */
export async function tracePayments(ctx: AppContext, actor: Actor, references: string[]): Promise<Trace[]> {
  authorize(actor, 'payment:oversee');
  if (references.length === 0) return [];
  return (await tracesOf(ctx.db, references.slice(0, TRACED_MAX))).map((row) => ({
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
