import { sql } from 'kysely';
import type { Database, Prepared } from '../../../infra/database/database.ts';

export type SessionRow = {
  id: string;
  player_id: string;
  remembered: boolean;
  updated_at: Date;
  username: string;
  display_name: string;
  avatar_url: string | null;
  role: 'player' | 'moderator' | 'operator';
};

const SESSION = {
  name: 'session',
  text: `select s.id, s.player_id, s.remembered, s.updated_at, p.username, p.display_name, p.avatar_url, p.role
    from sessions s join players p on p.id = s.player_id
    where s.token_hash = $1 and s.expires_at > $2 and p.email_confirmed`,
};

/** The session with this token's hash and its player, unless it is over. */
export async function sessionByHash(prepared: Prepared, tokenHash: string, now: Date): Promise<SessionRow | null> {
  const [row] = await prepared<SessionRow>(SESSION, [tokenHash, now]);
  return row ?? null;
}

/** Notes that a session is in use and moves its end. */
export async function touchSession(db: Database, id: string, now: Date, expiresAt: Date | null): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ updated_at: now, ...(expiresAt ? { expires_at: expiresAt } : {}) })
    .where('id', '=', id)
    .execute();
}

/** Ends one session. */
export async function deleteSession(db: Database, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Ends every session of a player. @returns how many there were. */
export async function deleteSessionsOf(db: Database, playerId: string): Promise<number> {
  const { rows } = await sql`delete from sessions where player_id = ${playerId} returning id`.execute(db);
  return rows.length;
}
