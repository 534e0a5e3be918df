import type { Kysely } from 'kysely';
import type { AppContext } from '../../context.server.ts';
import type { DB } from '../../infra/database/tables.ts';
import { toPage } from '../../shared/paging.ts';
import { authorize, requirePlayerId, type Actor } from '../../shared/permissions.ts';
import { AppError } from '../../shared/app-error.ts';
import { parseFormOrThrow, type FormFields } from '../../shared/parse-form.server.ts';
import { notificationForm, notificationIdSchema } from './forms.server.ts';
import { enqueuePushes, type PushUrgency } from '../push/delivery/service.server.ts';
import * as queries from './queries.server.ts';
import { truncate, MESSAGE_MAX, NOTIFICATIONS_PAGE_SIZE, urlForNotification, TITLE_MAX } from './rules.ts';
import {
  NOTIFICATION_TYPES,
  type NotificationAction,
  type NotificationPage,
  type NotificationType,
  type NotificationView,
} from './schema.ts';
import { toPush } from './texts.ts';

/** Maximum player ids in one bus message. */
const PUBLISH_BATCH_SIZE = 500;
const LINKED_TYPES = NOTIFICATION_TYPES.filter((type) => urlForNotification(type, null) !== null);

/**
 * Creates notifications, one per event and player, and tells the players' browsers that there is something (of messages the chat tells them).
 * Only other services call this, inside their transaction.
 * @param push how soon browsers are told, or 'none' if not at all
 * @returns the players who got a new notification
 */
export async function createNotifications(
  ctx: AppContext,
  trx: Kysely<DB>,
  notifications: Omit<queries.NewNotification, 'id'>[],
  push: PushUrgency | 'none' = 'normal',
): Promise<string[]> {
  const told = await queries.insertNotifications(
    trx,
    notifications.map((one) => ({
      ...one,
      id: ctx.newId(),
      title: truncate(one.title, TITLE_MAX),
      message: truncate(one.message, MESSAGE_MAX),
    })),
    ctx.now(),
  );
  if (push === 'none') return told;
  const isNew = new Set(told);
  await enqueuePushes(
    ctx,
    trx,
    notifications.flatMap(({ playerId, type }) => {
      const message = isNew.has(playerId) ? toPush(type) : null;
      return message === null ? [] : [{ playerId, ...message }];
    }),
    push,
  );
  return told;
}

/**
 * Deletes a player's notifications about something that is over: a withdrawn request, messages that were read. Only other services call
 * this, inside their transaction.
 * @returns the players to publish to after the commit
 */
export async function deleteRelatedNotifications(
  trx: Kysely<DB>,
  playerId: string,
  types: readonly NotificationType[],
  relatedId: string,
): Promise<string[]> {
  return queries.deleteNotificationsByRelatedId(trx, [playerId], types, relatedId);
}

/** The same for several players at once, such as all who were invited to something that is over. */
export async function deleteRelatedNotificationsOfEach(
  trx: Kysely<DB>,
  playerIds: readonly string[],
  types: readonly NotificationType[],
  relatedId: string,
): Promise<string[]> {
  return playerIds.length === 0 ? [] : queries.deleteNotificationsByRelatedId(trx, playerIds, types, relatedId);
}

/**
 * Deletes what a player and others were told about each other, which leads nowhere any more. Only other services call this, inside their
 * transaction.
 * @returns the players to publish to after the commit
 */
export async function deleteNotificationsBetween(
  trx: Kysely<DB>,
  playerId: string,
  otherIds: readonly string[],
  types: readonly NotificationType[],
): Promise<string[]> {
  return otherIds.length === 0 ? [] : queries.deleteNotificationsBetween(trx, playerId, otherIds, types);
}

/** Publishes an update to the open tabs of these players. Call it after the commit. */
export function publishNotifications(ctx: AppContext, playerIds: Iterable<string>): void {
  const all = [...new Set(playerIds)];
  for (let from = 0; from < all.length; from += PUBLISH_BATCH_SIZE)
    ctx.bus.publish({ kind: 'notification', playerIds: all.slice(from, from + PUBLISH_BATCH_SIZE) });
}

/** The actor's notifications, newest first, with the number of unread ones. */
export async function listNotifications(ctx: AppContext, actor: Actor, after: string | null): Promise<NotificationPage> {
  authorize(actor, 'notification:read');
  const playerId = requirePlayerId(actor);
  const cursor = notificationIdSchema.safeParse(after);
  const [found, unread] = await Promise.all([
    queries.listNotifications(ctx.db, playerId, NOTIFICATIONS_PAGE_SIZE + 1, cursor.success ? cursor.data : null),
    queries.countUnread(ctx.queryPrepared, playerId),
  ]);
  const { rows, next } = toPage(found, NOTIFICATIONS_PAGE_SIZE, (row) => row.id);
  return { items: rows.map(toNotificationView), unread, next };
}

/** The number of the actor's unread notifications; counts up to 100. */
export async function countUnread(ctx: AppContext, actor: Actor): Promise<number> {
  authorize(actor, 'notification:read');
  return queries.countUnread(ctx.queryPrepared, requirePlayerId(actor));
}

/** The number of unread notifications of each of these actors, in one statement; counts up to 100. @returns by the players' ids */
export async function countUnreadOfEach(ctx: AppContext, actors: Actor[]): Promise<Map<string, number>> {
  for (const actor of actors) authorize(actor, 'notification:read');
  return queries.countUnreadOfPlayers(ctx.queryPrepared, actors.map(requirePlayerId));
}

/**
 * Marks one or all of the actor's notifications as read, deletes one, or opens one (marks as read and deletes: spec 1, section 4).
 * Publishes the change to the player's other tabs.
 * @param fields `do` and, except for read-all, `id`
 * @throws AppError 'bad-input', 'not-found' (also for another player's notification, so that nothing reveals that it exists)
 */
export async function applyNotificationAction(ctx: AppContext, actor: Actor, fields: FormFields): Promise<{ unread: number }> {
  authorize(actor, 'notification:write');
  const playerId = requirePlayerId(actor);
  const form = parseFormOrThrow(notificationForm, fields);
  if (form.do === 'read-all') await queries.markAllRead(ctx.db, playerId);
  else if (!(await applyToNotification(ctx, playerId, form.do, form.id))) throw new AppError('not-found');
  publishNotifications(ctx, [playerId]);
  return { unread: await queries.countUnread(ctx.queryPrepared, playerId) };
}

/** Applies an action to one notification. @returns whether it exists */
async function applyToNotification(
  ctx: AppContext,
  playerId: string,
  action: Exclude<NotificationAction, 'read-all'>,
  notificationId: string,
): Promise<boolean> {
  if (action === 'delete') return queries.deleteNotification(ctx.db, playerId, notificationId);
  // A click only marks a notification as read if it has no target URL.
  const isDeleted = action === 'open' && (await queries.deleteNotification(ctx.db, playerId, notificationId, LINKED_TYPES));
  return isDeleted || queries.markRead(ctx.db, playerId, notificationId);
}

function toNotificationView(row: queries.NotificationRow): NotificationView {
  return {
    id: row.id,
    type: row.type,
    title: row.title,
    message: row.message,
    isRead: row.is_read,
    createdAt: row.created_at.toISOString(),
    to: urlForNotification(row.type, row.related_id),
  };
}
