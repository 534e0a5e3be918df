import { sql } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';

/** How a player signs in, and where to write to them. */
export async function findSignIn(db: Database, playerId: string) {
  return db
    .selectFrom('players')
    .leftJoin('sign_ins', (join) => join.onRef('sign_ins.player_id', '=', 'players.id').on('sign_ins.provider', '=', 'credential'))
    .select(['email', 'username', 'two_factor', 'password_hash'])
    .where('players.id', '=', playerId)
    .executeTakeFirst();
}

export type SessionRow = {
  id: string;
  token_hash: string;
  address: string | null;
  device: string | null;
  created_at: Date;
  updated_at: Date;
};

/** The sessions of a player that are not over: this one first, then the last used. @param hash of this one's token */
export async function listSessions(db: Database, playerId: string, hash: string, now: Date, limit: number): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select id, token_hash, address, device, created_at, updated_at from sessions
    where player_id = ${playerId} and expires_at > ${now}
    order by (token_hash = ${hash}) desc, updated_at desc, id limit ${limit}`.execute(db);
  return rows;
}

/** Whether the session with this token's hash is to outlast the browser. */
export async function isRemembered(db: Database, hash: string): Promise<boolean> {
  const row = await db.selectFrom('sessions').select('remembered').where('token_hash', '=', hash).executeTakeFirst();
  return row?.remembered ?? false;
}

/** A session is not to outlast the browser. */
export async function endSessionWithBrowser(db: Database, hash: string, until: Date): Promise<void> {
  await db.updateTable('sessions').set({ remembered: false, expires_at: until }).where('token_hash', '=', hash).execute();
}

/** Ends one session of a player. @returns the hash of its token, or null where there is none of theirs */
export async function deleteOwnSession(db: Database, playerId: string, id: string): Promise<string | null> {
  const row = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('player_id', '=', playerId)
    .returning('token_hash')
    .executeTakeFirst();
  return row?.token_hash ?? null;
}

/** Sets a password where it still is the one that was asked for. @returns whether it was */
export async function changePassword(db: Database, playerId: string, before: string, after: string, now: Date): Promise<boolean> {
  const done = await db
    .updateTable('sign_ins')
    .set({ password_hash: after, updated_at: now })
    .where('player_id', '=', playerId)
    .where('provider', '=', 'credential')
    .where('password_hash', '=', before)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}
