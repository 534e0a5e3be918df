import { sql, type Transaction } from 'kysely';
import type { DB } from '../../infra/database/tables.ts';
import type { HelpRequestKind } from './schema.ts';

/** Locks a player's row, so that of two requests at once the second finds the first. @returns whether the player exists */
export async function lockAsker(trx: Transaction<DB>, playerId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from players where id = ${playerId} for no key update`.execute(trx);
  return rows.length > 0;
}

/** The open request of a player. */
export async function findOpenRequest(trx: Transaction<DB>, playerId: string) {
  return trx
    .selectFrom('help_requests')
    .select(['id', 'kind', 'is_asked', 'words'])
    .where('player_id', '=', playerId)
    .where('state', 'in', ['new', 'reviewing'])
    .executeTakeFirst();
}

/** Adds to an open request. */
export async function updateRequest(
  trx: Transaction<DB>,
  id: string,
  change: { kind: HelpRequestKind; isAsked: boolean; words: string },
): Promise<void> {
  await trx
    .updateTable('help_requests')
    .set({ kind: change.kind, is_asked: change.isAsked, words: change.words })
    .where('id', '=', id)
    .execute();
}

/** Saves a request. @param noticedOn the day (ISO) if a message alone made it @returns false if one was made of a message on this day */
export async function insertRequest(
  trx: Transaction<DB>,
  request: { id: string; playerId: string; kind: HelpRequestKind; isAsked: boolean; noticedOn: string | null; words: string; at: Date },
): Promise<boolean> {
  const done = await trx
    .insertInto('help_requests')
    .values({
      id: request.id,
      player_id: request.playerId,
      kind: request.kind,
      is_asked: request.isAsked,
      noticed_on: request.noticedOn,
      words: request.words,
      created_at: request.at,
    })
    .onConflict((on) => on.columns(['player_id', 'noticed_on']).doNothing())
    .executeTakeFirst();
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
