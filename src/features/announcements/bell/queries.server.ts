import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { AgeBand } from '../../../shared/permissions.ts';
import { audienceCondition } from '../audience.rules.ts';

/** Announcements that run and have not told all players yet, the first that began first. */
export async function listUnfinished(db: Database, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from announcements
    where has_bell and bell_done_at is null and ended_at is null and starts_at <= ${now} and ends_at > ${now}
    order by starts_at, id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Forgets the places of announcements that tell nobody any more: they are ids of players. */
export async function clearCursors(db: Database, now: Date): Promise<void> {
  await sql`update announcements set bell_cursor = null
    where bell_cursor is not null and (bell_done_at is not null or ended_at is not null or ends_at <= ${now})`.execute(db);
}

/** The next players by id, and whether the bell tells them. */
type Candidate = { id: string; is_included: boolean };

/**
 * The players after the last one that was looked at. Their rows stay until the commit: an account that is erased meanwhile is either gone
 * before, or waits. Not told: who is banned, leaves, did not confirm the address, whose age is not known or not in `bands`, and everybody
 * whom the announcement is not for.
 */
export async function listCandidates(
  trx: Transaction<DB>,
  { id, cursor, bands, now, limit }: { id: number; cursor: string | null; bands: readonly AgeBand[]; now: Date; limit: number },
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    with next as (
      select id, email_confirmed, deletes_at, closed_as, age_band from players
      ${cursor === null ? sql`` : sql`where id > ${cursor}::uuid`} order by id limit ${limit} for key share
    )
    select p.id, p.email_confirmed and p.deletes_at is null and p.closed_as is null and p.age_band is not null
      and p.age_band = any (${bands}::smallint[])
      and not exists (select 1 from sanctions b where b.player_id = p.id and b.kind = 'ban' and b.lifted_at is null
        and (b.until is null or b.until > ${now}))
      and (select ${sql.raw(audienceCondition('a', 'p.id', 'moment.at'))} from announcements a, (select ${now}::timestamptz as at) moment
        where a.id = ${id}) as is_included
    from next p order by p.id`.execute(trx);
  return rows;
}

/** Records how far a locked announcement is. @param done when all players were looked at; null if there are more */
export async function saveProgress(
  trx: Transaction<DB>,
  id: number,
  { cursor, notified, done }: { cursor: string | null; notified: number; done: Date | null },
): Promise<void> {
  await sql`update announcements set bell_cursor = ${cursor}, bell_count = bell_count + ${notified}, bell_done_at = ${done}
    where id = ${id}`.execute(trx);
}
