import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { TimeCursor } from '../../../shared/paging.ts';
import type { ContentMark } from '../../../shared/permissions.ts';
import type { StoredSave } from './rules.ts';

const COLUMNS = [
  'save',
  'best',
  'lower_is_better',
  'revision',
  'saved_at',
  'chosen_at',
  'writer',
  'former',
  'former_saved_at',
  'former_reason',
] as const;

/** What a game saved for a player; null if it never did. A deleted save is a row too. */
export async function findSave(db: Database | Transaction<DB>, playerId: string, gameId: string): Promise<StoredSave | null> {
  const row = await db
    .selectFrom('game_saves')
    .select(COLUMNS)
    .where('player_id', '=', playerId)
    .where('game_id', '=', gameId)
    .executeTakeFirst();
  if (!row) return null;
  const { former, former_saved_at: formerAt, former_reason: reason } = row;
  return {
    text: row.save,
    best: row.best,
    isLowerBetter: row.lower_is_better,
    revision: row.revision,
    savedAt: row.saved_at.getTime(),
    chosenAt: row.chosen_at?.getTime() ?? null,
    writer: row.writer,
    former: former !== null && formerAt !== null && reason !== null ? { text: former, savedAt: formerAt.getTime(), reason } : null,
  };
}

/**
 * Changes what a game saved for a player, while nobody else changes any of the player's saves.
 * @param change gets what is stored, and how many bytes the player's other saves take, with the earlier ones; returns the new row, or null if
 *   nothing changes
 */
export async function changeSave<Result>(
  db: Database,
  { playerId, gameId }: { playerId: string; gameId: string },
  change: (stored: StoredSave | null, otherBytes: () => Promise<number>) => Promise<{ row: StoredSave | null; result: Result }>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    // The player's row, because a first save has none of its own, and because all saves count for the room that there is.
    await sql`select 1 from players where id = ${playerId} for no key update`.execute(trx);
    const stored = await findSave(trx, playerId, gameId);
    const { row, result } = await change(stored, () => sumOtherBytes(trx, playerId, gameId));
    if (row !== null) await writeSave(trx, playerId, gameId, row);
    return result;
  });
}

async function sumOtherBytes(trx: Transaction<DB>, playerId: string, gameId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes + former_bytes), 0)::int as bytes from game_saves
    where player_id = ${playerId} and game_id <> ${gameId}`.execute(trx);
  return rows[0]?.bytes ?? 0;
}

async function writeSave(trx: Transaction<DB>, playerId: string, gameId: string, row: StoredSave): Promise<void> {
  const values = {
    save: row.text,
    best: row.best,
    lower_is_better: row.isLowerBetter,
    revision: row.revision,
    saved_at: new Date(row.savedAt),
    chosen_at: row.chosenAt === null ? null : new Date(row.chosenAt),
    writer: row.writer,
    former: row.former?.text ?? null,
    former_saved_at: row.former ? new Date(row.former.savedAt) : null,
    former_reason: row.former?.reason ?? null,
  };
  await trx
    .insertInto('game_saves')
    .values({ player_id: playerId, game_id: gameId, ...values })
    .onConflict((on) => on.columns(['player_id', 'game_id']).doUpdateSet(values))
    .execute();
}

/** A player's saves that are there, the last saved first. @param after the last one of the previous page; its id is the game's */
export async function listSaves(db: Database, playerId: string, limit: number, after: TimeCursor | null) {
  return db
    .selectFrom('game_saves as s')
    .innerJoin('games as g', 'g.id', 's.game_id')
    .select([
      's.game_id',
      'g.title',
      's.best',
      's.bytes',
      's.revision',
      's.saved_at',
      's.former_saved_at',
      's.former_bytes',
      's.former_reason',
    ])
    .select(sql<boolean>`g.hidden_at is null`.as('is_visible'))
    .select(sql<ContentMark>`g.min_age`.as('min_age'))
    .where('s.player_id', '=', playerId)
    .where('s.save', 'is not', null)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(s.saved_at, s.game_id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::text collate "C")`),
    )
    .orderBy('s.saved_at', 'desc')
    .orderBy('s.game_id', 'desc')
    .limit(limit)
    .execute();
}

/** How many bytes a player's saves take, with the earlier ones. */
export async function sumBytes(db: Database, playerId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes + former_bytes), 0)::int as bytes from game_saves where player_id = ${playerId}`.execute(db);
  return rows[0]?.bytes ?? 0;
}
