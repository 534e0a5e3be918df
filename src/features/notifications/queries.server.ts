import { sql, type Kysely } from 'kysely';
import type { Database, QueryPrepared } from '../../infra/database/database.ts';
import type { DB } from '../../infra/database/tables.ts';
import { unreadCount } from './rules.ts';
import { AVATAR_RELATED_ID, GUARDIAN_RELATED_ID, PURCHASE_RELATED_ID, type NotificationType } from './schema.ts';

export type NewNotification = {
  id: string;
  playerId: string;
  type: NotificationType;
  title: string;
  message: string;
  relatedId: string | null;
  /** Identifies the event: each player gets one notification per event. */
  event: string;
};

/** Inserts notifications. @returns the players who did not have a notification for the event yet */
export async function insertNotifications(db: Kysely<DB>, notifications: NewNotification[], at: Date): Promise<string[]> {
  if (notifications.length === 0) return [];
  const { rows } = await sql<{ player_id: string }>`
    insert into notifications (id, player_id, type, title, message, related_id, event, created_at)
    select *, ${at}::timestamptz from jsonb_to_recordset(${JSON.stringify(notifications.map(toInsertRow))}::jsonb)
      as one (id uuid, player_id uuid, type text, title text, message text, related_id text, event text)
    on conflict (player_id, event) do nothing
    returning player_id`.execute(db);
  return rows.map((row) => row.player_id);
}

function toInsertRow({ playerId, relatedId, ...rest }: NewNotification) {
  return { ...rest, player_id: playerId, related_id: relatedId };
}

export type NotificationRow = {
  id: string;
  type: NotificationType;
  title: string;
  message: string;
  related_id: string | null;
  is_read: boolean;
  created_at: Date;
};

/** Notifications, newest first. @param after cursor: the id of the last notification shown */
export async function listNotifications(db: Database, playerId: string, limit: number, after: string | null): Promise<NotificationRow[]> {
  let query = db
    .selectFrom('notifications')
    .select(['id', 'type', 'title', 'message', 'related_id', 'is_read', 'created_at'])
    .where('player_id', '=', playerId);
  if (after !== null) query = query.where('id', '<', after);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

const UNREAD_COUNT = {
  name: 'unread notifications',
  text: `select ${unreadCount('$1')} as n`,
};

/** The number of unread notifications; counts up to 100. */
export async function countUnread(prepared: QueryPrepared, playerId: string): Promise<number> {
  return (await prepared<{ n: number }>(UNREAD_COUNT, [playerId]))[0]?.n ?? 0;
}

const UNREAD_COUNTS = {
  name: 'unread notifications of players',
  text: `select p.id, ${unreadCount('p.id')} as n from unnest($1::uuid[]) p (id)`,
};

/** The same for several players. */
export async function countUnreadOfPlayers(prepared: QueryPrepared, playerIds: string[]): Promise<Map<string, number>> {
  return new Map((await prepared<{ id: string; n: number }>(UNREAD_COUNTS, [playerIds])).map(({ id, n }) => [id, n]));
}

/** Marks all notifications of a player as read. */
export async function markAllRead(db: Database, playerId: string): Promise<void> {
  await db.updateTable('notifications').set({ is_read: true }).where('player_id', '=', playerId).where('is_read', '=', false).execute();
}

/** Marks a notification as read. @returns whether it exists */
export async function markRead(db: Database, playerId: string, id: string): Promise<boolean> {
  const done = await db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('player_id', '=', playerId)
    .where('id', '=', id)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Deletes one of the player's own notifications. @param types deletes only these types, and general ones that lead somewhere. @returns whether it existed */
export async function deleteNotification(
  db: Database,
  playerId: string,
  id: string,
  types?: readonly NotificationType[],
): Promise<boolean> {
  let query = db.deleteFrom('notifications').where('player_id', '=', playerId).where('id', '=', id);
  if (types) {
    query = query.where((eb) =>
      eb.or([
        eb('type', 'in', types),
        eb.and([
          eb('type', '=', 'general'),
          eb.or([
            eb('related_id', 'in', [AVATAR_RELATED_ID, GUARDIAN_RELATED_ID, PURCHASE_RELATED_ID]),
            // The path of an announcement's link.
            eb('related_id', 'like', '/%'),
          ]),
        ]),
      ]),
    );
  }
  return (await query.executeTakeFirst()).numDeletedRows > 0n;
}

/** Deletes the notifications of players about a related object. @returns those who had some */
export async function deleteNotificationsByRelatedId(
  db: Kysely<DB>,
  playerIds: readonly string[],
  types: readonly NotificationType[],
  relatedId: string,
): Promise<string[]> {
  const rows = await db
    .deleteFrom('notifications')
    .where('player_id', 'in', playerIds)
    .where('type', 'in', types)
    .where('related_id', '=', relatedId)
    .returning('player_id')
    .execute();
  return [...new Set(rows.map((row) => row.player_id))];
}

/** Deletes the notifications that a player has about others, and they about the player. @returns those who had some */
export async function deleteNotificationsBetween(
  db: Kysely<DB>,
  playerId: string,
  otherIds: readonly string[],
  types: readonly NotificationType[],
): Promise<string[]> {
  const { rows } = await sql<{ player_id: string }>`
    with between_them as (
      select id from notifications where player_id = ${playerId} and related_id = any (${otherIds}::text[])
        and type = any (${types}::text[])
      union all
      select id from notifications where player_id = any (${otherIds}::uuid[]) and related_id = ${playerId}::text
        and type = any (${types}::text[])
    ), deleted as (
      delete from notifications where id in (select id from between_them) returning player_id
    )
    select distinct player_id from deleted`.execute(db);
  return rows.map((row) => row.player_id);
}

/** Deletes old notifications. */
export async function deleteOlderThan(db: Database, before: Date): Promise<void> {
  await sql`delete from notifications where created_at < ${before}`.execute(db);
}
