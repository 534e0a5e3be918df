import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import { getMentionPattern, type ErasureSubject } from '../../../infra/erasure.ts';

/** Removes the player from all entries. A database trigger decides what is written: the entry as it was, without them. */
export async function eraseFromAuditLog(trx: Transaction<DB>, who: ErasureSubject): Promise<void> {
  const pattern = getMentionPattern(who);
  await sql`
    update audit_log set note = note
    where actor_id = ${who.id} or subject_id like ${`%${who.id}%`} or note ~* ${pattern} or details::text ~* ${pattern}`.execute(trx);
}
