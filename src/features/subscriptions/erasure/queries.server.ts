import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { getMentionPattern, type ErasureSubject } from '../../../infra/erasure.ts';

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

/** Webhook events are retained as far as money depends on them, without bodies and addresses. */
export async function eraseFromWebhookEvents(trx: Transaction<DB>, who: ErasureSubject): Promise<void> {
  // Providers do not know the names used here, and a name may be a common word in an event.
  const known = { ...who, usernames: [], displayNames: [], mentions: [] };
  const pattern = getMentionPattern(known);
  await sql`
    update webhook_events e set body = '', event = redact_player(event, ${JSON.stringify(known)}::jsonb)
    where (e.body ~* ${pattern} and mentions_player(e.body, erasure_subject())) or (e.event ~* ${pattern} and mentions_player(e.event, erasure_subject()))
      or e.event::json ->> 'reference' in (select reference from payments where player_id = ${who.id})
      or e.event::json ->> 'code' in (select code from subscriptions where player_id = ${who.id} and code is not null)`.execute(trx);
}

/** Removes links and what was said from the player's payments and disputes, and the customer from their subscriptions. */
export async function eraseFromPayments(trx: Transaction<DB>, playerId: string): Promise<void> {
  await sql`update payments set checkout_url = null, status_message = null, next_check_at = null where player_id = ${playerId}`.execute(
    trx,
  );
  await sql`update subscriptions set customer = null, email_token = null where player_id = ${playerId}`.execute(trx);
  // What the payer, the bank and we wrote about it; the figures and the outcome stay.
  await sql`
    update disputes set reason = '', statement = case when statement is null then null else '' end
    where reference in (select reference from payments where player_id = ${playerId})`.execute(trx);
}

/**
 * Empties the bodies of webhook events that arrived after a player was erased, such as a card cancellation: they may contain an address.
 */
export async function eraseLateWebhookEvents(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select set_config('statement_timeout', '120s', true)`.execute(trx);
    await sql`
      update webhook_events e set body = ''
      where processed_at is not null and body <> ''
        and (e.event::json ->> 'reference' in (select reference from payments where player_id is null)
          or e.event::json ->> 'code' in (select code from subscriptions where player_id is null and code is not null))`.execute(trx);
    // These columns are needed to stop a card. Once it is stopped, they can go.
    await sql`
      update subscriptions set customer = null, email_token = null
      where player_id is null and state = 'ended' and (channel <> 'card' or renewal_stopped_at is not null)
        and (customer is not null or email_token is not null)`.execute(trx);
  });
}
