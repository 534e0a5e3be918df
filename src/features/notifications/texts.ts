import { BADGE_MAX } from './rules.ts';
import type { NotificationType } from './schema.ts';

const badge = (unread: number) => (unread > BADGE_MAX ? `${BADGE_MAX}+` : String(unread));

/** All texts of the notifications (spec 1, sections 2, 4, 9). */
export const texts = {
  metaTitle: 'Notifications | Kiddo',
  title: 'Notifications',
  /** The accessible name contains the visible badge, so that voice control users can say what they see. */
  open: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${badge(unread)} unread`),
  badge,
  arrived: (unread: number) => `New notification. ${unread} unread.`,
  markAll: 'Mark all read',
  markOne: 'Mark as read',
  remove: 'Delete',
  /** Tells apart equal buttons beside several titles. */
  about: (button: string, title: string) => `${button}: ${title}`,
  empty: 'No notifications yet',
  emptyText: 'It is quiet here. Kombi is napping.',
  browse: 'Browse Games',
  loading: 'Loading...',
  more: 'Load more',
  unread: 'Unread',
  failed: { title: 'Error', text: 'That did not work. Please try again.' },
  again: 'Try Again',
  justNow: 'Just now',
  hoursAgo: (hours: number) => `${hours}h ago`,
  daysAgo: (days: number) => `${days}d ago`,
} as const;

const PUSH_TITLE = 'Kiddo';
const BELL_PUSH = { text: 'There is something new in your bell.', url: '/notifications/list', tag: 'bell' };
const PUSHES: Partial<Record<NotificationType, typeof BELL_PUSH>> = {
  friend_request: { text: 'You have a friend request.', url: '/friends?tab=requests', tag: 'friend-request' },
  group_invite: { text: 'You have an invitation to a group.', url: '/groups', tag: 'group-invite' },
};

/**
 * What a browser says of a notification of this type. Others may see the screen: no names, and nothing of what was written.
 * @returns null for messages: only the first unread one of a conversation has a notification, and the chat tells of each itself
 */
export function toPush(type: NotificationType): { title: string; text: string; url: string; tag: string } | null {
  return type === 'message' ? null : { title: PUSH_TITLE, ...(PUSHES[type] ?? BELL_PUSH) };
}
