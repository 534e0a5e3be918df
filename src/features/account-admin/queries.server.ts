import type { Database } from '../../infra/database/database.ts';
import type { Role } from '../../shared/permissions.ts';

export type AccountRow = {
  id: string;
  username: string;
  display_name: string;
  email: string;
  role: Role;
  deletes_at: Date | null;
  has_consent: boolean;
};

/** An account by its id. */
export async function findAccount(db: Database, id: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('players')
    .select(['id', 'username', 'display_name', 'email', 'role', 'deletes_at'])
    .select((select) =>
      select
        .exists(select.selectFrom('guardianships as g').whereRef('g.player_id', '=', 'players.id').where('g.state', '=', 'given'))
        .$castTo<boolean>()
        .as('has_consent'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
}
