import type { Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';

/** Deletes who looked at the case about a player or left it, and when the team was called for it: these rows have the player's id, and no foreign key. */
export async function deleteTracesOfCase(trx: Transaction<DB>, playerId: string): Promise<void> {
  for (const table of ['case_assignments', 'case_leaves', 'case_alerts'] as const)
    await trx.deleteFrom(table).where('kind', '=', 'player').where('subject_id', '=', playerId).execute();
}
