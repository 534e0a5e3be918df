import { sql, type Kysely, type Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import type { NamedAdult } from '../schema.ts';

/** A grown-up whom a guardian approved. `adult_id`: who had the name then; null: nobody. */
export type ApprovedAdult = { username: string; adult_id: string | null };

/** The grown-ups whom the guardian of a guardianship approved, the first one first. */
export async function listAdults(db: Kysely<DB>, guardianshipId: string): Promise<ApprovedAdult[]> {
  return db
    .selectFrom('approved_adults')
    .select(['username', 'adult_id'])
    .where('guardianship_id', '=', guardianshipId)
    .orderBy('approved_at')
    .orderBy('username')
    .execute();
}

/**
 * The same for the child: whether the name is still that of who was approved by it. 'other': a player has it now who was not approved by it;
 * 'renamed': whoever was approved by it has another one now; null: neither, so it may be nobody's.
 */
export async function listNamedAdults(db: Kysely<DB>, guardianshipId: string): Promise<NamedAdult[]> {
  const { rows } = await sql<NamedAdult>`
    select a.username, case
        when exists (select from players o where o.username = a.username and o.email_confirmed and o.id is distinct from a.adult_id) then 'other'
        when p.username <> a.username then 'renamed' end as owner
    from approved_adults a left join players p on p.id = a.adult_id
    where a.guardianship_id = ${guardianshipId} order by a.approved_at, a.username`.execute(db);
  return rows;
}

/** Who has a username now, kept from being erased until the end of the transaction; null: nobody with a confirmed account. */
export async function holdOwner(trx: Transaction<DB>, username: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from players where username = ${username} and email_confirmed for key share`.execute(trx);
  return rows[0]?.id ?? null;
}

/** Keeps a grown-up from being erased until the end of the transaction. @returns false if they are gone */
export async function holdAdult(trx: Transaction<DB>, id: string): Promise<boolean> {
  const { rows } = await sql`select from players where id = ${id} for key share`.execute(trx);
  return rows.length > 0;
}

/** Stores that a guardian approved a grown-up, also by a name that nobody had when it was approved before. */
export async function saveAdult(trx: Transaction<DB>, guardianshipId: string, adult: ApprovedAdult, at: Date): Promise<void> {
  await trx
    .insertInto('approved_adults')
    .values({ ...adult, guardianship_id: guardianshipId, approved_at: at })
    .onConflict((on) => on.columns(['guardianship_id', 'username']).doUpdateSet({ adult_id: adult.adult_id, approved_at: at }))
    .execute();
}

/** Stores, for as long as the grown-up has an account, that this guardian approved them. */
export async function saveApprover(trx: Transaction<DB>, adultId: string, guardianId: string, at: Date): Promise<void> {
  await trx
    .insertInto('adult_approvers')
    .values({ adult_id: adultId, guardian_id: guardianId, first_approved_at: at })
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Takes one out: the name, and every other name by which the same person was approved here. @returns the names */
export async function deleteAdult(trx: Transaction<DB>, guardianshipId: string, adult: ApprovedAdult): Promise<string[]> {
  const rows = await trx
    .deleteFrom('approved_adults')
    .where('guardianship_id', '=', guardianshipId)
    .where((eb) =>
      adult.adult_id === null
        ? eb('username', '=', adult.username)
        : eb.or([eb('username', '=', adult.username), eb('adult_id', '=', adult.adult_id)]),
    )
    .returning('username')
    .execute();
  return rows.map(({ username }) => username);
}

/** Takes all of them out. */
export async function deleteAdults(trx: Transaction<DB>, guardianshipId: string): Promise<void> {
  await trx.deleteFrom('approved_adults').where('guardianship_id', '=', guardianshipId).execute();
}

/** The players for whom grown-ups were approved in these guardianships. */
export async function listPlayersWithAdults(trx: Transaction<DB>, guardianshipIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ player_id: string }>`
    select distinct s.player_id from guardianships s join approved_adults a on a.guardianship_id = s.id
    where s.id = any (${[...guardianshipIds]}::uuid[]) order by s.player_id`.execute(trx);
  return rows.map((row) => row.player_id);
}
