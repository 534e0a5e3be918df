import type { Insertable, Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';

/** Locks the demo players under 18 who have these addresses and never had a guardian. */
export async function lockPlayersWithoutGuardian(trx: Transaction<DB>, emails: string[]): Promise<{ id: string; username: string }[]> {
  const players = await trx
    .selectFrom('players')
    .select(['id', 'username'])
    .where('email', 'in', emails)
    .where('is_demo', '=', true)
    .where('age_band', '<', 18)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (players.length === 0) return [];
  // A statement of its own: one that waited for the lock would not see what was inserted meanwhile.
  const known = await trx
    .selectFrom('guardianships')
    .select('player_id')
    .where(
      'player_id',
      'in',
      players.map(({ id }) => id),
    )
    .execute();
  return players.filter(({ id }) => !known.some(({ player_id }) => player_id === id));
}

/** The rows of one consent. */
export type DemoConsent = {
  guardian: Insertable<DB['guardians']>;
  guardianship: Insertable<DB['guardianships']>;
  record: Insertable<DB['consent_records']>;
};

/** Inserts guardians who have agreed, with the records of it. */
export async function insertConsents(trx: Transaction<DB>, consents: DemoConsent[]): Promise<void> {
  if (consents.length === 0) return;
  await trx
    .insertInto('guardians')
    .values(consents.map(({ guardian }) => guardian))
    .execute();
  await trx
    .insertInto('guardianships')
    .values(consents.map(({ guardianship }) => guardianship))
    .execute();
  await trx
    .insertInto('consent_records')
    .values(consents.map(({ record }) => record))
    .execute();
}
