import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import { getMentionPattern, type ErasureSubject } from '../../../infra/erasure.ts';

/** Removes the player from what others wrote when they asked for help. */
export async function eraseFromHelpRequests(trx: Transaction<DB>, who: ErasureSubject): Promise<void> {
  const pattern = getMentionPattern(who);
  await sql`
    update help_requests set words = left(redact_player(words, redaction_scope(erasure_subject(), false, words)), 3000)
    where player_id <> ${who.id} and words ~* ${pattern}`.execute(trx);
}
