import { sql, type Kysely } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import type { AgeBand } from '../../../shared/permissions.ts';

/** What a payment counts in shillings: a card that pays a pack in dollars counts by the pack's price in shillings, as M-Pesa pays it. */
const SHILLINGS = sql`coalesce(p.shillings_minor,
  case when p.currency = 'KES' then p.amount_minor else coalesce(k.price_kes_minor, pl.price_minor) end)`;

/** What was paid and did not go back, in the payment's currency. For a payment that was held it is what came in, and not what was asked. */
const LEFT = sql`(coalesce(p.paid_minor, p.amount_minor) - p.refunded_minor)`;

/**
 * What a player paid in a month, and what is open, in cents of a shilling. A part that was paid back does not count; what is held, or asked
 * back by a bank, does, because it has left the payer's account. What a guardian paid counts as well, but not their open checkouts: the sum
 * is for what the player pays.
 * @param month by the time of the payment, and not of the press that led to it
 * @param openSince a checkout that began earlier is not open any more, even if nobody could ask the provider about it
 * @param except reference of an open checkout that does not count
 */
export async function sumPayments(
  db: Kysely<DB>,
  playerId: string,
  month: { begins: Date; ends: Date },
  openSince: Date,
  except: string | null,
): Promise<{ paid: number; byGuardian: number; open: number }> {
  const { rows } = await sql<{ paid: number; byGuardian: number; open: number }>`
    select coalesce(sum(minor) filter (where not is_open), 0)::float8 as paid,
      coalesce(sum(minor) filter (where not is_open and payer = 'guardian'), 0)::float8 as "byGuardian", coalesce(sum(minor) filter (where is_open), 0)::float8 as open
    from (
      select p.state in ('created', 'pending') as is_open, p.payer,
        ceil(${SHILLINGS}::numeric * ${LEFT} / p.amount_minor) as minor
      from payments p left join packs k on k.id = p.pack_id left join plans pl on pl.id = p.plan_id
      where p.player_id = ${playerId}
        and (p.payer = 'player' and p.state in ('created', 'pending') and p.created_at > ${openSince} and p.reference is distinct from ${except}
          or p.state in ('success', 'held', 'disputed')
            and coalesce(p.paid_at, p.created_at) >= ${month.begins} and coalesce(p.paid_at, p.created_at) < ${month.ends})
    ) counted`.execute(db);
  return rows[0] ?? { paid: 0, byGuardian: 0, open: 0 };
}

/** What one payment counts, in cents of a shilling, and the age band of its player; undefined if there is no such player. */
export async function findPurchase(db: Kysely<DB>, reference: string): Promise<{ minor: number; age_band: AgeBand | null } | undefined> {
  const { rows } = await sql<{ minor: number; age_band: AgeBand | null }>`
    select ${SHILLINGS} as minor, who.age_band
    from payments p join players who on who.id = p.player_id left join packs k on k.id = p.pack_id left join plans pl on pl.id = p.plan_id
    where p.reference = ${reference}`.execute(db);
  return rows[0];
}

/** The age band of a player; null while it is not known, or if there is no such player. */
export async function findAgeBand(db: Kysely<DB>, playerId: string): Promise<AgeBand | null> {
  const row = await db
    .selectFrom('players')
    .select('age_band')
    .where('id', '=', playerId)
    .$narrowType<{ age_band: AgeBand | null }>()
    .executeTakeFirst();
  return row?.age_band ?? null;
}

export type CardRow = {
  state: 'active' | 'non-renewing' | 'attention';
  /** When it is charged next, if it renews. */
  due_at: Date | null;
  /** What it was charged last, in cents of a shilling: it keeps that price. Null: it cannot be counted in shillings. */
  price_minor: number | null;
};

/** The card of a player's current subscription, whether it renews or not. */
export async function findCard(db: Kysely<DB>, playerId: string): Promise<CardRow | undefined> {
  const { rows } = await sql<CardRow>`
    select s.state, coalesce(s.next_charge_at, s.paid_until) as due_at, last.price_minor
    from subscriptions s left join lateral (
      select ${SHILLINGS} as price_minor
      from payments p left join packs k on k.id = p.pack_id left join plans pl on pl.id = p.plan_id
      where p.product = 'subscription' and p.reference in (
        select of.reference from payments of where of.subscription_id = s.id
        union select pp.reference from paid_periods pp where pp.subscription_id = s.id)
      order by p.paid_at desc nulls last, p.created_at desc limit 1
    ) last on true
    where s.player_id = ${playerId} and s.channel = 'card' and s.state <> 'ended'`.execute(db);
  return rows[0];
}

export type OpenCheckoutRow = { reference: string; product: string; channel: 'card' | 'mpesa'; minor: number };

/** A player's own open checkouts, newest first. `product`: the id of the plan or pack; `minor`: in cents of a shilling. */
export async function listOpenCheckouts(db: Kysely<DB>, playerId: string, openSince: Date, limit: number): Promise<OpenCheckoutRow[]> {
  const { rows } = await sql<OpenCheckoutRow>`
    select p.reference, coalesce(p.pack_id, p.plan_id) as product, p.channel, ${SHILLINGS} as minor
    from payments p left join packs k on k.id = p.pack_id left join plans pl on pl.id = p.plan_id
    where p.player_id = ${playerId} and p.payer = 'player' and p.state in ('created', 'pending') and p.created_at > ${openSince}
    order by p.created_at desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * What was paid for a player in all: the payments that went through, without what went back, in cents of a shilling. What is held is not in
 * it, because nothing was given for it.
 */
export async function findPaymentTotals(
  db: Kysely<DB>,
  playerId: string,
): Promise<{ count: number; total_minor: number; last_at: Date | null }> {
  const { rows } = await sql<{ count: number; total_minor: number; last_at: Date | null }>`
    select count(*)::int as count, max(p.paid_at) as last_at,
      coalesce(sum(ceil(${SHILLINGS}::numeric * ${LEFT} / p.amount_minor)), 0)::float8 as total_minor
    from payments p left join packs k on k.id = p.pack_id left join plans pl on pl.id = p.plan_id
    where p.player_id = ${playerId} and p.state in ('success', 'refunded', 'disputed')`.execute(db);
  return rows[0] ?? { count: 0, total_minor: 0, last_at: null };
}
