import { sql } from 'kysely';
import type { Database } from '../../infra/database/database.ts';

/** When what a payment bought ended early, and why. */
export type PeriodEndRow = { revoked_at: Date; revoked_for: 'cancel' | 'upgrade' | 'refund' | 'dispute' };

/** When the period of a payment ended early; undefined if it did not. */
export async function findPeriodEnd(db: Database, reference: string): Promise<PeriodEndRow | undefined> {
  const { rows } = await sql<PeriodEndRow>`
    select revoked_at, revoked_for from paid_periods
    where reference = ${reference} and revoked_at is not null and revoked_for is not null`.execute(db);
  return rows[0];
}

/** The kiddocash that a payment brought, and what a refund took. */
export async function listPaymentLedger(db: Database, reference: string): Promise<{ source: string; amount: number; at: Date }[]> {
  const { rows } = await sql<{ source: string; amount: number; at: Date }>`
    select source, amount, at from ledger where source in ('pack', 'plan-grant', 'refund') and source_ref = ${reference} order by id`.execute(
    db,
  );
  return rows;
}

/** The ids of the disputes of a payment, newest first. */
export async function listDisputeIds(db: Database, reference: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from disputes where reference = ${reference} order by opened_at desc, id desc`.execute(db);
  return rows.map(({ id }) => id);
}

/** What somebody did about a refund, and why. */
export type RefundNote = { refund: string; action: 'refund-payment' | 'settle-refund'; by: string; note: string };

/** Who asked for the refunds of a payment, and who said that nothing more is to do about one that failed. */
export async function listRefundNotes(db: Database, reference: string): Promise<RefundNote[]> {
  const { rows } = await sql<RefundNote>`
    select details ->> 'refund' as refund, action, actor_name as by, note from audit_log
    where subject_kind = 'payment' and subject_id = ${reference} and action in ('refund-payment', 'settle-refund')`.execute(db);
  return rows;
}
