import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import { getMentionPattern, type ErasureSubject } from '../../../infra/erasure.ts';

/** Deletes reserved usernames and emailed links: no foreign key connects them to the player. */
export async function eraseReservationsAndLinks(trx: Transaction<DB>, who: ErasureSubject): Promise<void> {
  await sql`delete from username_reservations where username = any (${who.usernames}::text[]) or email = any (${who.emails}::text[])`.execute(
    trx,
  );
  await sql`delete from verification_tokens where value ~* ${getMentionPattern({ ...who, mentions: [] })} and mentions_player(value, erasure_subject())`.execute(
    trx,
  );
}
