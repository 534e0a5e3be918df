import { sql } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { PaymentTrace } from './schema.ts';

export type PaymentTraceRow = {
  reference: string;
  said: string | null;
  checks: number;
  check_at: Date | null;
  refunded_minor: number;
  taken: number;
  begins_at: Date | null;
  ends_at: Date | null;
  revoked_for: NonNullable<PaymentTrace['period']>['endedFor'];
};

/** Trace data of these payments, and the period that each bought. */
export async function listPaymentTraceRows(db: Database, references: string[]): Promise<PaymentTraceRow[]> {
  const { rows } = await sql<PaymentTraceRow>`
    select p.reference, p.said, p.checks, p.check_at, p.refunded_minor, p.taken, pp.begins_at, pp.ends_at, pp.revoked_for
    from payments p left join paid_periods pp on pp.reference = p.reference
    where p.reference = any (${references}::text[])`.execute(db);
  return rows;
}
