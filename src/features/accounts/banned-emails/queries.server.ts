import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';

/**
 * Whether a banned player has an address with this hash. Not if it is the very address of an account that exists: then the account is what
 * stands in the way of a sign-up.
 */
export async function hasBannedEmail(db: Database, emailHash: string, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from banned_emails b where b.email_hash = ${emailHash}
      and not exists (select from players p where p.id = b.player_id and p.email = ${email}) limit 1`.execute(db);
  return rows.length > 0;
}

/** The address of a player. */
export async function findEmail(trx: Transaction<DB>, playerId: string): Promise<string | undefined> {
  return (await trx.selectFrom('players').select('email').where('id', '=', playerId).executeTakeFirst())?.email;
}

/** Bans the address of a player; one that was banned before is replaced. */
export async function saveBannedEmail(
  trx: Transaction<DB>,
  banned: { id: string; playerId: string; emailHash: string; at: Date },
): Promise<void> {
  await trx
    .insertInto('banned_emails')
    .values({ id: banned.id, player_id: banned.playerId, email_hash: banned.emailHash, created_at: banned.at })
    .onConflict((on) => on.column('player_id').doUpdateSet({ email_hash: banned.emailHash }))
    .execute();
}

/** Frees the address of a player. */
export async function deleteBannedEmail(trx: Transaction<DB>, playerId: string): Promise<void> {
  await trx.deleteFrom('banned_emails').where('player_id', '=', playerId).execute();
}

/** Whose bans hold an address with this hash, in the order of the players' ids, and whether the player's account still exists. */
export async function listBannedEmails(
  trx: Transaction<DB>,
  emailHash: string,
): Promise<{ player_id: string | null; has_account: boolean }[]> {
  const { rows } = await sql<{ player_id: string | null; has_account: boolean }>`
    select b.player_id, exists (select from players p where p.id = b.player_id) as has_account
    from banned_emails b where b.email_hash = ${emailHash} order by b.player_id`.execute(trx);
  return rows;
}

/** Frees an address, whoever had it. @returns the ids of the bans of it */
export async function deleteBannedEmailsByHash(trx: Transaction<DB>, emailHash: string): Promise<string[]> {
  const rows = await trx.deleteFrom('banned_emails').where('email_hash', '=', emailHash).returning('id').execute();
  return rows.map((row) => row.id);
}

/** Banned addresses lose the id of their player once neither the account nor a case of the player exists. */
export async function detachBannedEmails(db: Kysely<DB>): Promise<void> {
  await sql`
    update banned_emails b set player_id = null
    where player_id is not null and not exists (select from players p where p.id = b.player_id)
      and not exists (select from retained_cases c where c.player_id = b.player_id)`.execute(db);
}
