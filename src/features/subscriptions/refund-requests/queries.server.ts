import { sql, type Insertable, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';

export type RefundRow = Selectable<DB['refund_requests']>;

/**
 * Adds a refund that an operator asks for. Those of the payment that failed before need no look any more.
 * @throws the database's error if another one of the payment is open
 */
export async function insertRefund(trx: Transaction<DB>, row: Insertable<DB['refund_requests']> & { created_at: Date }): Promise<void> {
  await sql`
    update refund_requests set settled_at = ${row.created_at}
    where reference = ${row.reference} and state = 'failed' and settled_at is null`.execute(trx);
  await trx.insertInto('refund_requests').values(row).execute();
}

/** One refund. */
export async function findRefund(db: Kysely<DB>, id: string): Promise<RefundRow | undefined> {
  return db.selectFrom('refund_requests').selectAll().where('id', '=', id).executeTakeFirst();
}

/** All refunds of a payment that operators asked for, newest first. */
export async function listRefunds(db: Kysely<DB>, reference: string): Promise<RefundRow[]> {
  return db.selectFrom('refund_requests').selectAll().where('reference', '=', reference).orderBy('created_at', 'desc').execute();
}

/** The refund of a payment that is not decided yet. */
export async function findOpenRefund(db: Kysely<DB>, reference: string): Promise<RefundRow | undefined> {
  return db
    .selectFrom('refund_requests')
    .selectAll()
    .where('reference', '=', reference)
    .where('state', 'in', ['requested', 'sent'])
    .executeTakeFirst();
}

/**
 * Takes a refund that the provider has not taken yet, so that one process at a time calls the provider for it.
 * @param before whoever called before this time has ended
 * @returns false if somebody else is at it, or it is not to be sent any more
 */
export async function claimRefund(db: Database, id: string, now: Date, before: Date, nextCheck: Date): Promise<boolean> {
  const { rows } = await sql`
    update refund_requests set called_at = ${now}, next_check_at = ${nextCheck}
    where id = ${id} and state = 'requested' and (called_at is null or called_at <= ${before}) returning 1`.execute(db);
  return rows.length > 0;
}

/** Records that the provider took a refund, unless more is known by now. */
export async function markSent(db: Kysely<DB>, id: string, providerId: string, nextCheck: Date): Promise<void> {
  await db
    .updateTable('refund_requests')
    .set({ state: 'sent', provider_id: providerId, next_check_at: nextCheck })
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .execute();
}

/** Records how a refund ended. What was processed stays so, and being told of the same end again changes nothing. */
export async function finishRefund(
  db: Kysely<DB>,
  id: string,
  outcome: { state: 'processed' | 'failed'; providerId: string | null; error: string | null; at: Date },
): Promise<void> {
  await sql`
    update refund_requests set state = ${outcome.state}, provider_id = coalesce(${outcome.providerId}, provider_id), error = ${outcome.error},
      next_check_at = null, finished_at = ${outcome.at}
    where id = ${id} and state not in ('processed', ${outcome.state})`.execute(db);
}

/** Records that a refund that failed needs no look any more. @returns false if that was so already, or it did not fail */
export async function settleFailedRefund(trx: Transaction<DB>, id: string, reference: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update refund_requests set settled_at = ${at}
    where id = ${id} and reference = ${reference} and state = 'failed' and settled_at is null returning 1`.execute(trx);
  return rows.length > 0;
}

/** Open refunds that are due to be looked at, longest overdue first. */
export async function listRefundsToCheck(db: Database, provider: string, now: Date, limit: number): Promise<RefundRow[]> {
  return db
    .selectFrom('refund_requests')
    .selectAll()
    .where('next_check_at', '<=', now)
    .where('provider', '=', provider as RefundRow['provider'])
    .orderBy('next_check_at')
    .limit(limit)
    .execute();
}

/** Postpones the check of an open refund. */
export async function postponeRefundCheck(db: Kysely<DB>, id: string, at: Date): Promise<void> {
  await db.updateTable('refund_requests').set({ next_check_at: at }).where('id', '=', id).where('next_check_at', 'is not', null).execute();
}
