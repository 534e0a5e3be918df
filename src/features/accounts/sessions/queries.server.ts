import { sql } from 'kysely';
import type { Database, QueryPrepared } from '../../../infra/database/database.ts';
import type { AgeBand } from '../../../shared/permissions.ts';
import { unreadCount } from '../../notifications/rules.ts';
import { premiumCondition } from '../../premium/rules.ts';

export type SessionRow = {
  id: string;
  player_id: string;
  remembered: boolean;
  updated_at: Date;
  username: string;
  display_name: string;
  avatar_url: string | null;
  role: 'player' | 'moderator' | 'operator';
  premium: boolean;
  /** Whether a code was entered for this session, and two-factor is still on. */
  second_step: boolean;
  is_demo: boolean;
  /** Unread notifications: nearly every request is for a page that shows their number, and a statement of its own costs more. */
  unread: number;
  /** When the account will be deleted, if the player asked for that. */
  deletes_at: Date | null;
  /** Null: the player has not said yet how old they are. */
  age_band: AgeBand | null;
};

/** SQL condition: the player `p` has a ban that is active at $2. */
const IS_BANNED = `exists (select 1 from sanctions x where x.player_id = p.id and x.kind = 'ban' and x.lifted_at is null
    and (x.until is null or x.until > $2))`;

/**
 * SQL expression: when the session `s` of the player `p` ends, which is 12 hours after it began if the player is on the team. A trigger of
 * `migrations/0021_staff_sessions.sql` limits the table's end likewise, but not of a session that begins while its player gets the role.
 */
const SESSION_END = `least(s.expires_at, case when p.role <> 'player' then s.created_at + interval '12 hours' end)`;

const SESSION_QUERY = {
  name: 'session',
  text: `select s.id, s.player_id, s.remembered, s.updated_at, p.username, p.display_name, p.avatar_url, p.role, p.deletes_at, p.age_band,
    p.is_demo, s.second_step and p.two_factor as second_step,
    ${premiumCondition('p.id', '$2')} as premium, ${unreadCount('p.id')} as unread
    from sessions s join players p on p.id = s.player_id
    where s.token_hash = $1 and ${SESSION_END} > $2 and p.email_confirmed and (p.deletes_at is null or p.deletes_at > $2) and p.closed_as is null and not ${IS_BANNED}`,
};

/**
 * The session with this token hash and its player. Null if it has expired, or the player is banned, unconfirmed or past the deletion date, or
 * the account is closed.
 */
export async function findSessionByHash(prepared: QueryPrepared, tokenHash: string, now: Date): Promise<SessionRow | null> {
  const [row] = await prepared<SessionRow>(SESSION_QUERY, [tokenHash, now]);
  return row ?? null;
}

/** Records that a session was used. Its end stays: it was decided at the sign-in. */
export async function touchSession(db: Database, id: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ updated_at: now }).where('id', '=', id).execute();
}

/** Ends one session. */
export async function deleteSession(db: Database, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Ends the player's other sessions. @param hash token hash of the session to keep. @returns the token hashes of the ended sessions */
export async function deleteOtherSessions(db: Database, playerId: string, hash: string): Promise<string[]> {
  const { rows } = await sql<{ token_hash: string }>`
    delete from sessions where player_id = ${playerId} and token_hash <> ${hash} returning token_hash`.execute(db);
  return rows.map((row) => row.token_hash);
}

/** Ends every session of a player. @returns the number of sessions. */
export async function deleteAllSessions(db: Database, playerId: string): Promise<number> {
  const { rows } = await sql`delete from sessions where player_id = ${playerId} returning id`.execute(db);
  return rows.length;
}

/** Which of these sessions are active: not expired, and their player is not banned and has not requested deletion. */
export async function findActiveSessions(db: Database, hashes: string[], now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ token_hash: string }>`
    select token_hash from sessions s join players p on p.id = s.player_id
    where token_hash = any (${hashes}::text[]) and ${sql.raw(SESSION_END)} > ${now} and p.deletes_at is null
      and not exists (select 1 from sanctions x where x.player_id = s.player_id and x.kind = 'ban' and x.lifted_at is null
        and (x.until is null or x.until > ${now}))`.execute(db);
  return new Set(rows.map((row) => row.token_hash));
}

/** The player's active ban, the longest one if there are several. `until` null: until it is lifted. */
export async function findActiveBan(db: Database, playerId: string, now: Date): Promise<{ until: Date | null; why: string } | null> {
  const { rows } = await sql<{ until: Date | null; why: string }>`
    select until, why from sanctions
    where player_id = ${playerId} and kind = 'ban' and lifted_at is null and (until is null or until > ${now})
    order by until desc nulls first limit 1`.execute(db);
  return rows[0] ?? null;
}

/** When the account of a player is erased, and why it is closed, if it is. */
export async function findAccountEnd(
  db: Database,
  playerId: string,
): Promise<{ deletes_at: Date | null; closed_as: string | null } | null> {
  return (await db.selectFrom('players').select(['deletes_at', 'closed_as']).where('id', '=', playerId).executeTakeFirst()) ?? null;
}

/** The player a session belongs to, whether or not they are allowed in. */
export async function findSessionOwner(db: Database, tokenHash: string): Promise<string | null> {
  const row = await db.selectFrom('sessions').select('player_id').where('token_hash', '=', tokenHash).executeTakeFirst();
  return row?.player_id ?? null;
}
