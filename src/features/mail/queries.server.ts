import { sql } from 'kysely';
import type { Database } from '../../infra/database/database.ts';

export type QueuedJob = { id: string; data: unknown };

/** Email jobs in any state. The queue's tables do not exist before the first job. @param after id of the last job of the previous page */
export async function listQueuedEmails(db: Database, queue: string, after: string | null, limit: number): Promise<QueuedJob[]> {
  const { rows: there } = await sql<{ is: boolean }>`select to_regclass('pgboss.job') is not null as is`.execute(db);
  if (!there[0]?.is) return [];
  const { rows } = await sql<QueuedJob>`
    select id, data from pgboss.job where name = ${queue} ${after === null ? sql`` : sql`and id > ${after}`} order by id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Deletes email jobs. */
export async function deleteQueuedEmails(db: Database, ids: string[]): Promise<void> {
  if (ids.length > 0) await sql`delete from pgboss.job where id = any (${ids}::uuid[])`.execute(db);
}
