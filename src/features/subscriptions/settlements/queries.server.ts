import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { Pair } from './rules.ts';
import type { DayView, SettledLine, TakenLine } from './schema.ts';

/** Days of Nairobi: from the first one up to the day before `endDay`, and the same as times. */
export type DayRange = { firstDay: string; endDay: string; from: Date; to: Date };

/** States in which somebody paid. */
const PAID = sql`('success', 'refunded', 'disputed', 'held')`;

/**
 * `ours`: what was paid here in a range of days. `lines`: what the provider settled of that, whatever day it says; and what it settled of
 * those days that is not paid here.
 */
function withBothSides(provider: string, { firstDay, endDay, from, to }: DayRange): RawBuilder<unknown> {
  return sql`
    with ours as (
      select p.reference, (p.paid_at at time zone 'Africa/Nairobi')::date as day, p.channel, p.currency,
        coalesce(p.paid_minor, p.amount_minor) as amount_minor, p.refunded_minor, p.state,
        p.paid_at
      from payments p
      where p.provider = ${provider} and p.paid_at >= ${from} and p.paid_at < ${to} and p.state in ${PAID}
    ), lines as (
      select o.day, true as is_ours, l.settlement_id, l.reference, l.amount_minor, l.fees_minor, l.currency, l.is_reversed, s.state as settlement_state
      from ours o join settlement_lines l on l.reference = o.reference and l.provider = ${provider}
        join settlements s on s.provider = l.provider and s.provider_id = l.settlement_id
      union all
      select l.day, false, l.settlement_id, l.reference, l.amount_minor, l.fees_minor, l.currency, l.is_reversed, s.state
      from settlement_lines l join settlements s on s.provider = l.provider and s.provider_id = l.settlement_id
      where l.provider = ${provider} and l.day >= ${firstDay}::date and l.day < ${endDay}::date
        and not exists (select from payments p where p.reference = l.reference and p.provider = ${provider} and p.paid_at is not null
          and p.state in ${PAID})
    )`;
}

/** What was taken on each day, by way of paying and currency. */
export async function listTaken(db: Database, provider: string, range: DayRange): Promise<(TakenLine & { day: string })[]> {
  const { rows } = await sql<TakenLine & { day: string }>`${withBothSides(provider, range)}
    select day::text as day, channel, currency, count(*)::int as count, sum(amount_minor)::float8 as "takenMinor",
      sum(refunded_minor)::float8 as "refundedMinor",
      coalesce(sum(amount_minor) filter (where state = 'disputed'), 0)::float8 as "disputedMinor"
    from ours group by 1, 2, 3 order by 1, 3, 2`.execute(db);
  return rows;
}

