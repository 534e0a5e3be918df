import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import type { ErasureSubject } from '../../../infra/erasure.ts';

/**
 * Removes the player from all entries. The database decides what is written: the entry as it was, without them. It checks that the account is
 * being deleted, and that the transaction's subject has no other names than the account.
 */
export async function eraseFromAuditLog(trx: Transaction<DB>, who: Pick<ErasureSubject, 'id'>): Promise<void> {
  await sql`select erase_from_audit_log(${who.id})`.execute(trx);
}
