import type { NotificationType } from '../../notifications/schema.ts';
import type { EmailKind, EmailPreferences } from './schema.ts';

/** Minutes after which unread notifications are emailed, and minimum minutes between two digests to one player. */
export const UNREAD_MINUTES = 10;
export const DIGEST_INTERVAL_MINUTES = 60;
/** Older notifications are no longer emailed. */
export const NOTIFICATION_AGE_DAYS_MAX = 3;
/** A digest that could not be sent for this long is outdated and is dropped. */
export const EMAIL_EXPIRY_HOURS = 12;
/** Players loaded at once. */
export const BATCH_SIZE = 200;
/** Maximum number of names in one line of the digest; the others are only counted. */
const NAMES_SHOWN_MAX = 5;

/** The preference for each notification type. Other types are never in a digest: payments and safety have emails of their own. */
const KIND_BY_TYPE: Partial<Record<NotificationType, EmailKind>> = {
  friend_request: 'friends',
  friend_accepted: 'friends',
  message: 'messages',
  game_update: 'games',
  group_invite: 'friends',
};

/** Notification types that can be emailed. */
export const EMAILED_TYPES = Object.keys(KIND_BY_TYPE) as NotificationType[];

/** The ids that each line of a digest names, without duplicates. */
export type Digest = { requests: string[]; accepted: string[]; messages: string[]; games: string[]; groups: string[] };

/** The digest of unread notifications, or null if it would be empty. Notifications without a related id are left out. */
export function buildDigest(
  unread: readonly { type: NotificationType; relatedId: string | null }[],
  preferences: EmailPreferences,
): Digest | null {
  const wanted = unread.filter(({ type }) => {
    const kind = KIND_BY_TYPE[type];
    return kind !== undefined && preferences[kind];
  });
  const of = (type: NotificationType) => [
    ...new Set(wanted.flatMap((each) => (each.type === type && each.relatedId !== null ? [each.relatedId] : []))),
  ];
  const digest = {
    requests: of('friend_request'),
    accepted: of('friend_accepted'),
    messages: of('message'),
    games: of('game_update'),
    groups: of('group_invite'),
  };
  return Object.values(digest).some((ids) => ids.length > 0) ? digest : null;
}

/** Joins names for a sentence: '@a', '@a and @b', '@a, @b and 3 more'. */
export function joinNames(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN_MAX);
  const rest = names.length - shown.length;
  const all = rest > 0 ? [...shown, `${rest} more`] : shown;
  return all.length <= 1 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}
