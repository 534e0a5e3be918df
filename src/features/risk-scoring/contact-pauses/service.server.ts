import type { Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import * as queries from './queries.server.ts';
import { DISMISSED_DAYS, hasIndependentReporters, REPORTS_WINDOW_HOURS } from './rules.ts';

/**
 * Pauses a player's new contacts if three independent reports about them came in a day: they cannot ask, be asked or be found by players
 * who are no friends of theirs. Only the service that stores a report calls this, in the same transaction and under lockReportsAbout.
 * The pause begins with the newest of these reports: whoever decides about all of them ends it, however late it was noticed.
 * @param at when the report came that the transaction stores
 * @returns whether the pause begins now
 */
export async function pauseContactsIfReported(trx: Transaction<DB>, playerId: string, at: Date): Promise<boolean> {
  const hoursBefore = (hours: number) => new Date(at.getTime() - hours * 3_600_000);
  const { reporters, friendPairs } = await queries.listReporters(
    trx,
    playerId,
    hoursBefore(REPORTS_WINDOW_HOURS),
    hoursBefore(DISMISSED_DAYS * 24),
  );
  return hasIndependentReporters(reporters, friendPairs) && queries.insertPause(trx, playerId, reporters.at(-1)?.reportedAt ?? at);
}
