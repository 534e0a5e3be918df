import type { ActionResult } from '../../shared/action-result.ts';

/** Types of spec 1, section 3. */
export const NOTIFICATION_TYPES = [
  'friend_request',
  'friend_accepted',
  'message',
  'game_update',
  'group_invite',
  'general',
  'report',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** The `related_id` of a general notification that leads to the avatar page. */
export const AVATAR_RELATED_ID = 'avatar';
/** The `related_id` of a general notification that leads to what the player's guardian chose. */
export const GUARDIAN_RELATED_ID = 'guardian';
/** The `related_id` of a general notification that leads to what the player asked for at home. */
export const PURCHASE_RELATED_ID = 'ask-at-home';
/** The `related_id` of a general notification that leads the team to all that waits. */
export const CASES_RELATED_ID = 'cases';

/** A notification as its owner sees it. */
export type NotificationView = {
  id: string;
  type: NotificationType;
  title: string;
  message: string;
  isRead: boolean;
  /** ISO. */
  createdAt: string;
  /** The target URL of a click, or null if a click only marks it as read. */
  to: string | null;
};

export type NotificationPage = { items: NotificationView[]; unread: number; next: string | null };

/** Actions on the player's notifications, as the form sends them: `do` and, except for 'read-all', `id`. */
export const NOTIFICATION_ACTIONS = ['read', 'read-all', 'delete', 'open'] as const;
export type NotificationAction = (typeof NOTIFICATION_ACTIONS)[number];
/** Result of POST /notifications. */
export type NotificationActionResult = ActionResult<{ unread: number }>;
