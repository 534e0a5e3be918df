import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../infra/database/database.ts';
import type { DB } from '../../infra/database/tables.ts';

/** A player's name and email address, to fill in the form. */
export async function findSender(db: Database, playerId: string): Promise<{ display_name: string; email: string } | undefined> {
  return db.selectFrom('players').select(['display_name', 'email']).where('id', '=', playerId).executeTakeFirst();
}

export type NewMessage = { playerId: string | null; name: string; email: string; subject: string; body: string };

/** Whether the same message was stored since the given time. */
export async function messageExists(db: Kysely<DB>, message: NewMessage, since: Date): Promise<boolean> {
  const same = await db
    .selectFrom('contact_messages')
    .select('id')
    .where('email', '=', message.email)
    .where('created_at', '>', since)
    .where('player_id', 'is not distinct from', message.playerId)
    .where('name', '=', message.name)
    .where('subject', '=', message.subject)
    .where('body', '=', message.body)
    .limit(1)
    .executeTakeFirst();
  return same !== undefined;
}

/**
 * Stores a message unless the same one was stored since the given time. A lock makes concurrent duplicates wait for each other.
 * @returns whether it was stored
 */
export async function insertMessage(
  trx: Transaction<DB>,
  message: NewMessage & { id: string; priority: number; at: Date },
  since: Date,
): Promise<boolean> {
  const { playerId, at, ...rest } = message;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contact ${message.email}`}, 0))`.execute(trx);
  if (await messageExists(trx, message, since)) return false;
  await trx
    .insertInto('contact_messages')
    .values({ ...rest, player_id: playerId, created_at: at })
    .execute();
  return true;
}

/** Deletes messages that were answered or closed before the given time, with their answers. @returns the number of messages */
export async function deleteHandledMessages(db: Database, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('contact_messages')
    .where('state', '<>', 'open')
    .where('resolved_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
