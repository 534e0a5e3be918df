import { sql } from 'kysely';
import type { Database } from '../../infra/database/database.ts';

/** The account with this email address or username, or null. A username never contains '@'. */
export async function findPlayerByIdentifier(
  db: Database,
  identifier: string,
): Promise<{ id: string; email: string; username: string } | null> {
  const by = identifier.includes('@') ? ('email' as const) : ('username' as const);
  return (await db.selectFrom('players').select(['id', 'email', 'username']).where(by, '=', identifier).executeTakeFirst()) ?? null;
}

/** The fields needed to email a player, to replace placeholder names, and to check that the password is unchanged. */
export async function findPlayerById(db: Database, id: string) {
  return db
    .selectFrom('players')
    .leftJoin('identities', (join) => join.onRef('identities.player_id', '=', 'players.id').on('identities.provider', '=', 'credential'))
    .select(['players.id', 'email', 'username', 'display_name', 'email_confirmed', 'password_hash', 'two_factor', 'deletes_at'])
    .where('players.id', '=', id)
    .executeTakeFirst();
}

export type Player = NonNullable<Awaited<ReturnType<typeof findPlayerById>>>;

/** Replaces a placeholder display name. */
export async function setDisplayName(db: Database, id: string, displayName: string, now: Date): Promise<void> {
  await db.updateTable('players').set({ display_name: displayName, updated_at: now }).where('id', '=', id).execute();
}

/** Marks the email address as confirmed. */
export async function markEmailConfirmed(db: Database, id: string): Promise<void> {
  await db
    .updateTable('players')
    .set({ email_confirmed: true, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/**
 * Who wants a username. `claimHash`: hash of the browser's claim cookie, which may reserve the same name again, or null; `playerId`: null for a
 * new account.
 */
export type UsernameClaim = { username: string; claimHash: string | null; playerId: string | null };

/**
 * Reserves a username for a sign-up or a rename. A single statement, so that only one of two concurrent requests gets the name. By whichever
 * name a guardian approved a grown-up, nobody else gets it: the child reads it as a name that was approved.
 * @returns false if the name is taken or reserved by somebody else.
 */
export async function reserveUsername(
  db: Database,
  { username, claimHash, playerId }: UsernameClaim,
  until: Date,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ username: string }>`
    insert into username_reservations (username, claim_hash, expires_at)
    select ${username}, ${claimHash}, ${until}
    where not exists (
      select from players where username = ${username}
        and not (not email_confirmed and exists (select from username_reservations h where h.username = ${username} and h.claim_hash = ${claimHash}))
    ) and not exists (
      select from approved_adults where username = ${username} and adult_id is not null and adult_id is distinct from ${playerId}::uuid
    )
    on conflict (username) do update set claim_hash = excluded.claim_hash, expires_at = excluded.expires_at
      where username_reservations.expires_at < ${now} or username_reservations.claim_hash = excluded.claim_hash
    returning username`.execute(db);
  return rows.length > 0;
}

/** Deletes a reservation that its owner no longer needs. */
export async function releaseUsername(db: Database, username: string, claimHash: string): Promise<void> {
  await db.deleteFrom('username_reservations').where('username', '=', username).where('claim_hash', '=', claimHash).execute();
}

/** Whether this browser reserved the username when it signed up. */
export async function hasReservedUsername(db: Database, username: string, claimHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('username_reservations')
    .select('username')
    .where('username', '=', username)
    .where('claim_hash', '=', claimHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the email and password of a sign-up with the username reservation, for an address that already has an account. */
export async function saveSignUpAttempt(db: Database, username: string, email: string, passwordHash: string): Promise<void> {
  await db.updateTable('username_reservations').set({ email, password_hash: passwordHash }).where('username', '=', username).execute();
}

/** The stored sign-up attempt for a username or an address that already had an account, or null. */
export async function findSignUpAttempt(
  db: Database,
  identifier: string,
  now: Date,
): Promise<{ email: string; password_hash: string } | null> {
  const row = await db
    .selectFrom('username_reservations')
    .select(['email', 'password_hash'])
    .where((where) => where.or([where('username', '=', identifier), where('email', '=', identifier)]))
    .where('password_hash', 'is not', null)
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .executeTakeFirst();
  return row?.email != null && row.password_hash !== null ? { email: row.email, password_hash: row.password_hash } : null;
}

/** Invalidates all password reset links of a player. */
export async function deleteVerificationTokens(db: Database, playerId: string): Promise<void> {
  await db.deleteFrom('verification_tokens').where('value', '=', playerId).execute();
}

/** Whether an account with this Google identity or this email address exists. */
export async function isGoogleIdentityKnown(db: Database, subject: string, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('players')
    .select('players.id')
    .leftJoin('identities', (join) => join.onRef('identities.player_id', '=', 'players.id').on('identities.provider', '=', 'google'))
    .where((where) => where.or([where('players.email', '=', email), where('identities.subject', '=', subject)]))
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes an account that never confirmed its address, by email or by username, so that a new sign-up can use it. */
export async function deleteUnconfirmedPlayers(db: Database, by: { email: string } | { username: string }): Promise<void> {
  const [field, value] = 'email' in by ? (['email', by.email] as const) : (['username', by.username] as const);
  await db.deleteFrom('players').where(field, '=', value).where('email_confirmed', '=', false).execute();
}

/**
 * Deletes expired rows: sessions, verification tokens, username reservations, rate limit counters, and accounts that were never confirmed.
 */
export async function deleteExpiredAccountData(db: Database, now: Date, unconfirmedBefore: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute();
  await db.deleteFrom('verification_tokens').where('expires_at', '<', now).execute();
  await db.deleteFrom('username_reservations').where('expires_at', '<', now).execute();
  await sql`delete from rate_limit_counters where expire < ${now.getTime()}`.execute(db);
  await db.deleteFrom('players').where('email_confirmed', '=', false).where('created_at', '<', unconfirmedBefore).execute();
}

/** Whether no account has this username. */
export async function isUsernameFree(db: Database, username: string): Promise<boolean> {
  const row = await db.selectFrom('players').select('id').where('username', '=', username).executeTakeFirst();
  return row === undefined;
}
