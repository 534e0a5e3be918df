import type { Insertable, Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';

/** Locks the demo players under 18 who have these addresses and never had a guardian. */
export async function lockPlayersWithoutGuardian(trx: Transaction<DB>, emails: string[]): Promise<{ id: string; username: string }[]> {
  return trx
    .selectFrom('players as p')
    .select(['p.id', 'p.username'])
    .where('p.email', 'in', emails)
    .where('p.is_demo', '=', true)
    .where('p.age_band', '<', 18)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('guardianships as g').select('g.id').whereRef('g.player_id', '=', 'p.id'))),
    )
    .orderBy('p.id')
    .forNoKeyUpdate()
    .execute();
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
