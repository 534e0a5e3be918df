import type { NotificationAction, NotificationPage, NotificationType } from './schema.ts';

/** Above this the badge says '9+' (spec 1, section 9). */
export const BADGE_MAX = 9;

/** Notifications on a page of the list. */
export const NOTIFICATIONS_PAGE_SIZE = 20;
/** Notifications are forgotten after this long, in days. */
export const RETENTION_DAYS = 90;

/** Letters that the database keeps; a receipt holds the longest description of a report whole. */
export const TITLE_MAX = 200;
export const MESSAGE_MAX = 2200;

/** The beginning of a text, never half a letter. */
export function truncate(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : Array.from(text).slice(0, maxLength).join('');
}

/** Where a click on a notification leads (spec 1, section 4), or null where it only counts as read. */
export function urlForNotification(type: NotificationType, relatedId: string | null): string | null {
  if (type === 'friend_request' || type === 'friend_accepted' || type === 'message') return '/friends';
  if (type === 'game_update') return relatedId === null ? '/games' : `/games/${encodeURIComponent(relatedId)}`;
  return null;
}

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

/** How long ago something was, in the steps of spec 1, section 9. */
export type TimeLabel = { unit: 'now' } | { unit: 'hours' | 'days'; count: number };

/** The time label of something. What lies ahead, by a clock that runs late, is new. @param createdAt ISO. @param now milliseconds. */
export function timeLabel(createdAt: string, now: number): TimeLabel {
  const hours = Math.floor((now - Date.parse(createdAt)) / HOUR_MS);
  if (!(hours >= 1)) return { unit: 'now' };
  return hours < DAY_HOURS ? { unit: 'hours', count: hours } : { unit: 'days', count: Math.floor(hours / DAY_HOURS) };
}

/** Something done to one's notifications; `id` is null for all of them. */
export type ActionRequest = { action: NotificationAction; id: string | null };

/** The list as it is after a deed. Doing it again, or to what is not in the list, changes nothing. */
export function applyAction(page: NotificationPage, { action, id }: ActionRequest): NotificationPage {
  if (action === 'read-all') return { ...page, items: page.items.map((item) => ({ ...item, isRead: true })), unread: 0 };
  const item = page.items.find((each) => each.id === id);
  if (!item) return page;
  const unread = Math.max(0, page.unread - (item.isRead ? 0 : 1));
  // What leads nowhere is not deleted by a click.
  const isKept = action === 'read' || (action === 'open' && item.to === null);
  const items = isKept
    ? page.items.map((each) => (each === item ? { ...each, isRead: true } : each))
    : page.items.filter((each) => each !== item);
  return { ...page, items, unread };
}

/** The list after its beginning was loaded anew. Later pages that were loaded before stay where they are. */
export function withLatestPage(now: NotificationPage | null, fresh: NotificationPage): NotificationPage {
  const last = fresh.items[fresh.items.length - 1];
  if (now === null || fresh.next === null || !last) return fresh;
  const ids = new Set(fresh.items.map((item) => item.id));
  const older = now.items.filter((item) => !ids.has(item.id) && Date.parse(item.createdAt) <= Date.parse(last.createdAt));
  return older.length === 0 ? fresh : { items: [...fresh.items, ...older], unread: fresh.unread, next: now.next };
}

/** The list with its next page. */
export function withNextPage(now: NotificationPage, more: NotificationPage): NotificationPage {
  const ids = new Set(now.items.map((item) => item.id));
  return { items: [...now.items, ...more.items.filter((item) => !ids.has(item.id))], unread: more.unread, next: more.next };
}
