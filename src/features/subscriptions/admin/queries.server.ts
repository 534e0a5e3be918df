import { sql } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { PaymentTrace } from './schema.ts';

export type SubscriptionSummaryRow = {
  id: string;
  name: string;
  channel: 'card' | 'mpesa';
  provider: string;
  code: string | null;
  state: 'active' | 'non-renewing' | 'attention' | 'ended';
  next_charge_at: Date | null;
  created_at: Date;
  ended_at: Date | null;
};

/** A player's subscriptions, newest first, for operators. */
export async function listSubscriptions(db: Database, playerId: string, limit: number): Promise<SubscriptionSummaryRow[]> {
  const { rows } = await sql<SubscriptionSummaryRow>`
    select s.id, pl.name, s.channel, s.provider, s.code, s.state, s.next_charge_at, s.created_at, s.ended_at
    from subscriptions s join plans pl on pl.id = s.plan_id
    where s.player_id = ${playerId} order by s.created_at desc limit ${limit}`.execute(db);
  return rows;
}

export type PaymentTraceRow = {
  reference: string;
  status_message: string | null;
  check_count: number;
  next_check_at: Date | null;
  refunded_minor: number;
  reclaimed_kiddocash: number;
  begins_at: Date | null;
  ends_at: Date | null;
  revoked_for: NonNullable<PaymentTrace['period']>['endedFor'];
};

/** Trace data of these payments, and the period that each bought. */
export async function listPaymentTraceRows(db: Database, references: string[]): Promise<PaymentTraceRow[]> {
  const { rows } = await sql<PaymentTraceRow>`
    select p.reference, p.status_message, p.check_count, p.next_check_at, p.refunded_minor, p.reclaimed_kiddocash, pp.begins_at, pp.ends_at, pp.revoked_for
    from payments p left join paid_periods pp on pp.reference = p.reference
    where p.reference = any (${references}::text[])`.execute(db);
  return rows;
}

/** The player with this username or email address, or else the player of the payment with this reference. */
export async function findPlayerIdByLookup(db: Database, name: string, reference: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, 0 as place from players where username = ${name}
      union all select id, 1 from players where email = ${name}
      union all select player_id, 2 from payments where reference = ${reference} and player_id is not null
    ) found order by place limit 1`.execute(db);
  return rows[0]?.id ?? null;
}
