import { sql, type Transaction } from 'kysely';
import type { DB } from '../../infra/database/tables.ts';
import { moreSevere, MERGE_WINDOW_HOURS } from './rules.ts';
import type { GameReportReason } from './schema.ts';

export type NewReport = { id: string; gameId: string; playerId: string; reason: GameReportReason; description: string; at: Date };

/**
 * Saves a report, or merges it into the open report of the same player on the same game from the last day; the more severe reason wins.
 * Concurrent reports of one player are merged too. Waits for a moderator who is hiding the game, so that no report stays open on a hidden
 * game.
 * @param formatAddition formats the text that is appended to the first description, or '' if there is nothing new
 * @returns the id of a new report, 'joined', or 'hidden' if the game is no longer visible
 */
export async function saveReport(
  trx: Transaction<DB>,
  report: NewReport,
  formatAddition: (existing: { reason: GameReportReason; description: string }) => string,
): Promise<{ id: string } | 'joined' | 'hidden'> {
  // An advisory lock instead of a row lock on the game: with a row lock, PostgreSQL would have to track every concurrent reporter.
  await sql`
    select pg_advisory_xact_lock_shared(hashtextextended(${`game ${report.gameId}`}, 0)),
      pg_advisory_xact_lock(hashtextextended(${`report ${report.playerId} ${report.gameId}`}, 0))`.execute(trx);
  const { rows } = await sql<{ id: string | null; reason: GameReportReason; description: string }>`
    select first.id, first.reason, first.description from games g
    left join lateral (
      select id, reason, description from reports where player_id = ${report.playerId} and game_id = g.id
        and state in ('new', 'reviewing') and created_at > ${report.at}::timestamptz - make_interval(hours => ${MERGE_WINDOW_HOURS})
      order by created_at limit 1
    ) first on true
    where g.id = ${report.gameId} and g.hidden_at is null`.execute(trx);
  const [found] = rows;
  if (!found) return 'hidden';
  if (found.id !== null) {
    await sql`
      update reports set repeats = repeats + 1, reason = ${moreSevere(found.reason, report.reason)},
        description = left(description || ${formatAddition(found)}, 4000)
      where id = ${found.id}`.execute(trx);
    return 'joined';
  }
  await trx
    .insertInto('reports')
    .values({
      id: report.id,
      game_id: report.gameId,
      player_id: report.playerId,
      reason: report.reason,
      description: report.description,
      created_at: report.at,
    })
    .execute();
  return { id: report.id };
}
