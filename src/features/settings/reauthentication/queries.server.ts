import type { Database } from '../../../infra/database/database.ts';

/** A player's email address and password hash; the hash is null if they sign in with Google only. */
export async function findCredentials(
  db: Database,
  playerId: string,
): Promise<{ email: string; username: string; hash: string | null } | null> {
  const row = await db
    .selectFrom('players')
    .leftJoin('sign_ins', (join) => join.onRef('sign_ins.player_id', '=', 'players.id').on('sign_ins.provider', '=', 'credential'))
    .select(['email', 'username', 'password_hash'])
    .where('players.id', '=', playerId)
    .executeTakeFirst();
  return row ? { email: row.email, username: row.username, hash: row.password_hash } : null;
}
