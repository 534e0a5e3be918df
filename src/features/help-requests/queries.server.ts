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

/** The request that a message alone made on a day (ISO). */
export async function findNoticedRequest(trx: Transaction<DB>, playerId: string, noticedOn: string) {
  return trx
    .selectFrom('help_requests')
    .select(['id', 'kind', 'is_asked', 'words'])
    .where('player_id', '=', playerId)
    .where('noticed_on', '=', sql<Date>`${noticedOn}::date`)
    .executeTakeFirst();
}

/**
 * Adds to a request. One that was decided is open again: nobody has read what is added, and its 24 hours begin anew. Then, and if it becomes
 * graver, the team is called for it once more.
 * @param isGraver whether its kind is more urgent than before
 */
export async function updateRequest(
  trx: Transaction<DB>,
  id: string,
  change: { kind: HelpRequestKind; isGraver: boolean; isAsked: boolean; words: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('help_requests')
    .set({
      kind: change.kind,
      is_asked: change.isAsked,
      words: change.words,
      state: sql`case when state in ('resolved', 'dismissed') then 'new' else state end`,
      opened_at: sql`case when state in ('resolved', 'dismissed') then ${change.at}::timestamptz else opened_at end`,
      decided_at: null,
    })
    .where('id', '=', id)
    .execute();
  if (change.isGraver)
    await trx
      .updateTable('case_alerts')
      .set({ is_void: true })
      .where('kind', '=', 'help')
      .where('subject_id', '=', id)
      .where('reason', '=', 'urgent')
      .execute();
}

/** Saves a request. @param noticedOn the day (ISO) if a message alone made it: one a day */
export async function insertRequest(
  trx: Transaction<DB>,
  request: { id: string; playerId: string; kind: HelpRequestKind; isAsked: boolean; noticedOn: string | null; words: string; at: Date },
): Promise<void> {
  await trx
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
    .execute();
}
