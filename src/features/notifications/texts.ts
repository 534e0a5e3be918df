import { BADGE_MAX } from './rules.ts';

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
