import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { NotificationType } from '../../notifications/schema.ts';
import type { EmailPreferences } from './schema.ts';

/** A player's email preferences; null if they never saved any and never got an email. */
export async function findEmailPreferences(db: Kysely<DB>, playerId: string): Promise<EmailPreferences | null> {
  const row = await db
    .selectFrom('email_preferences')
    .select(['friends', 'messages', 'games'])
    .where('player_id', '=', playerId)
    .executeTakeFirst();
  return row ?? null;
}

/** Saves a player's email preferences. @param stopKey unsubscribe key, used if the player has none yet */
export async function saveEmailPreferences(
  db: Database,
  playerId: string,
  { friends, messages, games }: EmailPreferences,
  stopKey: string,
): Promise<void> {
  await sql`
    insert into email_preferences (player_id, friends, messages, games, unsubscribe_key) values (${playerId}, ${friends}, ${messages}, ${games}, ${stopKey})
    on conflict (player_id) do update set friends = excluded.friends, messages = excluded.messages, games = excluded.games`.execute(db);
}

/** Whether an unsubscribe key exists. */
export async function hasUnsubscribeKey(db: Database, stopKey: string): Promise<boolean> {
  const row = await db.selectFrom('email_preferences').select('player_id').where('unsubscribe_key', '=', stopKey).executeTakeFirst();
  return row !== undefined;
}

/** Turns off all emails for the owner of an unsubscribe key. @returns whether the key exists */
export async function unsubscribeAll(db: Database, stopKey: string): Promise<boolean> {
  const done = await db
    .updateTable('email_preferences')
    .set({ friends: false, messages: false, games: false })
    .where('unsubscribe_key', '=', stopKey)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** The times that determine who gets a digest and what is in it. */
export type DigestTimes = { now: Date; unreadBefore: Date; createdAfter: Date; mailedBefore: Date; onlineSince: Date };

/**
 * Players with notifications that are unread for a while, longest wait first. Only with a confirmed address; not if they are online, got a
 * digest recently, are banned, or have a pending deletion.
 */
export async function listDuePlayers(
  db: Database,
  types: readonly NotificationType[],
  times: DigestTimes,
  limit: number,
): Promise<string[]> {
  // The types must be literals in the statement: only then can PostgreSQL use the partial index on unsent notifications.
  const { rows } = await sql<{ player_id: string }>`
    select n.player_id from notifications n
      join players p on p.id = n.player_id and p.email_confirmed and p.deletes_at is null
      left join presence seen on seen.player_id = n.player_id
      left join email_preferences w on w.player_id = n.player_id
    where not n.is_read and not n.is_emailed and n.type in (${sql.join(types.map((type) => sql.lit(type)))})
      and n.created_at <= ${times.unreadBefore} and n.created_at > ${times.createdAfter}
      and (w.last_digest_at is null or w.last_digest_at <= ${times.mailedBefore})
      and (seen.player_id is null or seen.is_offline or seen.seen_at <= ${times.onlineSince})
      and not exists (select 1 from sanctions x where x.player_id = n.player_id and x.kind = 'ban' and x.lifted_at is null
        and (x.until is null or x.until > ${times.now}))
    group by n.player_id order by min(n.created_at), n.player_id limit ${limit}`.execute(db);
  return rows.map((row) => row.player_id);
}

export type Recipient = { email: string; username: string; unsubscribeKey: string; preferences: EmailPreferences };

/**
 * Locks a player's preferences until the end of the transaction, so that two workers do not both send a digest.
 * @returns null if another worker just sent one, or the player is deleted
 */
export async function lockRecipient(
  trx: Transaction<DB>,
  playerId: string,
  stopKey: string,
  mailedBefore: Date,
): Promise<Recipient | null> {
  await sql`
    insert into email_preferences (player_id, unsubscribe_key) select id, ${stopKey} from players where id = ${playerId} on conflict do nothing`.execute(
    trx,
  );
  const row = await trx
    .selectFrom('email_preferences')
    .innerJoin('players', 'players.id', 'email_preferences.player_id')
    .select(['email', 'username', 'unsubscribe_key', 'friends', 'messages', 'games', 'last_digest_at'])
    .where('player_id', '=', playerId)
    .where('email_confirmed', '=', true)
    .forNoKeyUpdate('email_preferences')
    .executeTakeFirst();
  if (!row || (row.last_digest_at !== null && row.last_digest_at > mailedBefore)) return null;
  return {
    email: row.email,
    username: row.username,
    unsubscribeKey: row.unsubscribe_key,
    preferences: { friends: row.friends, messages: row.messages, games: row.games },
  };
}

/** A player's notifications that are neither read nor emailed; marks them as emailed. */
export async function claimUnread(
  trx: Transaction<DB>,
  playerId: string,
  types: readonly NotificationType[],
  newsSince: Date,
): Promise<{ type: NotificationType; relatedId: string | null }[]> {
  const rows = await trx
    .updateTable('notifications')
    .set({ is_emailed: true })
    .where('player_id', '=', playerId)
    .where('is_read', '=', false)
    .where('is_emailed', '=', false)
    .where('type', 'in', types)
    .where('created_at', '>', newsSince)
    .returning(['id', 'type', 'related_id'])
    .execute();
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((row) => ({ type: row.type, relatedId: row.related_id }));
}

/** Records when the player got a digest. */
export async function markMailed(trx: Transaction<DB>, playerId: string, now: Date): Promise<void> {
  await trx.updateTable('email_preferences').set({ last_digest_at: now }).where('player_id', '=', playerId).execute();
}

/** Usernames by id. */
export async function getUsernamesById(trx: Transaction<DB>, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await trx.selectFrom('players').select(['id', 'username']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row.username]));
}

/** Titles of games by id. */
export async function getTitlesById(trx: Transaction<DB>, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await trx.selectFrom('games').select(['id', 'title']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row.title]));
}
