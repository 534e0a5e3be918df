import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { getMentionPattern, type ErasureSubject } from './rules.ts';

/** Accounts whose time has come, the longest due first. @param after the last one looked at */
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

/** All that a player is and was called. @param claim of the usernames that they gave up */
export async function findPlayerNames(db: Database, id: string, claim: string) {
  const player = await db.selectFrom('players').select(['username', 'display_name', 'email']).where('id', '=', id).executeTakeFirst();
  const former = await db.selectFrom('username_holds').select('username').where('claim_hash', '=', claim).execute();
  // One can ask for any address: what is another player's is not theirs.
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

/** References of what a player set out to pay at a provider. @param after the last one seen */
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

/** Holds an account whose time has come until the commit. @returns false where it was kept after all, or somebody was faster */
export async function lockDueAccount(trx: Transaction<DB>, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from players where id = ${id} and deletes_at <= ${now} for update`.execute(trx);
  return rows.length > 0;
}

/** For the rest of the transaction: whom the database takes out of what has to stay, and longer statements than a page may have. */
export async function beginErasure(trx: Transaction<DB>, who: ErasureSubject): Promise<void> {
  await sql`select set_config('kiddo.forget', ${JSON.stringify(who)}, true), set_config('statement_timeout', '120s', true)`.execute(trx);
}

/** What has to stay, stays without them: the audit log and the ledger (the database itself sees to it that nothing else changes). */
export async function eraseFromAuditLogAndLedger(trx: Transaction<DB>, who: ErasureSubject): Promise<void> {
  const pattern = getMentionPattern(who);
  await sql`
    update audit_log set note = note
    where actor_id = ${who.id} or subject_id like ${`%${who.id}%`} or note ~* ${pattern} or details::text ~* ${pattern}`.execute(trx);
  await sql`update ledger set note = note where player_id = ${who.id} or note ~* ${pattern}`.execute(trx);
}

/** What others and the team wrote down about something else stays, without them. What they wrote in a reported chat goes. */
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
 * What they wrote to us goes, also from their address without signing in; what others wrote stays, without them, and so do answers.
 * @param email of the account: of an address that was only asked for nobody knows whose it is
 */
export async function eraseFromContactMessages(trx: Transaction<DB>, who: ErasureSubject, email: string): Promise<void> {
  const pattern = getMentionPattern(who);
  await sql`delete from contact_messages where player_id = ${who.id} or (player_id is null and email = ${email})`.execute(trx);
  // Somebody else gave their address: the answer goes to who wrote.
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

/** What others were told about them goes; what they were told about something else stays, without them. */
export async function eraseFromNotifications(trx: Transaction<DB>, who: ErasureSubject): Promise<void> {
  const pattern = getMentionPattern(who);
  await sql`delete from notifications where related_id = ${who.id} or event like ${`%${who.id}%`}`.execute(trx);
  // Who reported them was told that it came in: with their name, whatever it was then.
  await sql`
    delete from notifications n using player_reports r
    where r.subject_id = ${who.id} and n.player_id = r.reporter_id and n.event = 'player report ' || r.id`.execute(trx);
  await sql`
    update notifications n set title = left(without_player(title, told), 200), message = left(without_player(message, told), 2200)
    from (select id as of, as_told(the_forgotten(), false, title || ' ' || message) as told from notifications
      where title ~* ${pattern} or message ~* ${pattern}) about
    where about.of = n.id`.execute(trx);
}

/** Payments stay as figures. What providers told us about them stays as far as money hangs on it: no letter, no address. */
export async function eraseFromPayments(trx: Transaction<DB>, who: ErasureSubject): Promise<void> {
  // No provider knows the names they had here, and a name may be a word of what was told.
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

/** What providers told about payments of those who are gone already, a cancelled card for one, keeps no address either. */
export async function eraseLateWebhookEvents(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select set_config('statement_timeout', '120s', true)`.execute(trx);
    await sql`
      update webhook_events e set body = ''
      where done_at is not null and body <> ''
        and (e.event::json ->> 'reference' in (select reference from payments where player_id is null)
          or e.event::json ->> 'code' in (select code from subscriptions where player_id is null and code is not null))`.execute(trx);
    // By these a card is stopped; one that is needs them no more.
    await sql`
      update subscriptions set customer = null, email_token = null
      where player_id is null and state = 'ended' and (channel <> 'card' or stopped_at is not null)
        and (customer is not null or email_token is not null)`.execute(trx);
  });
}

/** What is kept under their name and hangs on no row of theirs: held usernames, links, counters, waiting work. */
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

/** The account itself, and with it all that is theirs alone: the tables say so. */
export async function deleteAccount(trx: Transaction<DB>, id: string): Promise<void> {
  await trx.deleteFrom('players').where('id', '=', id).execute();
}
