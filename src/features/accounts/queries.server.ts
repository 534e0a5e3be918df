import { sql } from 'kysely';
import type { Database } from '../../infra/database/database.ts';

/** The account that an e-mail address or a username names, or null. A username holds no '@'. */
export async function findPlayerByIdentifier(
  db: Database,
  identifier: string,
): Promise<{ id: string; email: string; username: string } | null> {
  const by = identifier.includes('@') ? ('email' as const) : ('username' as const);
  return (await db.selectFrom('players').select(['id', 'email', 'username']).where(by, '=', identifier).executeTakeFirst()) ?? null;
}

/** What is needed to write to a player, to mend their names, and to see whether their password is still the same. */
export async function findPlayerById(db: Database, id: string) {
  return db
    .selectFrom('players')
    .leftJoin('sign_ins', (join) => join.onRef('sign_ins.player_id', '=', 'players.id').on('sign_ins.provider', '=', 'credential'))
    .select(['players.id', 'email', 'username', 'display_name', 'email_confirmed', 'password_hash', 'deletes_at'])
    .where('players.id', '=', id)
    .executeTakeFirst();
}

export type Player = NonNullable<Awaited<ReturnType<typeof findPlayerById>>>;

/** Gives a display name to who has only a placeholder. */
export async function setDisplayName(db: Database, id: string, displayName: string, now: Date): Promise<void> {
  await db.updateTable('players').set({ display_name: displayName, updated_at: now }).where('id', '=', id).execute();
}

/** The address is proved. */
export async function markEmailConfirmed(db: Database, id: string): Promise<void> {
  await db
    .updateTable('players')
    .set({ email_confirmed: true, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/**
 * Holds a username for a sign-up. One statement, so that of two who ask together one gets it.
 * @param claimHash of who may take the same name up again, or null.
 * @returns false where somebody has or holds it.
 */
export async function reserveUsername(db: Database, username: string, claimHash: string | null, until: Date, now: Date): Promise<boolean> {
  const { rows } = await sql<{ username: string }>`
    insert into username_holds (username, claim_hash, until)
    select ${username}, ${claimHash}, ${until}
    where not exists (
      select from players where username = ${username}
        and not (not email_confirmed and exists (select from username_holds h where h.username = ${username} and h.claim_hash = ${claimHash}))
    )
    on conflict (username) do update set claim_hash = excluded.claim_hash, until = excluded.until
      where username_holds.until < ${now} or username_holds.claim_hash = excluded.claim_hash
    returning username`.execute(db);
  return rows.length > 0;
}

/** A holder does not need their hold any more. */
export async function releaseUsername(db: Database, username: string, claimHash: string): Promise<void> {
  await db.deleteFrom('username_holds').where('username', '=', username).where('claim_hash', '=', claimHash).execute();
}

/** Whether this browser signed up with the name. */
export async function hasReservedUsername(db: Database, username: string, claimHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('username_holds')
    .select('username')
    .where('username', '=', username)
    .where('claim_hash', '=', claimHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps with a hold what was tried with it, where the address had an account already. */
export async function saveSignUpAttempt(db: Database, username: string, email: string, passwordHash: string): Promise<void> {
  await db.updateTable('username_holds').set({ email, password_hash: passwordHash }).where('username', '=', username).execute();
}

/** What was tried with a username or an address that had an account already, or null. */
export async function findSignUpAttempt(
  db: Database,
  identifier: string,
  now: Date,
): Promise<{ email: string; password_hash: string } | null> {
  const row = await db
    .selectFrom('username_holds')
    .select(['email', 'password_hash'])
    .where((where) => where.or([where('username', '=', identifier), where('email', '=', identifier)]))
    .where('password_hash', 'is not', null)
    .where('until', '>', now)
    .orderBy('until', 'desc')
    .executeTakeFirst();
  return row?.email != null && row.password_hash !== null ? { email: row.email, password_hash: row.password_hash } : null;
}

/** No mailed link to choose a password works any more. */
export async function deleteVerificationTokens(db: Database, playerId: string): Promise<void> {
  await db.deleteFrom('proofs').where('value', '=', playerId).execute();
}

/** Whether an account of the other site is known here, or the address is. */
export async function isGoogleIdentityKnown(db: Database, subject: string, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('players')
    .select('players.id')
    .leftJoin('sign_ins', (join) => join.onRef('sign_ins.player_id', '=', 'players.id').on('sign_ins.provider', '=', 'google'))
    .where((where) => where.or([where('players.email', '=', email), where('sign_ins.subject', '=', subject)]))
    .executeTakeFirst();
  return row !== undefined;
}

/** An account that never proved its address makes way: by its address, or by its username. */
export async function deleteUnconfirmedPlayers(db: Database, by: { email: string } | { username: string }): Promise<void> {
  const [field, value] = 'email' in by ? (['email', by.email] as const) : (['username', by.username] as const);
  await db.deleteFrom('players').where(field, '=', value).where('email_confirmed', '=', false).execute();
}

/** Forgets what is over: sessions, proofs, holds, counters, and accounts that were never confirmed. */
export async function deleteExpiredAccountData(db: Database, now: Date, unconfirmedBefore: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute();
  await db.deleteFrom('proofs').where('expires_at', '<', now).execute();
  await db.deleteFrom('username_holds').where('until', '<', now).execute();
  await sql`delete from guard_counts where expire < ${now.getTime()}`.execute(db);
  await db.deleteFrom('players').where('email_confirmed', '=', false).where('created_at', '<', unconfirmedBefore).execute();
}

/** Whether no account has this username. */
export async function isUsernameFree(db: Database, username: string): Promise<boolean> {
  const row = await db.selectFrom('players').select('id').where('username', '=', username).executeTakeFirst();
  return row === undefined;
}
