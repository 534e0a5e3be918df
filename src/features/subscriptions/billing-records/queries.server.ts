import { sql, type Insertable, type Kysely, type Selectable, type Transaction, type Updateable } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import type { Period } from '../periods/rules.ts';

export type PaymentRow = Selectable<DB['payments']>;
export type SubscriptionRow = Selectable<DB['subscriptions']>;
export type NewSubscription = Insertable<DB['subscriptions']>;
export type PeriodRow = Selectable<DB['paid_periods']>;
export type PlanRow = Selectable<DB['plans']>;
export type Payer = { id: string; username: string; email: string };

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

/** All plans in display order. */
export async function listPlans(db: Kysely<DB>): Promise<PlanRow[]> {
  return db.selectFrom('plans').selectAll().orderBy('place').execute();
}

/** One plan; undefined for null. */
export async function findPlanById(db: Kysely<DB>, id: PlanRow['id'] | null): Promise<PlanRow | undefined> {
  return db.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst();
}

/** One pack of kiddocash. */
export async function findPackById(db: Kysely<DB>, id: string) {
  return db.selectFrom('packs').selectAll().where('id', '=', id).executeTakeFirst();
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

/** Reopens provider events for a reference that was unknown when they arrived, so that they are processed now. */
export async function reopenEvents(trx: Transaction<DB>, provider: string, reference: string, now: Date): Promise<void> {
  await sql`
    update webhook_events set done_at = null, outcome = null, received_at = ${now}, look_at = ${now}
    where provider = ${provider} and outcome = 'unknown reference' and event::json ->> 'reference' = ${reference}`.execute(trx);
}

/** Updates a payment. */
export async function updatePayment(db: Kysely<DB>, reference: string, set: Updateable<DB['payments']>): Promise<void> {
  await db.updateTable('payments').set(set).where('reference', '=', reference).execute();
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
