import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { AppContext } from '../../context.server.ts';
import type { DB } from '../../infra/database/tables.ts';
import { authorize, requirePlayerId, type Actor } from '../../shared/permissions.ts';
import { AppError } from '../../shared/refusal.ts';
import * as queries from './queries.server.ts';
import { firstLetters, MESSAGE_MAX, PAGE, targetOf, TITLE_MAX } from './rules.ts';
import { DEEDS, TYPES, type Deed, type NotificationPage, type NotificationType, type NotificationView } from './schema.ts';

const id = z.uuid();
/** Players named in one message of the bus. */
const TOLD_AT_ONCE = 500;
const LEADING = TYPES.filter((type) => targetOf(type, null) !== null);

/**
 * What is written for players when something happened, each event once a player. Only other services call this, in their
 * transaction. @returns to whom it was new
 */
export async function notify(ctx: AppContext, trx: Kysely<DB>, many: Omit<queries.NewNotification, 'id'>[]): Promise<string[]> {
  return queries.insertNotifications(
    trx,
    many.map((one) => ({
      ...one,
      id: ctx.newId(),
      title: firstLetters(one.title, TITLE_MAX),
      message: firstLetters(one.message, MESSAGE_MAX),
    })),
  );
}

/**
 * Takes back what a player was told about something that is over: a request that was withdrawn, messages that were read. Only
 * other services call this, in their transaction. @returns who is to hear of it after the commit
 */
export async function takeBack(
  trx: Kysely<DB>,
  playerId: string,
  types: readonly NotificationType[],
  relatedId: string,
): Promise<string[]> {
  return (await queries.deleteAbout(trx, playerId, types, relatedId)) ? [playerId] : [];
}

/** After the commit: who is here sees it at once. */
export function announce(ctx: AppContext, playerIds: Iterable<string>): void {
  const all = [...new Set(playerIds)];
  for (let from = 0; from < all.length; from += TOLD_AT_ONCE)
    ctx.bus.publish({ kind: 'notification', playerIds: all.slice(from, from + TOLD_AT_ONCE) });
}

/** The actor's notifications, the newest first, with how many are unread. */
export async function listNotifications(ctx: AppContext, actor: Actor, after: string | null): Promise<NotificationPage> {
  authorize(actor, 'notification:read');
  const playerId = requirePlayerId(actor);
  const bound = id.safeParse(after);
  const [rows, unread] = await Promise.all([
    queries.notificationsPage(ctx.db, playerId, PAGE + 1, bound.success ? bound.data : null),
    queries.countUnread(ctx.queryPrepared, playerId),
  ]);
  const shown = rows.slice(0, PAGE);
  return { items: shown.map(present), unread, next: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null };
}

/** How many of the actor's notifications are unread, counted up to 100. */
export async function countUnread(ctx: AppContext, actor: Actor): Promise<number> {
  authorize(actor, 'notification:read');
  return queries.countUnread(ctx.queryPrepared, requirePlayerId(actor));
}

/**
 * Reads, reads all, deletes or opens (reads and deletes: spec 1, section 4) the actor's notifications.
 * Other tabs of the player follow.
 * @throws Refusal 'bad-input', 'not-found' (also for what is another player's: nothing tells that it exists)
 */
export async function doToNotifications(ctx: AppContext, actor: Actor, fields: Record<string, string>): Promise<{ unread: number }> {
  authorize(actor, 'notification:write');
  const playerId = requirePlayerId(actor);
  const deed: Deed | undefined = DEEDS.find((each) => each === fields['do']);
  const which = id.safeParse(fields['id']);
  if (deed === 'read-all') await queries.markAllRead(ctx.db, playerId);
  else if (!deed || !which.success) throw new AppError('bad-input', 'do is read, read-all, delete or open, with an id');
  else if (!(await doToOne(ctx, playerId, deed, which.data))) throw new AppError('not-found');
  announce(ctx, [playerId]);
  return { unread: await queries.countUnread(ctx.queryPrepared, playerId) };
}

/** @returns whether there is such a one. */
async function doToOne(ctx: AppContext, playerId: string, deed: Exclude<Deed, 'read-all'>, one: string): Promise<boolean> {
  if (deed === 'delete') return queries.deleteNotification(ctx.db, playerId, one);
  // What leads nowhere is only read by a click.
  const isGone = deed === 'open' && (await queries.deleteNotification(ctx.db, playerId, one, LEADING));
  return isGone || queries.markRead(ctx.db, playerId, one);
}

function present(row: queries.NotificationRow): NotificationView {
  return {
    id: row.id,
    type: row.type,
    title: row.title,
    message: row.message,
    isRead: row.is_read,
    createdAt: row.created_at.toISOString(),
    to: targetOf(row.type, row.related_id),
  };
}
