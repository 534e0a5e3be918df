import type { Database } from '../../../infra/database/database.ts';

/** A player's email address, password hash (null if they sign in with Google only), and whether two-factor is on. */
export async function findCredentials(
  db: Database,
  playerId: string,
): Promise<{ email: string; username: string; hash: string | null; twoFactor: boolean } | null> {
  const row = await db
    .selectFrom('players')
    .leftJoin('identities', (join) => join.onRef('identities.player_id', '=', 'players.id').on('identities.provider', '=', 'credential'))
    .select(['email', 'username', 'password_hash', 'two_factor'])
    .where('players.id', '=', playerId)
    .executeTakeFirst();
  return row ? { email: row.email, username: row.username, hash: row.password_hash, twoFactor: row.two_factor } : null;
}
