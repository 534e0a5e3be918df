import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import { getMentionPattern, type ErasureSubject } from '../../../infra/erasure.ts';

/** Removes the player from all entries. A database trigger decides what is written: the entry as it was, without them. */
export async function eraseFromLedger(trx: Transaction<DB>, who: ErasureSubject): Promise<void> {
  await sql`update ledger set note = note where player_id = ${who.id} or note ~* ${getMentionPattern(who)}`.execute(trx);
}