/** What the provider settled for each day, by currency. */
export async function listSettled(db: Database, provider: string, range: DayRange): Promise<(SettledLine & { day: string })[]> {
  const { rows } = await sql<SettledLine & { day: string }>`${withBothSides(provider, range)}
    select l.day::text as day, l.currency, count(*)::int as count, sum(l.amount_minor)::float8 as "settledMinor",
      sum(l.fees_minor)::float8 as "feesMinor",
      coalesce(sum(l.amount_minor - l.fees_minor) filter (where l.settlement_state = 'paid'), 0)::float8 as "paidOutMinor",
      coalesce(sum(l.amount_minor - l.fees_minor) filter (where l.settlement_state = 'coming'), 0)::float8 as "comingMinor",
      coalesce(sum(l.amount_minor - l.fees_minor) filter (where l.settlement_state = 'failed'), 0)::float8 as "failedMinor"
    from lines l
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

export type PairRow = Pair & { day: string; feesMinor: number; channel: string | null };

/** Payments of these days with both sides. @param onlyDifferent leaves out those on which both sides clearly agree */
export async function listPairs(
  db: Database,
  provider: string,
  range: DayRange,
  { onlyDifferent, limit }: { onlyDifferent: boolean; limit: number },
): Promise<PairRow[]> {
  const { rows } = await sql<{
    day: string;
    reference: string;
    channel: string | null;
    here_minor: number | null;
    here_currency: string | null;
    paid_at: Date | null;
    refunded_minor: number | null;
    state: string | null;
    there_minor: number | null;
    there_currency: string | null;
    fees_minor: number | null;
    is_reversed: boolean | null;
    is_payout_failed: boolean | null;
  }>`${withBothSides(provider, range)}, theirs as (
      select day, reference, is_ours, min(currency) as currency, sum(amount_minor)::float8 as amount_minor, sum(fees_minor)::float8 as fees_minor,
        bool_or(is_reversed) as is_reversed, bool_and(settlement_state = 'failed') as is_payout_failed
      from lines group by 1, 2, 3
    )
    select coalesce(o.day, t.day)::text as day, coalesce(o.reference, t.reference) as reference, o.channel, o.amount_minor as here_minor,
      o.currency as here_currency, o.paid_at, o.refunded_minor, o.state, t.amount_minor as there_minor, t.currency as there_currency,
      t.fees_minor, t.is_reversed, t.is_payout_failed
    from ours o full join theirs t on t.reference = o.reference and t.is_ours
    where not ${onlyDifferent} or o.reference is null or t.reference is null or o.currency <> t.currency or o.amount_minor <> t.amount_minor
      or (t.is_reversed and o.refunded_minor < o.amount_minor and o.state <> 'disputed') or t.is_payout_failed
    order by 1, 2 limit ${limit}`.execute(db);
  return rows.map((row) => ({
    day: row.day,
    reference: row.reference,
    channel: row.channel,
    feesMinor: row.fees_minor ?? 0,
    here:
      row.here_minor === null || row.here_currency === null || row.paid_at === null
        ? null
        : {
            minor: row.here_minor,
            currency: row.here_currency,
            paidAt: row.paid_at,
            refundedMinor: row.refunded_minor ?? 0,
            isDisputed: row.state === 'disputed',
          },
    there:
      row.there_minor === null || row.there_currency === null
        ? null
        : {
            minor: row.there_minor,
            currency: row.there_currency,
            isReversed: row.is_reversed ?? false,
            isPayoutFailed: row.is_payout_failed ?? false,
          },
  }));
}

/** The settlements in which payments of these days are, the earliest first. */
export async function listSettlementsOf(db: Database, provider: string, range: DayRange): Promise<DayView['settlements']> {
  const { rows } = await sql<Omit<DayView['settlements'][number], 'at'> & { at: Date }>`${withBothSides(provider, range)}
    select s.provider_id as id, s.state, s.settled_at as at, s.currency, sum(l.amount_minor - l.fees_minor)::float8 as "netMinor",
      s.deductions_minor::float8 as "deductionsMinor", s.paid_out_minor::float8 as "paidOutMinor"
    from lines l join settlements s on s.provider = ${provider} and s.provider_id = l.settlement_id
    group by s.provider, s.provider_id order by s.settled_at, s.provider_id`.execute(db);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** Settlements of these days whose lines are not what the provider counted, with by how much they are less; the earliest first. */
export async function listUnevenSettlements(
  db: Database,
  provider: string,
  { from, to }: DayRange,
): Promise<{ day: string; id: string; currency: string; minor: number }[]> {
  const { rows } = await sql<{ day: string; id: string; currency: string; minor: number }>`
    select (s.settled_at at time zone 'Africa/Nairobi')::date::text as day, s.provider_id as id, s.currency,
      (s.processed_minor - l.sum)::float8 as minor
    from settlements s cross join lateral (
      select coalesce(sum(amount_minor), 0) as sum from settlement_lines l
      where l.provider = s.provider and l.settlement_id = s.provider_id) l
    where s.provider = ${provider} and s.settled_at >= ${from} and s.settled_at < ${to} and s.processed_minor <> l.sum
    order by s.settled_at, s.provider_id`.execute(db);
  return rows;
}

/** When a provider's settlements were fetched last. */
export async function findFetch(
  db: Database,
  provider: string,
): Promise<{ fetched_at: Date | null; covers_from: Date | null; failed_at: Date | null; error: string | null } | undefined> {
  return db
    .selectFrom('settlement_fetches')
    .select(['fetched_at', 'covers_from', 'failed_at', 'error'])
    .where('provider', '=', provider as 'till' | 'paystack')
    .executeTakeFirst();
}
