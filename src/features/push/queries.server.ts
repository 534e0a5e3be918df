import { sql, type Transaction } from 'kysely';
import type { Database } from '../../infra/database/database.ts';
import type { DB } from '../../infra/database/tables.ts';
import { toQuietHours } from './quiet-hours.rules.ts';
import type { QuietHours } from './schema.ts';

/** Locks a player's row until the commit, so that two of their browsers do not subscribe at once. */
export async function lockPlayer(trx: Transaction<DB>, playerId: string): Promise<void> {
  await sql`select 1 from players where id = ${playerId} for no key update`.execute(trx);
}

/** The id of a player's session, which cannot end before the commit; undefined if it has ended. @param hash its token's */
export async function holdSession(trx: Transaction<DB>, playerId: string, hash: string, now: Date): Promise<string | undefined> {
  const row = await trx
    .selectFrom('sessions')
    .select('id')
    .where('token_hash', '=', hash)
    .where('player_id', '=', playerId)
    .where('expires_at', '>', now)
    .forKeyShare()
    .executeTakeFirst();
  return row?.id;
}

export type NewSubscription = { id: string; playerId: string; sessionId: string; endpoint: string; p256dh: string; auth: string };

/** Saves a browser's subscription in place of what its session, or whoever used the browser before, had. */
export async function saveSubscription(trx: Transaction<DB>, given: NewSubscription, now: Date): Promise<void> {
  const { id, playerId, sessionId, endpoint, p256dh, auth } = given;
  await trx.deleteFrom('push_subscriptions').where('session_id', '=', sessionId).where('endpoint', '<>', endpoint).execute();
  const values = { player_id: playerId, session_id: sessionId, p256dh, auth, created_at: now, last_used_at: now, refused_since: null };
  await trx
    .insertInto('push_subscriptions')
    .values({ ...values, id, endpoint })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(values))
    .execute();
}

/**
 * Saves a subscription in place of the one that a player turned on in a session, also if that was done before.
 * @param old its endpoint. @returns false if there is none
 */
export async function replaceSubscription(trx: Transaction<DB>, given: Omit<NewSubscription, 'id'>, old: string): Promise<boolean> {
  const { playerId, sessionId, endpoint, p256dh, auth } = given;
  const row = await trx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('player_id', '=', playerId)
    .where('endpoint', 'in', [old, endpoint])
    .forUpdate()
    .executeTakeFirst();
  if (!row) return false;
  await trx.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).where('id', '<>', row.id).execute();
  const values = { endpoint, p256dh, auth, refused_since: null };
  await trx.updateTable('push_subscriptions').set(values).where('id', '=', row.id).execute();
  return true;
}

/** Gives the subscription of a session that runs to another one of the same player. @param from token hash of the session, as is `to` */
export async function moveSubscription(db: Database, from: string, to: string, now: Date): Promise<void> {
  await sql`update push_subscriptions s set session_id = after.id
    from sessions before, sessions after
    where s.session_id = before.id and before.token_hash = ${from} and before.expires_at > ${now}
      and after.token_hash = ${to} and after.player_id = s.player_id`.execute(db);
}

/** Deletes a player's subscriptions but the newest ones. */
export async function deleteOldest(trx: Transaction<DB>, playerId: string, kept: number): Promise<void> {
  await sql`delete from push_subscriptions where id in (
    select id from push_subscriptions where player_id = ${playerId} order by created_at desc, id desc offset ${kept})`.execute(trx);
}

/** Deletes one of a player's subscriptions. @returns whether it was there */
export async function deleteOwnSubscription(db: Database, playerId: string, id: string): Promise<boolean> {
  const done = await db.deleteFrom('push_subscriptions').where('id', '=', id).where('player_id', '=', playerId).executeTakeFirst();
  return done.numDeletedRows > 0n;
}

export type DeviceRow = { id: string; user_agent: string | null; token_hash: string; created_at: Date; expires_at: Date };

/** A player's browsers that may be told, the newest first. */
export async function listDevices(db: Database, playerId: string, now: Date): Promise<DeviceRow[]> {
  return db
    .selectFrom('push_subscriptions as s')
    .innerJoin('sessions as x', 'x.id', 's.session_id')
    .select(['s.id', 'x.user_agent', 'x.token_hash', 's.created_at', 'x.expires_at'])
    .where('s.player_id', '=', playerId)
    .where('x.expires_at', '>', now)
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id', 'desc')
    .execute();
}

/** The subscription of a player's session. @param hash its token's */
export async function findSubscriptionOfSession(db: Database, playerId: string, hash: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('push_subscriptions as s')
    .innerJoin('sessions as x', 'x.id', 's.session_id')
    .select('s.id')
    .where('s.player_id', '=', playerId)
    .where('x.token_hash', '=', hash)
    .executeTakeFirst();
  return row?.id;
}

/** What a player chose as quiet hours: null: none; undefined: nothing. */
export async function findQuietHours(db: Database, playerId: string): Promise<QuietHours | null | undefined> {
  const row = await db
    .selectFrom('push_settings')
    .select(['quiet_from', 'quiet_until'])
    .where('player_id', '=', playerId)
    .executeTakeFirst();
  return row && toQuietHours(row);
}

/** Saves a player's quiet hours. */
export async function saveQuietHours(db: Database, playerId: string, hours: QuietHours | null): Promise<void> {
  const values = { quiet_from: hours?.from ?? null, quiet_until: hours?.until ?? null };
  await db
    .insertInto('push_settings')
    .values({ player_id: playerId, ...values })
    .onConflict((conflict) => conflict.column('player_id').doUpdateSet(values))
    .execute();
}
