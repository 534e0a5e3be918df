import { sql } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { AgeBand } from '../../../shared/permissions.ts';

export type RecordRow = {
  age_band: AgeBand | null;
  reports_sent: number;
  reports_upheld: number;
  reports_received: number;
  reporters: number;
  friends: number;
};

/** The figures of a player; undefined if there is no such player. Each by an index of the player. */
export async function findRecord(db: Database, playerId: string): Promise<RecordRow | undefined> {
  const { rows } = await sql<RecordRow>`
    select p.age_band,
      (select count(*)::int from player_reports r where r.reporter_id = p.id)
        + (select count(*)::int from reports r where r.player_id = p.id) as reports_sent,
      (select count(*)::int from player_reports r where r.reporter_id = p.id and r.state = 'resolved')
        + (select count(*)::int from reports r where r.player_id = p.id and r.state = 'resolved') as reports_upheld,
      (select count(*)::int from player_reports r where r.reported_player_id = p.id) as reports_received,
      (select count(distinct r.reporter_id)::int from player_reports r where r.reported_player_id = p.id) as reporters,
      (select count(*)::int from friendships f where f.low_id = p.id and f.state = 'accepted')
        + (select count(*)::int from friendships f where f.high_id = p.id and f.state = 'accepted') as friends
    from players p where p.id = ${playerId}`.execute(db);
  return rows[0];
}

/** The names that a player had before, newest first. */
export async function listFormerNames(
  db: Database,
  playerId: string,
  limit: number,
): Promise<{ username: string; display_name: string; until: Date }[]> {
  return db
    .selectFrom('former_names')
    .select(['username', 'display_name', 'until'])
    .where('player_id', '=', playerId)
    .orderBy('until', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** How often each kind was refused of what a player wrote since a day, most frequent first. What is soft, and friendships, are not refused. */
export async function listRefusedKinds(db: Database, playerId: string, kinds: readonly string[], since: Date) {
  const { rows } = await sql<{ kind: string; times: number }>`
    select kind, sum(times)::int as times from risk_signals
    where player_id = ${playerId} and last_at > ${since} and kind = any(${sql.val([...kinds])}::text[])
    group by kind order by times desc, kind`.execute(db);
  return rows;
}

/** Where a player is signed in, last seen first. */
export async function listDevices(
  db: Database,
  playerId: string,
  now: Date,
  limit: number,
): Promise<{ id: string; user_agent: string | null; updated_at: Date }[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'updated_at'])
    .where('player_id', '=', playerId)
    .where('expires_at', '>', now)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The pictures that a player uploaded, newest first. */
export async function listUploads(db: Database, playerId: string, limit: number) {
  return db
    .selectFrom('avatar_uploads')
    .select(['id', 'state', 'created_at'])
    .where('player_id', '=', playerId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Notes of the team about a player, newest first. */
export async function listNotes(db: Database, playerId: string, limit: number) {
  return db
    .selectFrom('audit_log')
    .select(['id', 'at', 'actor_name', 'note'])
    .where('subject_kind', '=', 'player')
    .where('subject_id', '=', playerId)
    .where('action', '=', 'note')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
