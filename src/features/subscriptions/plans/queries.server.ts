import { sql, type Insertable, type Kysely, type Selectable, type Transaction, type Updateable } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import type { Period } from './rules.ts';

export type PlanRow = Selectable<DB['plans']>;
export type SubscriptionRow = Selectable<DB['subscriptions']>;
export type NewSubscription = Insertable<DB['subscriptions']>;
export type PeriodRow = Selectable<DB['paid_periods']>;

/** All plans in display order. */
export async function listPlans(db: Kysely<DB>): Promise<PlanRow[]> {
  return db.selectFrom('plans').selectAll().orderBy('position').execute();
}

/** One plan; undefined for null. */
export async function findPlanById(db: Kysely<DB>, id: PlanRow['id'] | null): Promise<PlanRow | undefined> {
  return db.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst();
}

/** A player's current subscription. */
export async function findCurrentSubscription(db: Kysely<DB>, playerId: string): Promise<SubscriptionRow | undefined> {
  return db.selectFrom('subscriptions').selectAll().where('player_id', '=', playerId).where('state', '<>', 'ended').executeTakeFirst();
}

/** One subscription. */
export async function findSubscriptionById(db: Kysely<DB>, id: string): Promise<SubscriptionRow | undefined> {
  return db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The subscription with this provider code. */
export async function findSubscriptionByCode(db: Kysely<DB>, provider: string, code: string): Promise<SubscriptionRow | undefined> {
  return db.selectFrom('subscriptions').selectAll().where('provider', '=', provider).where('code', '=', code).executeTakeFirst();
}

/**
 * The card subscription of one of the provider's customers; a current one comes first.
 * @param includeNamed false: only subscriptions whose provider code is not known yet
 */
export async function findSubscriptionByCustomer(
  db: Kysely<DB>,
  provider: string,
  customer: string,
  planId: string | null,
  includeNamed: boolean,
): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    select * from subscriptions
    where provider = ${provider} and customer = ${customer} and channel = 'card'
      and (${planId}::text is null or plan_id = ${planId}) and (${includeNamed} or code is null)
    order by (state <> 'ended') desc, created_at desc limit 1`.execute(db);
  return rows[0];
}

/** Inserts a subscription. */
export async function insertSubscription(trx: Transaction<DB>, row: NewSubscription): Promise<SubscriptionRow> {
  return trx.insertInto('subscriptions').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Updates a subscription. */
export async function updateSubscription(db: Kysely<DB>, id: string, set: Updateable<DB['subscriptions']>): Promise<void> {
  await db.updateTable('subscriptions').set(set).where('id', '=', id).execute();
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

/** A player's paid periods that are running or start in the future. */
export async function listUnexpiredPeriods(db: Kysely<DB>, playerId: string, now: Date): Promise<Period[]> {
  const { rows } = await sql<{
    reference: string;
    plan_id: PlanRow['id'];
    price_minor: number;
    paid_minor: number;
    begins_at: Date;
    ends_at: Date;
  }>`
    select pp.reference, pp.plan_id, p.price_minor, pp.begins_at, pp.ends_at,
      case when paid.currency = p.currency then paid.amount_minor else p.price_minor end as paid_minor
    from paid_periods pp join plans p on p.id = pp.plan_id join payments paid on paid.reference = pp.reference
    where pp.player_id = ${playerId} and pp.revoked_at is null and pp.ends_at > ${now}
    order by pp.begins_at, pp.reference`.execute(db);
  return rows.map((row) => ({
    reference: row.reference,
    planId: row.plan_id,
    priceMinor: row.price_minor,
    paidMinor: row.paid_minor,
    begins: row.begins_at,
    ends: row.ends_at,
  }));
}

/** When all of a player's paid time ends or ended, or null if no paid period counts. */
export async function findPaidUntil(db: Kysely<DB>, playerId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(ends_at) as at from paid_periods where player_id = ${playerId} and revoked_at is null`.execute(db);
  return rows[0]?.at ?? null;
}

/** The period that one payment bought. */
export async function findPeriod(trx: Transaction<DB>, reference: string): Promise<PeriodRow | undefined> {
  return trx.selectFrom('paid_periods').selectAll().where('reference', '=', reference).executeTakeFirst();
}

/** Periods whose unused time an upgrade moved into this one. */
export async function listPeriodsMovedTo(trx: Transaction<DB>, reference: string): Promise<PeriodRow[]> {
  return trx.selectFrom('paid_periods').selectAll().where('moved_to', '=', reference).execute();
}

/** The last period of a subscription that still counts. */
export async function findLastPeriod(trx: Transaction<DB>, subscriptionId: string): Promise<PeriodRow | undefined> {
  return trx
    .selectFrom('paid_periods')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('revoked_at', 'is', null)
    .orderBy('ends_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Inserts a period. */
export async function insertPeriod(trx: Transaction<DB>, row: Insertable<DB['paid_periods']>): Promise<void> {
  await trx.insertInto('paid_periods').values(row).execute();
}

/** Updates a period. */
export async function updatePeriod(trx: Transaction<DB>, reference: string, set: Updateable<DB['paid_periods']>): Promise<void> {
  await trx.updateTable('paid_periods').set(set).where('reference', '=', reference).execute();
}

/** Revokes all running and future periods after the player cancelled. */
export async function revokeUnexpiredPeriods(trx: Transaction<DB>, playerId: string, now: Date): Promise<void> {
  await trx
    .updateTable('paid_periods')
    .set({ revoked_at: now, revoked_for: 'cancel' })
    .where('player_id', '=', playerId)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', now)
    .execute();
}
