import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { getMentionPattern, type ErasureSubject } from './rules.ts';

/** Accounts whose deletion date has passed, earliest first. @param after the last account of the previous page */
export async function listDueAccounts(
  db: Database,
  now: Date,
  after: { at: Date; id: string } | null,
  limit: number,
): Promise<{ id: string; deletes_at: Date }[]> {
  const { rows } = await sql<{ id: string; deletes_at: Date }>`
    select id, deletes_at from players where deletes_at <= ${now}
      ${after === null ? sql`` : sql`and (date_trunc('milliseconds', deletes_at), id) > (${after.at}, ${after.id})`}
    order by date_trunc('milliseconds', deletes_at), id limit ${limit}`.execute(db);
  return rows;
}

/** A player's current and former names and addresses. @param claim claim hash of their former usernames */
export async function findPlayerNames(db: Database, id: string, claim: string) {
  const player = await db.selectFrom('players').select(['username', 'display_name', 'email']).where('id', '=', id).executeTakeFirst();
  const former = await db.selectFrom('username_holds').select('username').where('claim_hash', '=', claim).execute();
  // Players can request any address. Skip it if it belongs to another player.
  const next = await db
    .selectFrom('email_changes')
    .select('email')
    .where('player_id', '=', id)
    .where((where) =>
      where.not(where.exists(where.selectFrom('players').select('id').whereRef('players.email', '=', 'email_changes.email'))),
    )
    .executeTakeFirst();
  return player && { ...player, former: former.map((row) => row.username), next: next?.email ?? null };
}

/** References of a player's payments at a provider. @param after the last reference of the previous page */
export async function listPaymentReferences(db: Database, id: string, provider: 'till', after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .select('reference')
    .where('player_id', '=', id)
    .where('provider', '=', provider)
    .where('reference', '>', after)
    .orderBy('reference')
    .limit(limit)
    .execute();
  return rows.map((row) => row.reference);
}

/**
 * Locks an account whose deletion date has passed until the commit. @returns false if the deletion was cancelled, or another run was faster
 */
