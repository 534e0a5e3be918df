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
  /** A guardian is asked at an address that our team named. */
  is_asked_by_team: boolean;
  /** A report about the player, or something that they asked help for, is not decided. */
  has_open_report: boolean;
  has_open_help: boolean;
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
    .select((select) => [
      select
        .exists(
          select
            .selectFrom('guardianships as g')
            .whereRef('g.player_id', '=', 'players.id')
            .where('g.state', '=', 'asked')
            .where('g.is_asked_by_team', '=', true),
        )
        .$castTo<boolean>()
        .as('is_asked_by_team'),
      select
        .exists(
          select
            .selectFrom('player_reports as r')
            .whereRef('r.reported_player_id', '=', 'players.id')
            .where('r.state', 'in', ['new', 'reviewing']),
        )
        .$castTo<boolean>()
        .as('has_open_report'),
      select
        .exists(
          select.selectFrom('help_requests as h').whereRef('h.player_id', '=', 'players.id').where('h.state', 'in', ['new', 'reviewing']),
        )
        .$castTo<boolean>()
        .as('has_open_help'),
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}
