import { sql, type Kysely } from 'kysely';
import type { Database } from '../../infra/database/database.ts';
import type { DB } from '../../infra/database/tables.ts';
import type { TimeCursor } from '../../shared/paging.ts';
import type { PaymentSummary } from './schema.ts';

export type PaymentSummaryRow = {
  reference: string;
  product: 'subscription' | 'pass' | 'pack';
  channel: 'card' | 'mpesa';
  amount_minor: number;
  currency: 'KES' | 'USD';
  state: 'created' | PaymentSummary['state'];
  created_at: Date;
  paid_at: Date | null;
  plan_name: string | null;
  kiddocash: number;
};

const SUMMARY_COLUMNS = sql`p.reference, p.product, p.channel, p.amount_minor, p.currency, p.state, p.created_at, p.paid_at, p.kiddocash,
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
  state: 'held' | 'disputed';
  provider: string;
  said: string | null;
  player_id: string | null;
  username: string | null;
  display_name: string | null;
};

/**
 * Payments of all players that need manual review, newest first.
 * @param after the last one shown
 */
export async function listFlaggedPaymentRows(db: Database, limit: number, after: TimeCursor | null): Promise<FlaggedPaymentRow[]> {
  const { rows } = await sql<FlaggedPaymentRow>`
    select ${SUMMARY_COLUMNS}, p.provider, p.said, p.player_id, who.username, who.display_name
    from ${PAYMENTS_WITH_PLAN} left join players who on who.id = p.player_id
    where p.state in ('held', 'disputed')
      ${after === null ? sql`` : sql`and (date_trunc('milliseconds', p.created_at), p.reference) < (${after.at}, ${after.id})`}
    order by date_trunc('milliseconds', p.created_at) desc, p.reference desc limit ${limit}`.execute(db);
  return rows;
}

/** One payment of a player, with the period that it bought. */
export async function findReceipt(
  db: Database,
  reference: string,
): Promise<
  | (PaymentSummaryRow & {
      player_id: string | null;
      username: string | null;
      email: string | null;
      begins_at: Date | null;
      ends_at: Date | null;
    })
  | undefined
> {
  const { rows } = await sql<
    PaymentSummaryRow & {
      player_id: string | null;
      username: string | null;
      email: string | null;
      begins_at: Date | null;
      ends_at: Date | null;
    }
  >`
    select ${SUMMARY_COLUMNS}, p.player_id, who.username, who.email, pp.begins_at, pp.ends_at
    from ${PAYMENTS_WITH_PLAN} left join players who on who.id = p.player_id left join paid_periods pp on pp.reference = p.reference
    where p.reference = ${reference}`.execute(db);
  return rows[0];
}

/** Whether a player was sent to a checkout that is still open and may be paid at any moment. */
export async function hasPendingPayment(db: Database, playerId: string, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from payments where player_id = ${playerId} and state = 'pending' and created_at > ${since} limit 1`.execute(db);
  return rows.length > 0;
}

export type CurrentPeriodRow = {
  plan_id: 'basic' | 'premium' | 'pro';
  name: string;
  amount_minor: number;
  currency: 'KES' | 'USD';
  channel: 'card' | 'mpesa';
  begins_at: Date;
  ends_at: Date;
  revoked_at: Date | null;
};

/**
 * A player's current period (the most expensive plan first), or else that of a card in its grace days, or else the one that ended last,
 * with the price that the player pays. The plan's own price may have changed since. A refund after a period's end does not make it end
 * later.
 */
export async function findCurrentPeriod(db: Kysely<DB>, playerId: string, now: Date): Promise<CurrentPeriodRow | undefined> {
  const { rows } = await sql<CurrentPeriodRow>`
    select pp.plan_id, pl.name, p.amount_minor, p.currency, p.channel, pp.begins_at, pp.ends_at, pp.revoked_at
    from paid_periods pp join plans pl on pl.id = pp.plan_id join payments p on p.reference = pp.reference
    where pp.player_id = ${playerId} and pp.moved_to is null
    order by (pp.revoked_at is null and pp.begins_at <= ${now} and pp.ends_at > ${now}) desc,
      case when pp.revoked_at is null and pp.begins_at <= ${now} and pp.ends_at > ${now} then pl.price_minor end desc nulls last,
      exists (select 1 from subscriptions s
        where s.id = pp.subscription_id and s.state in ('active', 'attention') and s.grace_until > ${now}) desc,
      least(pp.revoked_at, pp.ends_at) desc
    limit 1`.execute(db);
  return rows[0];
}

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
