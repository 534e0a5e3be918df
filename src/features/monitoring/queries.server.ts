import { sql } from 'kysely';
import type { Database } from '../../infra/database/database.ts';

/** Further ones are not counted: a long queue must not make every look at it long. */
const COUNTED_MAX = 10_000;

/**
 * What waits in each queue: how many jobs are due, and for how many seconds the oldest of them has been; of a longer queue, the oldest of those
 * that are counted, which run first. `not blocked` is what the queue's own index for its next jobs says.
 */
export async function listQueueFigures(
  db: Database,
  queues: readonly string[],
): Promise<{ name: string; waiting: number; oldestSeconds: number }[]> {
  const { rows } = await sql<{ name: string; waiting: number; oldestSeconds: number }>`
    select q.name, due.waiting, coalesce(extract(epoch from now() - due.oldest), 0)::float8 as "oldestSeconds"
    from unnest(${sql.val([...queues])}::text[]) as q (name)
    cross join lateral (
      select count(*)::int as waiting, min(start_after) as oldest from (
        select start_after from pgboss.job
        where name = q.name and state < 'active' and not blocked and start_after <= now()
        order by priority desc, created_on limit ${COUNTED_MAX}) as first) as due`.execute(db);
  return rows;
}

/** How many mails have not been sent, those included that are tried again later. At most {@link COUNTED_MAX}. */
export async function countMails(db: Database, queue: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from pgboss.job where name = ${queue} and state < 'active' and not blocked limit ${COUNTED_MAX}) as waiting`.execute(db);
  return rows[0]?.count ?? 0;
}

type KnownBackups = { noted: string | null; notedFull: string | null; archivedAt: number | null };

/**
 * What PostgreSQL knows of its backups. `noted`: what the program that makes them has written down with this database (`alter database ... set
 * kiddo.last_backup`, and `kiddo.last_full_backup` too if it was a full one), as it stands there; null: nothing. `archivedAt`: when the last piece of the write-ahead log was stored elsewhere, or
 * since when none was, in seconds since 1970; null: it is not archived.
 */
export async function findBackups(db: Database): Promise<KnownBackups> {
  // Read from the catalog: a connection has the value of the time when it was opened.
  const { rows } = await sql<KnownBackups>`
    with noted as (
      select split_part(setting, '=', 1) as name, split_part(setting, '=', 2) as value
      from pg_db_role_setting s, unnest(s.setconfig) as setting
      where s.setrole = 0 and s.setdatabase = (select oid from pg_database where datname = current_database()))
    select
      (select value from noted where name = 'kiddo.last_backup') as noted,
      (select value from noted where name = 'kiddo.last_full_backup') as "notedFull",
      (select extract(epoch from coalesce(last_archived_time, stats_reset))::float8
       from pg_stat_archiver where current_setting('archive_mode') <> 'off') as "archivedAt"`.execute(db);
  return rows[0] ?? { noted: null, notedFull: null, archivedAt: null };
}
