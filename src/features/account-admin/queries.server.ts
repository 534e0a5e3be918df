import type { Database } from '../../infra/database/database.ts';
import type { Role } from '../../shared/permissions.ts';

export type AccountRow = {
  id: string;
  username: string;
  display_name: string;
  email: string;
  role: Role;
  deletes_at: Date | null;
  consent: string | null;
};

/** An account by its id. */
export async function findAccount(db: Database, id: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('players')
    .leftJoin('guardianships', 'guardianships.player_id', 'players.id')
    .select(['players.id', 'username', 'display_name', 'players.email', 'role', 'deletes_at', 'guardianships.state as consent'])
    .where('players.id', '=', id)
    .executeTakeFirst();
}
