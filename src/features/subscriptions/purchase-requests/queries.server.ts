import { sql, type Insertable, type Kysely, type Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import type { Language } from '../../guardians/schema.ts';
import type { PaymentState } from '../payments/rules.ts';
import type { PurchaseRequestFacts, RequestedProduct } from './rules.ts';

/** A request, with what it is for, and whom it went to. */
export type PurchaseRequestRow = PurchaseRequestFacts &
  RequestedProduct & {
    id: string;
    player_id: string;
    mail_id: string;
    asked_at: Date;
    reply: string | null;
    email: string;
    language: Language;
    username: string;
    mail_queued_at: Date;
    mail_taken_at: Date | null;
    mail_refused_at: Date | null;
  };

const REQUESTS = sql`
  select r.id, r.player_id, r.mail_id, r.plan_id, r.pack_id, pl.name as plan_name, pl.features, r.price_minor, r.kiddocash, r.state, r.asked_at,
    r.expires_at, r.reply, s.email, s.state as guardianship_state, s.buying, g.language, p.username, p.age_band, p.closed_as,
    m.queued_at as mail_queued_at, m.taken_at as mail_taken_at, m.refused_at as mail_refused_at
  from purchase_requests r join guardianships s on s.id = r.guardianship_id join guardians g on g.id = s.guardian_id
    join players p on p.id = r.player_id join guardian_mails m on m.id = r.mail_id left join plans pl on pl.id = r.plan_id`;

/** One request; undefined if it is deleted. */
export async function findRequest(db: Kysely<DB>, id: string): Promise<PurchaseRequestRow | undefined> {
  const { rows } = await sql<PurchaseRequestRow>`${REQUESTS} where r.id = ${id}`.execute(db);
  return rows[0];
}

/** The request of a player that waits for an answer, else the last one. */
export async function findLatestRequest(db: Kysely<DB>, playerId: string): Promise<PurchaseRequestRow | undefined> {
  const { rows } = await sql<PurchaseRequestRow>`
    ${REQUESTS} where r.player_id = ${playerId} order by r.state = 'open' desc, r.asked_at desc limit 1`.execute(db);
  return rows[0];
}

/** The request of the mail that asks for it. */
export async function findRequestOfMail(db: Kysely<DB>, mailId: string): Promise<PurchaseRequestRow | undefined> {
  const { rows } = await sql<PurchaseRequestRow>`${REQUESTS} where r.mail_id = ${mailId}`.execute(db);
  return rows[0];
}

/** The guardian who has agreed for a player; undefined if nobody has. */
export async function findGuardianship(db: Kysely<DB>, playerId: string): Promise<{ id: string; email: string } | undefined> {
  return db
    .selectFrom('guardianships')
    .select(['id', 'email'])
    .where('player_id', '=', playerId)
    .where('state', '=', 'given')
    .executeTakeFirst();
}

/** A plan that costs money in shillings, or a pack of kiddocash; undefined if it is not for sale. */
export async function findProduct(
  db: Kysely<DB>,
  wanted: { plan: string | null; pack: string | null },
): Promise<RequestedProduct | undefined> {
  const { rows } =
    wanted.plan !== null
      ? await sql<RequestedProduct>`
          select id as plan_id, null as pack_id, name as plan_name, features, price_minor, kiddocash
          from plans where id = ${wanted.plan} and price_minor > 0 and currency = 'KES'`.execute(db)
      : await sql<RequestedProduct>`
          select null as plan_id, id as pack_id, null as plan_name, null as features, price_kes_minor as price_minor, amount + bonus as kiddocash
          from packs where id = ${wanted.pack}`.execute(db);
  return rows[0];
}

/** Whether a card renews this plan for a player already. */
export async function hasRenewingCard(db: Kysely<DB>, playerId: string, planId: string): Promise<boolean> {
  const { rows } = await sql`
    select from subscriptions where player_id = ${playerId} and plan_id = ${planId} and channel = 'card' and state = 'active'`.execute(db);
  return rows.length > 0;
}

/** When a player sent requests since a time, oldest first, whatever became of them. */
export async function listAskingTimes(db: Kysely<DB>, playerId: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('purchase_requests')
    .select('asked_at')
    .where('player_id', '=', playerId)
    .where('asked_at', '>', since)
    .orderBy('asked_at')
    .execute();
  return rows.map((row) => row.asked_at);
}

/** Ends an open request in this way. The caller holds the lock of the player's row. @returns whether there was one */
export async function endOpenRequest(
  trx: Transaction<DB>,
  playerId: string,
  end: { state: 'refused' | 'cancelled' | 'expired'; reply?: string | null; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update purchase_requests set state = ${end.state}, decided_at = ${end.at}, reply = ${end.reply ?? null}
    where player_id = ${playerId} and state = 'open' returning id`.execute(trx);
  return rows.length > 0;
}

/** Stores a new request. */
export async function insertRequest(trx: Transaction<DB>, row: Insertable<DB['purchase_requests']>): Promise<void> {
  await trx.insertInto('purchase_requests').values(row).execute();
}

/** What became of the checkouts of a request. @param reference of the one that somebody comes back from */
export async function findCheckouts(
  db: Kysely<DB>,
  requestId: string,
  reference: string | null,
): Promise<{ is_held: boolean; returned: PaymentState | null }> {
  const { rows } = await sql<{ is_held: boolean; returned: PaymentState | null }>`
    select coalesce(bool_or(state = 'held'), false) as is_held, max(state) filter (where reference = ${reference}) as returned
    from payments where purchase_request_id = ${requestId}`.execute(db);
  return rows[0] ?? { is_held: false, returned: null };
}

/** Stores the language in which a guardian reads. */
export async function saveLanguage(db: Kysely<DB>, requestId: string, language: Language): Promise<void> {
  await sql`
    update guardians g set language = ${language}
    from purchase_requests r join guardianships s on s.id = r.guardianship_id
    where r.id = ${requestId} and g.id = s.guardian_id and g.language <> ${language}`.execute(db);
}

/** Deletes requests that were sent before a time, whatever became of them. */
export async function deleteRequests(db: Kysely<DB>, before: Date): Promise<void> {
  await db.deleteFrom('purchase_requests').where('asked_at', '<', before).execute();
}
