import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import { getMentionPattern, type ErasureSubject } from '../../../infra/erasure.ts';

/** Deletes others' notifications about the player. Notifications about something else are retained without the player. */
export async function eraseFromNotifications(trx: Transaction<DB>, who: ErasureSubject): Promise<void> {
  const pattern = getMentionPattern(who);
  await sql`delete from notifications where related_id = ${who.id} or event like ${`%${who.id}%`}`.execute(trx);
  await sql`
    update notifications n set title = left(redact_player(title, scope), 200), message = left(redact_player(message, scope), 2200)
    from (select id as of, redaction_scope(erasure_subject(), false, title || ' ' || message) as scope from notifications
      where title ~* ${pattern} or message ~* ${pattern}) about
    where about.of = n.id`.execute(trx);
}
