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

/** Whether the session with this token hash is remembered after the browser closes. */
export async function isRemembered(db: Database, hash: string): Promise<boolean> {
  const row = await db.selectFrom('sessions').select('remembered').where('token_hash', '=', hash).executeTakeFirst();
  return row?.remembered ?? false;
}

/** Makes a session end when the browser closes. */
export async function endSessionWithBrowser(db: Database, hash: string, until: Date): Promise<void> {
  await db.updateTable('sessions').set({ remembered: false, expires_at: until }).where('token_hash', '=', hash).execute();
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
