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
    r.expires_at, r.reply, s.email, s.state as guardianship_state, s.buying, g.language, p.username, p.age_band, p.closed_as, p.deletes_at,
    paid.has_held, paid.has_paid, paid.has_returned,
    m.queued_at as mail_queued_at, m.taken_at as mail_taken_at, m.refused_at as mail_refused_at
  from purchase_requests r join guardianships s on s.id = r.guardianship_id join guardians g on g.id = s.guardian_id
    join players p on p.id = r.player_id join guardian_mails m on m.id = r.mail_id left join plans pl on pl.id = r.plan_id
    cross join lateral (
      select coalesce(bool_or(o.state = 'held'), false) as has_held, coalesce(bool_or(o.state = 'success'), false) as has_paid,
        coalesce(bool_or(o.state = 'refunded'), false) as has_returned
      from payments o where o.purchase_request_id = r.id
    ) paid`;

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

/**
 * When a player sent requests since a time, oldest first, whatever became of them; but not those whose mail did not arrive.
 * @param lateSince a mail that was queued earlier, and that no mail server took, does not arrive any more
 */
export async function listAskingTimes(db: Kysely<DB>, playerId: string, since: Date, lateSince: Date): Promise<Date[]> {
  const { rows } = await sql<{ asked_at: Date }>`
    select r.asked_at from purchase_requests r join guardian_mails m on m.id = r.mail_id
    where r.player_id = ${playerId} and r.asked_at > ${since} and m.refused_at is null and (m.taken_at is not null or m.queued_at > ${lateSince})
    order by r.asked_at`.execute(db);
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

/** The checkouts of a request that began since a time and were not paid as far as we know, newest first. */
export async function listUnpaidCheckouts(
  db: Kysely<DB>,
  requestId: string,
  since: Date,
): Promise<{ reference: string; created_at: Date; is_open: boolean }[]> {
  const { rows } = await sql<{ reference: string; created_at: Date; is_open: boolean }>`
    select reference, created_at, state in ('created', 'pending') as is_open from payments
    where purchase_request_id = ${requestId} and state in ('created', 'pending', 'failed', 'abandoned') and created_at > ${since}
    order by created_at desc limit 5`.execute(db);
  return rows;
}

/** The state of a checkout, if it is one of this request. */
export async function findCheckoutState(db: Kysely<DB>, requestId: string, reference: string): Promise<PaymentState | null> {
  const row = await db
    .selectFrom('payments')
    .select('state')
    .where('reference', '=', reference)
    .where('purchase_request_id', '=', requestId)
    .executeTakeFirst();
  return row?.state ?? null;
}

/** What was written to a player's last requests with a no, oldest first. */
export async function listReplies(db: Kysely<DB>, playerId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('purchase_requests')
    .select('reply')
    .where('player_id', '=', playerId)
    .where('reply', 'is not', null)
    .orderBy('decided_at', 'desc')
    .limit(limit)
    .$narrowType<{ reply: string }>()
    .execute();
  return rows.map(({ reply }) => reply).toReversed();
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
