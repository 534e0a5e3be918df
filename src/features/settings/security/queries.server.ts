import { sql } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';

/** How a player signs in, and their email address. */
export async function findSignIn(db: Database, playerId: string) {
  return db
    .selectFrom('players')
    .leftJoin('identities', (join) => join.onRef('identities.player_id', '=', 'players.id').on('identities.provider', '=', 'credential'))
    .select(['email', 'username', 'display_name', 'two_factor', 'password_hash'])
    .where('players.id', '=', playerId)
    .executeTakeFirst();
}

export type SessionRow = {
  id: string;
  token_hash: string;
  ip_address: string | null;
  user_agent: string | null;
  created_at: Date;
  updated_at: Date;
};

/** A player's active sessions: the current one first, then by last use. @param hash token hash of the current session */
export async function listSessions(db: Database, playerId: string, hash: string, now: Date, limit: number): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select id, token_hash, ip_address, user_agent, created_at, updated_at from sessions
    where player_id = ${playerId} and expires_at > ${now}
    order by (token_hash = ${hash}) desc, updated_at desc, id limit ${limit}`.execute(db);
  return rows;
}

/** When a session began and ends, and whether it is remembered after the browser closes. */
export type SessionLifetime = { created_at: Date; expires_at: Date; remembered: boolean };

/** The lifetime of the session with this token hash; undefined if it has ended. */
export async function findLifetime(db: Database, hash: string): Promise<SessionLifetime | undefined> {
  return db.selectFrom('sessions').select(['created_at', 'expires_at', 'remembered']).where('token_hash', '=', hash).executeTakeFirst();
}

/** Gives a session the lifetime of another one. */
export async function setLifetime(db: Database, hash: string, lifetime: SessionLifetime): Promise<void> {
  await db.updateTable('sessions').set(lifetime).where('token_hash', '=', hash).execute();
}

/** Ends one session of a player. @returns its token hash, or null if the player has no such session */
export async function deleteOwnSession(db: Database, playerId: string, id: string): Promise<string | null> {
  const row = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('player_id', '=', playerId)
    .returning('token_hash')
    .executeTakeFirst();
  return row?.token_hash ?? null;
}

/** Changes the password if it is still the one that was verified. @returns whether it was */
export async function changePassword(db: Database, playerId: string, before: string, after: string, now: Date): Promise<boolean> {
  const done = await db
    .updateTable('identities')
    .set({ password_hash: after, updated_at: now })
    .where('player_id', '=', playerId)
    .where('provider', '=', 'credential')
    .where('password_hash', '=', before)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}
