import { sql, type Insertable, type Kysely, type Selectable, type Transaction, type Updateable } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { TimeCursor } from '../../../shared/paging.ts';
import type { PaymentState } from './rules.ts';

export type Payer = { id: string; username: string; email: string };
export type PaymentRow = Selectable<DB['payments']>;

/**
 * Locks a player's billing data until the commit, so that changes to it run one after another.
 * @returns null if the account is deleted
 */
export async function lockPayer(trx: Transaction<DB>, playerId: string): Promise<Payer | null> {
  const { rows } = await sql<Payer>`select id, username, email from players where id = ${playerId} for no key update`.execute(trx);
  return rows[0] ?? null;
}

/** A player in the role of payer. */
export async function findPayer(db: Kysely<DB>, playerId: string): Promise<Payer | undefined> {
  return db.selectFrom('players').select(['id', 'username', 'email']).where('id', '=', playerId).executeTakeFirst();
}

/** One payment. */
export async function findPayment(db: Kysely<DB>, reference: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('reference', '=', reference).executeTakeFirst();
}

/** One payment, locked until the commit. */
export async function lockPayment(trx: Transaction<DB>, reference: string): Promise<PaymentRow | undefined> {
  return trx.selectFrom('payments').selectAll().where('reference', '=', reference).forUpdate().executeTakeFirst();
}

/** Inserts a new payment. Does nothing if the reference already exists. */
export async function insertPayment(db: Kysely<DB>, row: Insertable<DB['payments']>): Promise<void> {
  await db
    .insertInto('payments')
    .values(row)
    .onConflict((on) => on.column('reference').doNothing())
    .execute();
}

/** Updates a payment. */
export async function updatePayment(db: Kysely<DB>, reference: string, set: Updateable<DB['payments']>): Promise<void> {
  await db.updateTable('payments').set(set).where('reference', '=', reference).execute();
}

/**
 * Waits for the other transaction that records a payment under this reference, or that closes an event because it knows no such payment.
 * Without it both could miss the other: the event would be closed just after the events of the new payment were reopened.
 */
export async function lockReference(trx: Kysely<DB>, reference: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payment ${reference}`}, 0))`.execute(trx);
}

/** Reopens provider events for a reference that was unknown when they arrived, so that they are processed now. */
export async function reopenEvents(trx: Transaction<DB>, provider: string, reference: string, now: Date): Promise<void> {
  await sql`
    update webhook_events set processed_at = null, outcome = null, received_at = ${now}, next_attempt_at = ${now}
    where provider = ${provider} and outcome = 'unknown reference' and event::json ->> 'reference' = ${reference}`.execute(trx);
}

/** The latest charge of an auto-renewing card: gives its price and the reference for queries to the provider. */
export async function findLatestPayment(db: Kysely<DB>, subscriptionId: string): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    select p.* from payments p
    where p.product = 'subscription' and p.reference in (
      select of.reference from payments of where of.subscription_id = ${subscriptionId}
      union select pp.reference from paid_periods pp where pp.subscription_id = ${subscriptionId})
    order by p.paid_at desc nulls last, p.created_at desc limit 1`.execute(db);
  return rows[0];
}

/** Payments to ask the provider about, longest overdue first. */
export async function listPaymentsToCheck(db: Database, provider: string, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select reference from payments where next_check_at <= ${now} and provider = ${provider} order by next_check_at limit ${limit}`.execute(
    db,
  );
  return rows.map((row) => row.reference);
}

/** Postpones the check of a payment that failed, so that it does not block others. */
export async function postponePaymentCheck(db: Database, reference: string, at: Date): Promise<void> {
  await db
    .updateTable('payments')
    .set({ next_check_at: at })
    .where('reference', '=', reference)
    .where('next_check_at', 'is not', null)
    .execute();
}

