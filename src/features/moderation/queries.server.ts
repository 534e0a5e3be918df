import { sql, type Transaction } from 'kysely';
import { lockCatalogue } from '../../infra/database/catalogue-lock.ts';
import type { Database } from '../../infra/database/database.ts';
import type { DB } from '../../infra/database/tables.ts';
import type { GameReportReason, ReportState } from '../reports/schema.ts';
import { stateCondition } from './report-queue/rules.ts';
import type { GameReportFilters } from './schema.ts';

export type GameReportRow = {
  id: string;
  game_id: string;
  title: string;
  hidden: boolean;
  reason: GameReportReason;
  description: string;
  state: ReportState;
  reporter: string | null;
  repeats: number;
  created_at: Date;
  decided_at: Date | null;
};

const COLUMNS = sql`r.id, r.game_id, g.title, g.hidden_at is not null as hidden, r.reason, r.description, r.state, p.username as reporter,
  r.repeats, r.created_at, r.decided_at`;

/** Reports, oldest first. @param after cursor: time and id of the last report shown */
export async function listGameReports(
  db: Database,
  filters: GameReportFilters,
  limit: number,
  after: { at: Date; id: string } | null,
): Promise<GameReportRow[]> {
  const { rows } = await sql<GameReportRow>`
    select ${COLUMNS} from reports r join games g on g.id = r.game_id left join players p on p.id = r.player_id
    where ${sql.raw(stateCondition('r.state', filters.state))}
      ${filters.reason === null ? sql`` : sql`and r.reason = ${filters.reason}`}
      ${after ? sql`and (r.created_at, r.id) > (${after.at}, ${after.id})` : sql``}
    order by r.created_at, r.id limit ${limit}`.execute(db);
  return rows;
}

/** Reports on one game, open ones first, then newest first. */
export async function listReportsByGame(db: Database, gameId: string, limit: number): Promise<GameReportRow[]> {
  const { rows } = await sql<GameReportRow>`
    select ${COLUMNS} from reports r join games g on g.id = r.game_id left join players p on p.id = r.player_id
    where r.game_id = ${gameId}
    order by (r.state in ('new', 'reviewing')) desc, r.created_at desc, r.id limit ${limit}`.execute(db);
  return rows;
}

/** A game, hidden or not; moderators see both. Removed games and those that were never shown are not theirs to restore. */
export async function findGameForCase(db: Database, gameId: string) {
  return db
    .selectFrom('games')
    .select(['id', 'title', 'developer', 'assets', 'hidden_at', 'removed_at', 'is_draft'])
    .where('id', '=', gameId)
    .executeTakeFirst();
}

/** A locked game. `canRestore`: it was shown once, and is not removed. */
export type LockedGame = { title: string; hidden: boolean; canRestore: boolean };

/** Locks a game until the end of the transaction, which serializes concurrent moderators. @returns undefined if it does not exist */
export async function lockGame(trx: Transaction<DB>, gameId: string): Promise<LockedGame | undefined> {
  // Lock order: the catalogue lock comes first, as in every write to games.
  await lockCatalogue(trx);
  // Waits for reports that are being inserted; later ones see the decision (reports/queries.server.ts).
  await sql`select pg_advisory_xact_lock(hashtextextended(${`game ${gameId}`}, 0))`.execute(trx);
  const { rows } = await sql<LockedGame>`
    select title, hidden_at is not null as hidden, removed_at is null and not is_draft as "canRestore" from games where id = ${gameId} for no key update`.execute(
    trx,
  );
  return rows[0];
}

/**
 * Updates the state of a game's reports that have one of these states and were created up to a given time.
 * @returns the updated reports
 */
export async function updateReportStates(
  trx: Transaction<DB>,
  gameId: string,
  from: ReportState[],
  to: ReportState,
  decidedAt: Date | null,
  upTo: Date,
): Promise<{ id: string; player_id: string | null }[]> {
  return trx
    .updateTable('reports')
    .set({ state: to, decided_at: decidedAt })
    .where('game_id', '=', gameId)
    .where('state', 'in', from)
    .where('created_at', '<=', upTo)
    .returning(['id', 'player_id'])
    .execute();
}

/** Hides a game from everybody, or restores it. */
export async function setGameHidden(trx: Transaction<DB>, gameId: string, hiddenAt: Date | null): Promise<void> {
  await trx.updateTable('games').set({ hidden_at: hiddenAt }).where('id', '=', gameId).execute();
}
