import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';

/** How a player signs in, their email address, their role, and their deletion date if there is one. */
export async function findPlayerForDeletion(db: Database, playerId: string) {
  return db
    .selectFrom('players')
    .leftJoin('identities', (join) => join.onRef('identities.player_id', '=', 'players.id').on('identities.provider', '=', 'credential'))
    .select(['email', 'username', 'role', 'password_hash', 'deletes_at'])
    .where('players.id', '=', playerId)
    .executeTakeFirst();
}

/** Schedules an account for deletion. @returns false if it already was scheduled */
export async function setDeletionDate(trx: Transaction<DB>, playerId: string, at: Date): Promise<boolean> {
  const done = await trx
    .updateTable('players')
    .set({ deletes_at: at })
    .where('id', '=', playerId)
    .where('deletes_at', 'is', null)
    // Somebody who got a role of the team meanwhile is not deleted.
    .where('role', '=', 'player')
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Cancels the deletion of an account. @returns the player; undefined if the deletion date has passed */
export async function clearDeletionDate(
  trx: Transaction<DB>,
  playerId: string,
  now: Date,
): Promise<{ email: string; username: string } | undefined> {
  return (
    trx
      .updateTable('players')
      .set({ deletes_at: null })
      .where('id', '=', playerId)
      // The team closed it in this moment.
      .where('closed_as', 'is', null)
      .where('deletes_at', '>', now)
      .returning(['email', 'username'])
      .executeTakeFirst()
  );
}

/** Stores the token hash of an emailed link. */
export async function insertVerificationToken(
  db: Kysely<DB>,
  verification: { id: string; identifier: string; value: string; until: Date },
): Promise<void> {
  const { until, ...rest } = verification;
  await db
    .insertInto('verification_tokens')
    .values({ ...rest, expires_at: until })
    .execute();
}

/** Whether the token of an emailed link is valid for this player. */
export async function hasVerificationToken(db: Database, identifier: string, value: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('verification_tokens')
    .select('id')
    .where('identifier', '=', identifier)
    .where('value', '=', value)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Consumes the token of an emailed link. @returns whether it was valid */
export async function consumeVerificationToken(trx: Transaction<DB>, identifier: string, value: string, now: Date): Promise<boolean> {
  const done = await trx
    .deleteFrom('verification_tokens')
    .where('identifier', '=', identifier)
    .where('value', '=', value)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return done.numDeletedRows > 0n;
}
