import { sql, type Kysely, type Selectable, type Transaction, type Updateable } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { ProviderDispute } from '../../../infra/payments/disputes.ts';
import type { TimeCursor } from '../../../shared/paging.ts';

export type DisputeRow = Selectable<DB['disputes']>;

/** Records a dispute of a provider if it is new, and locks it until the commit. */
export async function lockDispute(trx: Transaction<DB>, id: string, provider: string, dispute: ProviderDispute): Promise<DisputeRow> {
  const isDecided = dispute.state === 'won' || dispute.state === 'lost';
  await sql`
    insert into disputes (id, provider, provider_id, reference, amount_minor, currency, category, reason, state, opened_at, due_at, closed_at)
    values (${id}, ${provider}, ${dispute.id}, ${dispute.reference}, ${dispute.amountMinor}, ${dispute.currency}, ${dispute.category},
      ${dispute.reason}, ${dispute.state}, ${dispute.openedAt}, ${dispute.dueAt}, ${isDecided ? dispute.openedAt : null})
    on conflict (provider, provider_id) do nothing`.execute(trx);
  return trx
    .selectFrom('disputes')
    .selectAll()
    .where('provider', '=', provider as 'till' | 'paystack')
    .where('provider_id', '=', dispute.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** One dispute, locked until the commit. */
export async function lockDisputeById(trx: Transaction<DB>, id: string): Promise<DisputeRow | undefined> {
  return trx.selectFrom('disputes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** One dispute. */
export async function findDispute(db: Database, id: string): Promise<DisputeRow | undefined> {
  return db.selectFrom('disputes').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Changes a dispute. */
export async function updateDispute(db: Database, id: string, set: Updateable<DB['disputes']>): Promise<void> {
  await db.updateTable('disputes').set(set).where('id', '=', id).execute();
}

/** All disputes, newest first. @param after the last one shown */
export async function listDisputes(db: Database, limit: number, after: TimeCursor | null): Promise<DisputeRow[]> {
  const { rows } = await sql<DisputeRow>`
    select * from disputes
    ${after === null ? sql`` : sql`where (date_trunc('milliseconds', opened_at), id) < (${after.at}, ${after.id})`}
    order by date_trunc('milliseconds', opened_at) desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** How many disputes wait for our answer, also those whose answer the provider does not have, and until when the first does. */
export async function findWaiting(db: Database): Promise<{ count: number; due_at: Date | null }> {
  const { rows } = await sql<{ count: number; due_at: Date | null }>`
    select count(*)::int as count, min(due_at) as due_at from disputes where state = 'awaiting-us' and sent_at is null`.execute(db);
  return rows[0] ?? { count: 0, due_at: null };
}

/** `is_applied`: false for a lost one whose payment was not known when it was decided, and is paid by now. */
export type DisputeStateRow = { provider_id: string; state: DisputeRow['state']; due_at: Date | null; is_applied: boolean };

/** The states of these disputes of a provider, as far as they are recorded. */
export async function listStates(db: Database, provider: string, ids: string[]): Promise<DisputeStateRow[]> {
  const { rows } = await sql<DisputeStateRow>`
    select d.provider_id, d.state, d.due_at,
      d.state <> 'lost' or not exists (select from payments p where p.reference = d.reference and p.state in ('success', 'held', 'disputed')) as is_applied
    from disputes d where d.provider = ${provider} and d.provider_id = any (${ids}::text[])`.execute(db);
  return rows;
}

/**
 * Whether a dispute of a payment is not decided.
 * @param except the id of one that does not count
 */
export async function hasOpenDispute(db: Kysely<DB>, reference: string, except: string | null = null): Promise<boolean> {
  const { rows } = await sql`
    select 1 from disputes
    where reference = ${reference} and state in ('awaiting-us', 'answered') and id is distinct from ${except}::uuid limit 1`.execute(db);
  return rows.length > 0;
}

/** Answers that the provider does not have yet, and that no process sends at the moment; the oldest first. */
export async function listAnswersToSend(db: Database, provider: string, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from disputes where provider = ${provider} and answer is not null and sent_at is null and answer_error is null
      and (sending_until is null or sending_until <= ${now})
    order by answered_at limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Lets this process alone send an answer until a time. Undefined: it is sent, refused, or another process sends it. */
export async function claimAnswer(db: Database, id: string, now: Date, until: Date): Promise<DisputeRow | undefined> {
  const { rows } = await sql<DisputeRow>`
    update disputes set sending_until = ${until}, send_tries = send_tries + 1
    where id = ${id} and answer is not null and sent_at is null and answer_error is null and (sending_until is null or sending_until <= ${now})
    returning *`.execute(db);
  return rows[0];
}

/**
 * Disputes that operators are to be told of, locked: new ones, and those with little time left. An answer that the provider does not have is
 * none. Nobody else tells of them meanwhile.
 */
export async function lockDisputesToAlert(trx: Transaction<DB>, dueBefore: Date, limit: number): Promise<DisputeRow[]> {
  const { rows } = await sql<DisputeRow>`
    select * from disputes
    where state = 'awaiting-us' and sent_at is null
      and (told_open_at is null or (told_due_at is null and due_at <= ${dueBefore}))
    order by due_at nulls last, id limit ${limit} for update skip locked`.execute(trx);
  return rows;
}

export type DisputedPaymentRow = Pick<
  Selectable<DB['payments']>,
  | 'reference'
  | 'product'
  | 'channel'
  | 'amount_minor'
  | 'refunded_minor'
  | 'paid_minor'
  | 'currency'
  | 'state'
  | 'is_disallowed'
  | 'payer'
  | 'created_at'
  | 'paid_at'
  | 'kiddocash'
> & {
  plan_name: string | null;
  player_id: string | null;
  username: string | null;
  begins_at: Date | null;
  ends_at: Date | null;
  revoked_at: Date | null;
  revoked_for: string | null;
  given: number | null;
  taken: number;
  /** A refund that somebody asked for and that is not decided. */
  open_refund_minor: number | null;
};

/** The payment of a dispute, what it brought, and how much of that was taken back; and how much money went back. */
export async function findDisputedPayment(db: Kysely<DB>, reference: string): Promise<DisputedPaymentRow | undefined> {
  const { rows } = await sql<DisputedPaymentRow>`
    select p.reference, p.product, p.channel, p.amount_minor, p.refunded_minor, p.paid_minor, p.currency, p.state, p.is_disallowed, p.payer, p.created_at, p.paid_at, p.kiddocash,
      (select r.amount_minor from refund_requests r where r.reference = p.reference and r.state in ('requested', 'sent')) as open_refund_minor,
      pl.name as plan_name, p.player_id, who.username, pp.begins_at, pp.ends_at, pp.revoked_at, pp.revoked_for,
      (select l.amount from ledger l
        where l.source = case when p.product = 'pack' then 'pack' else 'plan-grant' end and l.source_ref = p.reference) as given,
      p.reclaimed_kiddocash as taken
    from payments p left join plans pl on pl.id = p.plan_id left join players who on who.id = p.player_id
      left join paid_periods pp on pp.reference = p.reference
    where p.reference = ${reference}`.execute(db);
  return rows[0];
}
