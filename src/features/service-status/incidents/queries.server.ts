import type { Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import type { Incident, Part } from '../schema.ts';

/** What is stored of an incident. */
export type IncidentColumns = {
  title: string;
  body: string;
  parts: Part[];
  effect: Incident['effect'];
  started_at: Date;
  ended_at: Date | null;
};

/** Locks an incident, so that its changes follow each other. @returns null if it is gone */
export async function lockIncident(trx: Transaction<DB>, id: string): Promise<(IncidentColumns & { version: number }) | null> {
  const row = await trx
    .selectFrom('incidents')
    .select(['version', 'title', 'body', 'parts', 'effect', 'started_at', 'ended_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ? { ...row, parts: row.parts as Part[] } : null;
}

/** @returns false if it is there already: the form was sent twice */
export async function insertIncident(trx: Transaction<DB>, id: string, columns: IncidentColumns): Promise<boolean> {
  const done = await trx
    .insertInto('incidents')
    .values({ id, ...columns })
    .onConflict((on) => on.column('id').doNothing())
    .executeTakeFirst();
  return Number(done.numInsertedOrUpdatedRows) > 0;
}

/** Changes an incident, which becomes a new version. */
export async function updateIncident(trx: Transaction<DB>, id: string, columns: Partial<IncidentColumns>): Promise<void> {
  await trx
    .updateTable('incidents')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** @returns false if it is there already: the form was sent twice */
export async function insertUpdate(
  trx: Transaction<DB>,
  update: { id: string; incidentId: string; at: Date; body: string },
): Promise<boolean> {
  const done = await trx
    .insertInto('incident_updates')
    .values({ id: update.id, incident_id: update.incidentId, at: update.at, body: update.body })
    .onConflict((on) => on.column('id').doNothing())
    .executeTakeFirst();
  return Number(done.numInsertedOrUpdatedRows) > 0;
}

/** Deletes an incident with its updates. */
export async function deleteIncident(trx: Transaction<DB>, id: string): Promise<void> {
  await trx.deleteFrom('incidents').where('id', '=', id).execute();
}
