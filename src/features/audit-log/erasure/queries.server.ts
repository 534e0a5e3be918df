import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import { getMentionPattern, type ErasureSubject } from '../../../infra/erasure.ts';

/** Removes the player from all entries. A database trigger decides what is written: the entry as it was, without them. */
export async function eraseFromAuditLog(trx: Transaction<DB>, who: ErasureSubject): Promise<void> {
  const pattern = getMentionPattern(who);
  await sql`select erase_from_audit_log(${who.id}, ${pattern})`.execute(trx);
}
