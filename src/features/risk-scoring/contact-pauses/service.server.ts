import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import * as queries from './queries.server.ts';
import { hasIndependentReporters, REPORTS_WINDOW_HOURS } from './rules.ts';

/**
 * Pauses a player's new contacts if three independent reports about them came in a day: they cannot ask, be asked or be found by players
 * who are no friends of theirs. Only the service that stores a report calls this, in the same transaction and under lockReportsAbout.
 * @returns whether the pause begins now
 */
export async function pauseContactsIfReported(ctx: AppContext, trx: Transaction<DB>, playerId: string): Promise<boolean> {
  const now = ctx.now();
  const since = new Date(now.getTime() - REPORTS_WINDOW_HOURS * 3_600_000);
  const { reporters, friendPairs } = await queries.listReporters(trx, playerId, since);
  return hasIndependentReporters(reporters, friendPairs) && queries.insertPause(trx, playerId, now);
}
