import { safeReturnPath } from '../../shared/return-path.ts';
import { CASE_QUEUE_PATH } from '../case-queue/schema.ts';
import { GUARDIAN_PATH } from '../guardians/schema.ts';
import { ASK_AT_HOME_PATH } from '../subscriptions/purchase-requests/schema.ts';
import {
  AVATAR_RELATED_ID,
  CASES_RELATED_ID,
  GUARDIAN_RELATED_ID,
  PURCHASE_RELATED_ID,
  type NotificationAction,
  type NotificationPage,
  type NotificationType,
} from './schema.ts';

/** Above this the badge says '9+' (spec 1, section 9). */
export const BADGE_MAX = 9;

/** Notifications per page of the list. */
export const NOTIFICATIONS_PAGE_SIZE = 20;
/** Notifications are deleted after this long, in days. */
export const RETENTION_DAYS = 90;

/** Maximum characters in the database. The confirmation of a report contains its whole description. */
export const TITLE_MAX = 200;
export const MESSAGE_MAX = 2200;

/** The number of a player's unread notifications, at most 100, as an SQL expression. @param player SQL expression for the player's id */
export function unreadCount(player: string): string {
  return `(select count(*)::int from (select 1 from notifications n where n.player_id = ${player} and not n.is_read limit 100) counted)`;
}

/** The beginning of a text; never cuts a character in half. */
export function truncate(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : Array.from(text).slice(0, maxLength).join('');
}

/** The target URL of a click on a notification (spec 1, section 4), or null if the click only marks it as read. */
export function urlForNotification(type: NotificationType, relatedId: string | null): string | null {
  if (type === 'friend_request') return relatedId === null ? '/friends' : `/friends?tab=requests&from=${encodeURIComponent(relatedId)}`;
  if (type === 'friend_accepted' || type === 'message') return '/friends';
  if (type === 'group_invite') return '/groups';
  if (type === 'game_update') return relatedId === null ? '/games' : `/games/${encodeURIComponent(relatedId)}`;
  if (type === 'general' && relatedId === AVATAR_RELATED_ID) return '/avatar-customization';
  if (type === 'general' && relatedId === GUARDIAN_RELATED_ID) return GUARDIAN_PATH;
  if (type === 'general' && relatedId === PURCHASE_RELATED_ID) return ASK_AT_HOME_PATH;
  if (type === 'general' && relatedId === CASES_RELATED_ID) return CASE_QUEUE_PATH;
  // An announcement leads to the page that its operator chose.
  return type === 'general' && relatedId?.startsWith('/') === true ? safeReturnPath(relatedId) : null;
}

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

/** The age of a notification, in the steps of spec 1, section 9. */
export type TimeLabel = { unit: 'now' } | { unit: 'hours' | 'days'; count: number };

/** The label of an age. A time in the future, caused by a slow clock, counts as now. @param createdAt ISO @param now milliseconds */
export function timeLabel(createdAt: string, now: number): TimeLabel {
  const hours = Math.floor((now - Date.parse(createdAt)) / HOUR_MS);
  if (!(hours >= 1)) return { unit: 'now' };
  return hours < DAY_HOURS ? { unit: 'hours', count: hours } : { unit: 'days', count: Math.floor(hours / DAY_HOURS) };
}

/** An action on the player's notifications; `id` is null for all of them. */
export type ActionRequest = { action: NotificationAction; id: string | null };

/** The list after an action. Idempotent; ignores ids that are not in the list. */
export function applyAction(page: NotificationPage, { action, id }: ActionRequest): NotificationPage {
  if (action === 'read-all') return { ...page, items: page.items.map((item) => ({ ...item, isRead: true })), unread: 0 };
  const item = page.items.find((each) => each.id === id);
  if (!item) return page;
  const unread = Math.max(0, page.unread - (item.isRead ? 0 : 1));
  // A click deletes a notification only if it has a target URL.
  const isKept = action === 'read' || (action === 'open' && item.to === null);
  const items = isKept
    ? page.items.map((each) => (each === item ? { ...each, isRead: true } : each))
    : page.items.filter((each) => each !== item);
  return { ...page, items, unread };
}

/** The list after its first page was reloaded. Keeps later pages that were already loaded. */
export function withLatestPage(now: NotificationPage | null, fresh: NotificationPage): NotificationPage {
  const last = fresh.items[fresh.items.length - 1];
  if (now === null || fresh.next === null || !last) return fresh;
  const ids = new Set(fresh.items.map((item) => item.id));
  const older = now.items.filter((item) => !ids.has(item.id) && Date.parse(item.createdAt) <= Date.parse(last.createdAt));
  return older.length === 0 ? fresh : { items: [...fresh.items, ...older], unread: fresh.unread, next: now.next };
}

/** The list with its next page appended. */
export function withNextPage(now: NotificationPage, more: NotificationPage): NotificationPage {
  const ids = new Set(now.items.map((item) => item.id));
  return { items: [...now.items, ...more.items.filter((item) => !ids.has(item.id))], unread: more.unread, next: more.next };
}
