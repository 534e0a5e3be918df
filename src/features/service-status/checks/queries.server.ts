import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { PARTS, type Part } from '../schema.ts';
import type { CheckResult } from './rules.ts';

/** Takes a minute. @returns false if another worker has it */
export async function claimMinute(db: Database, minute: Date): Promise<boolean> {
  const done = await db
    .insertInto('status_runs')
    .values({ minute })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return Number(done.numInsertedOrUpdatedRows) > 0;
}

/** Gives a minute back, because nothing could be stored. */
export async function releaseMinute(db: Database, minute: Date): Promise<void> {
  await db.deleteFrom('status_runs').where('minute', '=', minute).execute();
}

/** Lets one process at a time record checks, until the end of the transaction. */
export async function lockRecords(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('service status', 0))`.execute(trx);
}

/** The last minute that was checked, and when that began. */
export async function findLastMinute(trx: Transaction<DB>): Promise<{ minute: Date; checkedAt: Date } | undefined> {
  const { rows } = await sql<{ minute: Date; checkedAt: Date }>`
    select minute, checked_at as "checkedAt" from status_checks where checked_at is not null order by minute desc limit 1`.execute(trx);
  return rows[0];
}

/**
 * Counts the minutes in which nothing ran as down, for all parts. The checks themselves get rows as far back as they are kept.
 * @param minutes the first one and the last one
 */
export async function insertGap(trx: Transaction<DB>, minutes: { from: Date; to: Date }, keptSince: Date): Promise<void> {
  const parts = sql`unnest(${sql.val([...PARTS])}::text[]) p`;
  await sql`
    insert into status_checks (minute, part, state)
    select m, p, 'down' from generate_series(greatest(${minutes.from}::timestamptz, ${keptSince}), ${minutes.to}, '1 minute') m, ${parts}
    on conflict do nothing`.execute(trx);
  // By the day, not by the minute: after a long time away that would be half a million minutes for each part.
  const [first, end] = [sql`${minutes.from}::timestamptz`, sql`${minutes.to}::timestamptz + interval '1 minute'`];
  const midnight = sql`day::timestamp at time zone 'Africa/Nairobi'`;
  await sql`
    insert into status_days as d (day, part, down)
    select day::date, p, extract(epoch from least(${end}, ${midnight} + interval '1 day') - greatest(${first}, ${midnight})) / 60
    from generate_series((${first} at time zone 'Africa/Nairobi')::date, (${minutes.to}::timestamptz at time zone 'Africa/Nairobi')::date,
      '1 day') day, ${parts}
    on conflict (day, part) do update set down = d.down + excluded.down`.execute(trx);
}

/** Stores what a minute's checks found, and adds it to the day; what is there already stays. */
export async function insertChecks(
  trx: Transaction<DB>,
  at: { minute: Date; checkedAt: Date },
  results: readonly (CheckResult & { part: Part })[],
): Promise<void> {
  const column = <Key extends keyof (typeof results)[number]>(key: Key) => results.map((result) => result[key]);
  await sql`
    with added as (
      insert into status_checks (minute, part, state, checked_at, duration_ms, error)
      select ${at.minute}, r.part, r.state, ${at.checkedAt}, r.ms, r.error
      from unnest(${column('part')}::text[], ${column('state')}::text[], ${column('durationMs')}::int[], ${column('error')}::text[])
        as r (part, state, ms, error)
      on conflict do nothing returning part, state)
    insert into status_days as d (day, part, worked, slow, down)
    select (${at.minute}::timestamptz at time zone 'Africa/Nairobi')::date, part,
      (state = 'works')::int, (state = 'slow')::int, (state = 'down')::int from added
    on conflict (day, part) do update set worked = d.worked + excluded.worked, slow = d.slow + excluded.slow, down = d.down + excluded.down`.execute(
    trx,
  );
}

/** Deletes checks before a time; the last one stays, because the next one looks at it. */
export async function deleteChecks(db: Database, before: Date): Promise<void> {
  await sql`
    delete from status_checks where minute < ${before}
      and minute < (select max(minute) from status_checks where checked_at is not null)`.execute(db);
  await db.deleteFrom('status_runs').where('minute', '<', before).execute();
}

/** Deletes the sums of days before one, and incidents that were over by then. */
export async function deleteDays(db: Database, day: string, before: Date): Promise<void> {
  await sql`delete from status_days where day < ${day}::date`.execute(db);
  await db.deleteFrom('incidents').where('ended_at', '<', before).execute();
}
