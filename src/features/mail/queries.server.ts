import { sql } from 'kysely';
import type { Database } from '../../infra/database/database.ts';

export type WaitingJob = { id: string; data: unknown };

/** Letters in the post, whatever became of them. The queue's tables are there from its first job on. @param after the last one seen */
export async function waitingLetters(db: Database, queue: string, after: string | null, limit: number): Promise<WaitingJob[]> {
  const { rows: there } = await sql<{ is: boolean }>`select to_regclass('pgboss.job') is not null as is`.execute(db);
  if (!there[0]?.is) return [];
  const { rows } = await sql<WaitingJob>`
    select id, data from pgboss.job where name = ${queue} ${after === null ? sql`` : sql`and id > ${after}`} order by id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Takes letters out of the post. */
export async function deleteLetters(db: Database, ids: string[]): Promise<void> {
  if (ids.length > 0) await sql`delete from pgboss.job where id = any (${ids}::uuid[])`.execute(db);
}