export async function lockDueAccount(trx: Transaction<DB>, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from players where id = ${id} and deletes_at <= ${now} for update`.execute(trx);
  return rows.length > 0;
}

/**
 * Settings for the rest of the transaction: the subject that database functions and triggers remove from retained rows, and a longer
 * statement timeout than web requests get.
 */
export async function beginErasure(trx: Transaction<DB>, who: ErasureSubject): Promise<void> {
  await sql`select set_config('kiddo.forget', ${JSON.stringify(who)}, true), set_config('statement_timeout', '120s', true)`.execute(trx);
}

/** The audit log and the ledger are retained without the player. Database triggers remove the player and allow no other change. */
export async function eraseFromAuditLogAndLedger(trx: Transaction<DB>, who: ErasureSubject): Promise<void> {
  const pattern = getMentionPattern(who);
  await sql`
    update audit_log set note = note
    where actor_id = ${who.id} or subject_id like ${`%${who.id}%`} or note ~* ${pattern} or details::text ~* ${pattern}`.execute(trx);
  await sql`update ledger set note = note where player_id = ${who.id} or note ~* ${pattern}`.execute(trx);
}

/**
 * Reports by other players and by the team about something else are retained without the player. The player's messages in reported chats
 * are removed.
 */
export async function eraseFromReports(trx: Transaction<DB>, who: ErasureSubject, replacementText: string): Promise<void> {
  const pattern = getMentionPattern(who);
  await sql`
    update reports set description = left(without_player(description, as_told(the_forgotten(), player_id = ${who.id}, description)), 4000)
    where player_id = ${who.id} or description ~* ${pattern}`.execute(trx);
  await sql`
    update player_reports set
      description = left(without_player(description, told), 2000),
      evidence = (
        select coalesce(jsonb_agg(
          case when message ->> 'senderId' = ${who.id} then message || jsonb_build_object('senderId', '', 'text', ${replacementText}::text)
          else without_player_in(message, told) end order by place), '[]')
        from jsonb_array_elements(evidence) with ordinality as part (message, place))
    from (
      select id as of, as_told(the_forgotten(), reporter_id = ${who.id}, description || ' ' || evidence::text) as told from player_reports
      where reporter_id = ${who.id} or description ~* ${pattern} or evidence::text ~* ${pattern}
    ) about
    where about.of = player_reports.id`.execute(trx);
}

/**
 * Deletes what the player wrote to us, including messages from their address sent without signing in. Messages from others, and answers,
 * are retained without the player.
 * @param email address of the account. Not a requested new address: it is not known whose that is.
 */
export async function eraseFromContactMessages(trx: Transaction<DB>, who: ErasureSubject, email: string): Promise<void> {
  const pattern = getMentionPattern(who);
  await sql`delete from contact_messages where player_id = ${who.id} or (player_id is null and email = ${email})`.execute(trx);
  // Somebody else entered the player's address: replace it with the sender's own.
  await sql`
    update contact_messages m set email = p.email from players p
    where p.id = m.player_id and m.email = ${email}`.execute(trx);
  await sql`
    update contact_messages m set
      name = left(without_player(name, told), 80), subject = left(without_player(subject, told), 150), body = left(without_player(body, told), 4000)
    from (select id as of, as_told(the_forgotten(), false, concat_ws(' ', name, subject, body)) as told from contact_messages
      where name ~* ${pattern} or subject ~* ${pattern} or body ~* ${pattern}) about
    where about.of = m.id`.execute(trx);
  await sql`
    update contact_answers a set
      actor_id = case when actor_id = ${who.id} then null else actor_id end,
      actor_name = case when actor_id = ${who.id} then 'a player who left' else actor_name end,
      body = left(without_player(body, as_told(the_forgotten(), actor_id = ${who.id}, body)), 4000)
    where actor_id = ${who.id} or body ~* ${pattern}`.execute(trx);
}

/** Deletes notifications about the player. Notifications about something else are retained without the player. */
export async function eraseFromNotifications(trx: Transaction<DB>, who: ErasureSubject): Promise<void> {
  const pattern = getMentionPattern(who);
  await sql`delete from notifications where related_id = ${who.id} or event like ${`%${who.id}%`}`.execute(trx);
  // Players who reported them got a notification with the name they had at that time.
  await sql`
    delete from notifications n using player_reports r
    where r.subject_id = ${who.id} and n.player_id = r.reporter_id and n.event = 'player report ' || r.id`.execute(trx);
  await sql`
    update notifications n set title = left(without_player(title, told), 200), message = left(without_player(message, told), 2200)
    from (select id as of, as_told(the_forgotten(), false, title || ' ' || message) as told from notifications
      where title ~* ${pattern} or message ~* ${pattern}) about
    where about.of = n.id`.execute(trx);
}

/** Payments are retained as figures. Webhook events are retained as far as money depends on them, without bodies and addresses. */
export async function eraseFromPayments(trx: Transaction<DB>, who: ErasureSubject): Promise<void> {
  // Providers do not know the names used here, and a name may be a common word in an event.
  const known = { ...who, usernames: [], displayNames: [], mentions: [] };
  const pattern = getMentionPattern(known);
  await sql`
    update webhook_events e set body = '', event = without_player(event, ${JSON.stringify(known)}::jsonb)
    where (e.body ~* ${pattern} and is_about(e.body, the_forgotten())) or (e.event ~* ${pattern} and is_about(e.event, the_forgotten()))
      or e.event::json ->> 'reference' in (select reference from payments where player_id = ${who.id})
      or e.event::json ->> 'code' in (select code from subscriptions where player_id = ${who.id} and code is not null)`.execute(trx);
  await sql`update payments set checkout_url = null, said = null, check_at = null where player_id = ${who.id}`.execute(trx);
  await sql`update subscriptions set customer = null, email_token = null where player_id = ${who.id}`.execute(trx);
}

/**
 * Empties the bodies of webhook events that arrived after a player was erased, such as a card cancellation: they may contain an address.
 */
export async function eraseLateWebhookEvents(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select set_config('statement_timeout', '120s', true)`.execute(trx);
    await sql`
      update webhook_events e set body = ''
      where done_at is not null and body <> ''
        and (e.event::json ->> 'reference' in (select reference from payments where player_id is null)
          or e.event::json ->> 'code' in (select code from subscriptions where player_id is null and code is not null))`.execute(trx);
    // These columns are needed to stop a card. Once it is stopped, they can go.
    await sql`
      update subscriptions set customer = null, email_token = null
      where player_id is null and state = 'ended' and (channel <> 'card' or stopped_at is not null)
        and (customer is not null or email_token is not null)`.execute(trx);
  });
}

/** Deletes data about the player without a foreign key to them: reserved usernames, emailed links, rate limit counters, queued jobs. */
export async function eraseRemainingTraces(trx: Transaction<DB>, who: ErasureSubject, claim: string): Promise<void> {
  await sql`
    delete from username_holds
    where claim_hash = ${claim} or username = any (${who.usernames}::text[]) or email = any (${who.emails}::text[])`.execute(trx);
  await sql`delete from proofs where value ~* ${getMentionPattern({ ...who, mentions: [] })} and is_about(value, the_forgotten())`.execute(
    trx,
  );
  await sql`delete from guard_counts where key like ${`%${who.id}%`}`.execute(trx);
  const { rows } = await sql<{ is: boolean }>`select to_regclass('pgboss.job') is not null as is`.execute(trx);
  if (rows[0]?.is) await sql`delete from pgboss.job where data::text like ${`%${who.id}%`}`.execute(trx);
}

/** Deletes the account; foreign keys cascade to everything that belongs only to the player. */
export async function deleteAccount(trx: Transaction<DB>, id: string): Promise<void> {
  await trx.deleteFrom('players').where('id', '=', id).execute();
}
