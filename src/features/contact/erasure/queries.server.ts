import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import { getMentionPattern, type ErasureSubject } from '../../../infra/erasure.ts';

/**
 * Deletes what the player wrote to us, including messages from their address sent without signing in. Not those from a requested new
 * address: it is not known whose that is. Messages from others are retained without the player.
 */
export async function eraseFromContactMessages(trx: Transaction<DB>, who: ErasureSubject): Promise<void> {
  const pattern = getMentionPattern(who);
  await sql`delete from contact_messages where player_id = ${who.id} or (player_id is null and email = ${who.email})`.execute(trx);
  // Somebody else entered the player's address: replace it with the sender's own.
  await sql`
    update contact_messages m set email = p.email from players p
    where p.id = m.player_id and m.email = ${who.email}`.execute(trx);
  await sql`
    update contact_messages m set
      name = left(redact_player(name, scope), 80), subject = left(redact_player(subject, scope), 150), body = left(redact_player(body, scope), 4000)
    from (select id as of, redaction_scope(erasure_subject(), false, concat_ws(' ', name, subject, body)) as scope from contact_messages
      where name ~* ${pattern} or subject ~* ${pattern} or body ~* ${pattern}) about
    where about.of = m.id`.execute(trx);
}

/** Removes the player from answers: as the operator who wrote them, and where they are mentioned. */
export async function eraseFromContactAnswers(trx: Transaction<DB>, who: ErasureSubject): Promise<void> {
  await sql`
    update contact_answers a set
      actor_id = case when actor_id = ${who.id} then null else actor_id end,
      actor_name = case when actor_id = ${who.id} then 'a player who left' else actor_name end,
      body = left(redact_player(body, redaction_scope(erasure_subject(), actor_id = ${who.id}, body)), 4000)
    where actor_id = ${who.id} or body ~* ${getMentionPattern(who)}`.execute(trx);
}