export type PaymentSummaryRow = {
  reference: string;
  product: 'subscription' | 'pass' | 'pack';
  channel: 'card' | 'mpesa';
  amount_minor: number;
  currency: 'KES' | 'USD';
  state: PaymentState;
  is_disallowed: boolean;
  payer: 'player' | 'guardian';
  created_at: Date;
  paid_at: Date | null;
  plan_name: string | null;
  kiddocash: number;
};

const SUMMARY_COLUMNS = sql`p.reference, p.product, p.channel, p.amount_minor, p.currency, p.state, p.is_disallowed, p.payer, p.created_at, p.paid_at, p.kiddocash,
  pl.name as plan_name`;
const PAYMENTS_WITH_PLAN = sql`payments p left join plans pl on pl.id = p.plan_id`;

/**
 * A player's payments, newest first.
 * @param after the last one shown
 */
export async function listPayments(db: Database, playerId: string, limit: number, after: TimeCursor | null): Promise<PaymentSummaryRow[]> {
  const { rows } = await sql<PaymentSummaryRow>`
    select ${SUMMARY_COLUMNS} from ${PAYMENTS_WITH_PLAN}
    where p.player_id = ${playerId}
      ${after === null ? sql`` : sql`and (date_trunc('milliseconds', p.created_at), p.reference) < (${after.at}, ${after.id})`}
    order by date_trunc('milliseconds', p.created_at) desc, p.reference desc limit ${limit}`.execute(db);
  return rows;
}

export type FlaggedPaymentRow = PaymentSummaryRow & {
  state: 'held' | 'disputed' | 'success';
  provider: string;
  status_message: string | null;
  player_id: string | null;
  username: string | null;
  display_name: string | null;
};

/** What is held or disputed is in the list for that: then the dispute, or paying it back, decides about the refund as well. */
const HAS_FAILED_REFUND = sql`p.state = 'success' and p.reference in (
  select r.reference from refund_requests r where r.state = 'failed' and r.settled_at is null)`;

/**
 * Payments of all players that need manual review, newest first: held, disputed, or with a refund that failed. Each of the two kinds has an
 * index of its own.
 * @param after the last one shown
 */
export async function listFlaggedPaymentRows(db: Database, limit: number, after: TimeCursor | null): Promise<FlaggedPaymentRow[]> {
  const isAfter = after === null ? sql`true` : sql`(date_trunc('milliseconds', p.created_at), p.reference) < (${after.at}, ${after.id})`;
  const newestFirst = sql`order by date_trunc('milliseconds', p.created_at) desc, p.reference desc limit ${limit}`;
  const { rows } = await sql<FlaggedPaymentRow>`
    select ${SUMMARY_COLUMNS}, p.provider, p.status_message, p.player_id, who.username, who.display_name
    from (
      (select p.* from payments p where p.state in ('held', 'disputed') and ${isAfter} ${newestFirst})
      union all
      (select p.* from payments p where ${HAS_FAILED_REFUND} and ${isAfter} ${newestFirst})) p
      left join plans pl on pl.id = p.plan_id left join players who on who.id = p.player_id
    ${newestFirst}`.execute(db);
  return rows;
}

export type ReceiptRow = PaymentSummaryRow & {
  player_id: string | null;
  username: string | null;
  email: string | null;
  begins_at: Date | null;
  ends_at: Date | null;
};

/** One payment of a player, with the period that it bought. */
export async function findReceipt(db: Database, reference: string): Promise<ReceiptRow | undefined> {
  const { rows } = await sql<ReceiptRow>`
    select ${SUMMARY_COLUMNS}, p.player_id, who.username, who.email, pp.begins_at, pp.ends_at
    from ${PAYMENTS_WITH_PLAN} left join players who on who.id = p.player_id left join paid_periods pp on pp.reference = p.reference
    where p.reference = ${reference}`.execute(db);
  return rows[0];
}

/** Whether a player themselves was sent to a checkout that is still open and may be paid at any moment. */
export async function hasPendingPayment(db: Database, playerId: string, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from payments where player_id = ${playerId} and payer = 'player' and state = 'pending' and created_at > ${since} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
