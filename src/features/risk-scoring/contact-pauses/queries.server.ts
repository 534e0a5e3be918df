import { sql, type Kysely, type Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import { REPORTERS_MAX, type Reporter } from './rules.ts';

/** One report about a player at a time: the third of three that come at once sees the others. Take it before any other lock. */
export async function lockReportsAbout(trx: Transaction<DB>, playerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reports about ${playerId}`}, 0))`.execute(trx);
}

/** A reporter, and when their newest report came. */
export type ReporterRow = Reporter & { reportedAt: Date };

/**
 * Who has an open report about a player since a time, the newest last, and which of them are friends. Empty if the player is of the team.
 * @param dismissedSince who had a report about this player dismissed since then is left out
 */
export async function listReporters(
  trx: Transaction<DB>,
  playerId: string,
  since: Date,
  dismissedSince: Date,
): Promise<{ reporters: ReporterRow[]; friendPairs: [string, string][] }> {
  const { rows: reporters } = await sql<ReporterRow>`
    select p.id, to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD') as "joinedOn", newest.at as "reportedAt"
    from (
      select reporter_id, max(created_at) as at from player_reports r
      where reported_player_id = ${playerId} and state in ('new', 'reviewing') and created_at > ${since} and reporter_id is not null
        and exists (select from players s where s.id = r.reported_player_id and s.role = 'player')
        and not exists (
          select from player_reports d where d.reporter_id = r.reporter_id and d.reported_player_id = ${playerId} and d.state = 'dismissed'
            and d.decided_at > ${dismissedSince})
      group by reporter_id order by at desc limit ${REPORTERS_MAX}
    ) newest join players p on p.id = newest.reporter_id order by newest.at, p.id`.execute(trx);
  const ids = reporters.map(({ id }) => id);
  const { rows } = await sql<{ low_id: string; high_id: string }>`
    select low_id, high_id from friendships
    where state = 'accepted' and low_id = any (${ids}::uuid[]) and high_id = any (${ids}::uuid[])`.execute(trx);
  return { reporters, friendPairs: rows.map((row) => [row.low_id, row.high_id]) };
}

/** Pauses a player's new contacts. @returns false if they are paused already */
export async function insertPause(trx: Transaction<DB>, playerId: string, at: Date): Promise<boolean> {
  const done = await trx
    .insertInto('contact_pauses')
    .values({ player_id: playerId, paused_at: at })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Ends the pause of a player that began at this time or before. @returns whether there was one */
export async function deletePause(trx: Transaction<DB>, playerId: string, upTo: Date): Promise<boolean> {
  const done = await trx.deleteFrom('contact_pauses').where('player_id', '=', playerId).where('paused_at', '<=', upTo).executeTakeFirst();
  return done.numDeletedRows > 0n;
}

/** Since when a player's new contacts are paused, or null. */
export async function findPause(db: Kysely<DB>, playerId: string): Promise<Date | null> {
  const row = await db.selectFrom('contact_pauses').select('paused_at').where('player_id', '=', playerId).executeTakeFirst();
  return row?.paused_at ?? null;
}
