import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';

/** The player's data for the Account tab. */
export async function findAccount(db: Database, playerId: string, now: Date) {
  return db
    .selectFrom('players')
    .leftJoin('identities', (join) => join.onRef('identities.player_id', '=', 'players.id').on('identities.provider', '=', 'credential'))
    .leftJoin('email_changes', (join) => join.onRef('email_changes.player_id', '=', 'players.id').on('email_changes.expires_at', '>', now))
    .leftJoin('avatars', 'avatars.player_id', 'players.id')
    .select([
      'username',
      'display_name',
      'players.email',
      'birth_month',
      'avatar_url',
      'password_hash',
      'two_factor',
      'avatars.style',
      'email_changes.email as new_email',
    ])
    .where('players.id', '=', playerId)
    .executeTakeFirst();
}

/** When a player changed the username, or the display name, since the given time. */
export async function listNameChanges(
  db: Kysely<DB>,
  table: 'username_changes' | 'display_name_changes',
  playerId: string,
  since: Date,
): Promise<Date[]> {
  const rows = await db.selectFrom(table).select('changed_at').where('player_id', '=', playerId).where('changed_at', '>', since).execute();
  return rows.map((row) => row.changed_at);
}

/** Locks a player until the end of the transaction, so that concurrent saves run one after the other. */
export async function lockPlayerNames(trx: Transaction<DB>, playerId: string) {
  return trx
    .selectFrom('players')
    .select(['username', 'display_name', 'avatar_url'])
    .where('id', '=', playerId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Updates the username and the display name. */
export async function updateNames(
  trx: Transaction<DB>,
  playerId: string,
  names: { username: string; displayName: string },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('players')
    .set({ username: names.username, display_name: names.displayName, updated_at: now })
    .where('id', '=', playerId)
    .execute();
}

/** Removes a player's chosen avatar but keeps its worn items. @returns whether there was one */
export async function resetAvatar(trx: Transaction<DB>, playerId: string, now: Date): Promise<boolean> {
  const done = await trx
    .updateTable('avatars')
    .set({ style: 'cartoon_1', template_id: null, upload_id: null, updated_at: now })
    .where('player_id', '=', playerId)
    .where('style', '<>', 'cartoon_1')
    .executeTakeFirst();
  if (done.numUpdatedRows === 0n) return false;
  await trx.updateTable('players').set({ avatar_url: null, updated_at: now }).where('id', '=', playerId).execute();
  return true;
}

/** Records a change of the username and deletes the changes that no longer count. */
export async function insertRename(trx: Transaction<DB>, playerId: string, now: Date, since: Date): Promise<void> {
  await trx.deleteFrom('username_changes').where('player_id', '=', playerId).where('changed_at', '<=', since).execute();
  await trx.insertInto('username_changes').values({ player_id: playerId, changed_at: now }).execute();
}

/** Records a change of the display name and deletes the changes that no longer count. */
export async function insertDisplayNameChange(
  trx: Transaction<DB>,
  { id, playerId, at, since }: { id: string; playerId: string; at: Date; since: Date },
): Promise<void> {
  await trx.deleteFrom('display_name_changes').where('player_id', '=', playerId).where('changed_at', '<=', since).execute();
  await trx.insertInto('display_name_changes').values({ id, player_id: playerId, changed_at: at }).execute();
}

/** The confirmed account with this email address, or null. */
export async function findEmailOwner(db: Database, email: string): Promise<{ username: string } | null> {
  const row = await db
    .selectFrom('players')
    .select('username')
    .where('email', '=', email)
    .where('email_confirmed', '=', true)
    .executeTakeFirst();
  return row ?? null;
}

export type EmailChange = { playerId: string; email: string; tokenHash: string; passwordFingerprint: string; until: Date };

/** Stores a pending change of the email address. A new request replaces the previous one. */
export async function saveEmailChange(
  db: Database,
  { playerId, email, tokenHash, passwordFingerprint, until }: EmailChange,
): Promise<void> {
  await sql`
    insert into email_changes (player_id, email, token_hash, password_fingerprint, expires_at)
    values (${playerId}, ${email}, ${tokenHash}, ${passwordFingerprint}, ${until})
    on conflict (player_id) do update
      set email = excluded.email, token_hash = excluded.token_hash, password_fingerprint = excluded.password_fingerprint, expires_at = excluded.expires_at`.execute(
    db,
  );
}

/** The pending change for a link, if it belongs to the player. @param trx if given, locks the password until the end of the transaction */
export async function findEmailChange(db: Database, playerId: string, tokenHash: string, now: Date, trx?: Transaction<DB>) {
  return (trx ?? db)
    .selectFrom('email_changes')
    .innerJoin('players', 'players.id', 'email_changes.player_id')
    .innerJoin('identities', (join) => join.onRef('identities.player_id', '=', 'players.id').on('identities.provider', '=', 'credential'))
    .select(['email_changes.email', 'password_fingerprint', 'password_hash', 'players.email as old_email', 'username'])
    .where('email_changes.player_id', '=', playerId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .$if(trx !== undefined, (query) => query.forShare('identities'))
    .executeTakeFirst();
}

/** Consumes a link. @returns false if it was used meanwhile */
export async function consumeEmailChange(trx: Transaction<DB>, playerId: string, tokenHash: string): Promise<boolean> {
  const done = await trx
    .deleteFrom('email_changes')
    .where('player_id', '=', playerId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return done.numDeletedRows > 0n;
}

/** Sets the confirmed new address. @param emailHash see hashEmail. @returns false if another account has it */
export async function setEmail(trx: Transaction<DB>, playerId: string, email: string, emailHash: string, now: Date): Promise<boolean> {
  const done = await sql`
    update players set email = ${email}, email_hash = ${emailHash}, updated_at = ${now}
    where id = ${playerId} and not exists (select 1 from players other where other.email = ${email} and other.id <> ${playerId})`.execute(
    trx,
  );
  return (done.numAffectedRows ?? 0n) > 0n;
}

/** Deletes expired links. */
export async function deleteExpiredEmailChanges(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('email_changes').where('expires_at', '<', now).execute();
}

/** Forgets the names that players had until before a time. */
export async function deleteFormerNames(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('former_names').where('until', '<', before).execute();
}
