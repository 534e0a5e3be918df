import { BADGE_MAX } from './rules.ts';

const badge = (unread: number) => (unread > BADGE_MAX ? `${BADGE_MAX}+` : String(unread));

/** Every word of the bell (spec 1, sections 2, 4, 9). */
export const texts = {
  metaTitle: 'Notifications | Kiddo',
  title: 'Notifications',
  /** The bell's name says what its badge shows, so that it can be called by what is seen. */
  open: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${badge(unread)} unread`),
  badge,
  arrived: (unread: number) => `New notification. ${unread} unread.`,
  markAll: 'Mark all read',
  markOne: 'Mark as read',
  remove: 'Delete',
  /** A button that stands beside several titles says which one it is for. */
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
