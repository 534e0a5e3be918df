import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import { getMentionPattern, type ErasureSubject } from '../../../infra/erasure.ts';

/** Removes the player from reports of games: their own ones, and those that mention them. */
export async function eraseFromReports(trx: Transaction<DB>, who: ErasureSubject): Promise<void> {
  const pattern = getMentionPattern(who);
  await sql`
    update reports set description = left(redact_player(description, redaction_scope(erasure_subject(), player_id = ${who.id}, description)), 4000)
    where player_id = ${who.id} or description ~* ${pattern}`.execute(trx);
}
