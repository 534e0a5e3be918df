import type { NotificationType } from '../../notifications/schema.ts';
import type { EmailKind, EmailPreferences } from './schema.ts';

/** What is not read for so long is mailed, in minutes; to one player at most once in so many. */
export const UNREAD_MINUTES = 10;
export const DIGEST_INTERVAL_MINUTES = 60;
/** What is older than this is no news: it is not mailed any more. */
export const NOTIFICATION_AGE_DAYS_MAX = 3;
/** A letter that could not be sent for so long is out of date. */
export const EMAIL_EXPIRY_HOURS = 12;
/** Players that are looked up at once. */
export const BATCH_SIZE = 200;
/** Names that one line of the letter says; more are counted. */
const NAMES_SHOWN_MAX = 5;

/** Which wish a notification belongs to. What is not named is never mailed by this: money and safety have mails of their own. */
const KIND_BY_TYPE: Partial<Record<NotificationType, EmailKind>> = {
  friend_request: 'friends',
  friend_accepted: 'friends',
  message: 'messages',
  game_update: 'games',
};

/** Types that are mailed. */
export const EMAILED_TYPES = Object.keys(KIND_BY_TYPE) as NotificationType[];

/** Who or what each line of a letter names: ids, each once. */
export type Digest = { requests: string[]; accepted: string[]; messages: string[]; games: string[] };

/** What of unread notifications goes into a letter, or null where nothing does. What leads to nobody is left out. */
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
  const digest = { requests: of('friend_request'), accepted: of('friend_accepted'), messages: of('message'), games: of('game_update') };
  return Object.values(digest).some((ids) => ids.length > 0) ? digest : null;
}

/** Names as a sentence has them: '@a', '@a and @b', '@a, @b and 3 more'. */
export function joinNames(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN_MAX);
  const rest = names.length - shown.length;
  const all = rest > 0 ? [...shown, `${rest} more`] : shown;
  return all.length <= 1 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}
