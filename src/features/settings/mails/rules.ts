import type { NotificationType } from '../../notifications/schema.ts';
import type { MailKind, MailWishes } from './schema.ts';

/** What is not read for so long is mailed, in minutes; to one player at most once in so many. */
export const UNREAD_MINUTES = 10;
export const BETWEEN_MINUTES = 60;
/** What is older than this is no news: it is not mailed any more. */
export const NEWS_DAYS = 3;
/** A letter that could not be sent for so long is out of date. */
export const LETTER_HOURS = 12;
/** Players that are looked up at once. */
export const AT_ONCE = 200;
/** Names that one line of the letter says; more are counted. */
export const NAMED_MAX = 5;

/** Which wish a notification belongs to. What is not named is never mailed by this: money and safety have mails of their own. */
const KINDS: Partial<Record<NotificationType, MailKind>> = {
  friend_request: 'friends',
  friend_accepted: 'friends',
  message: 'messages',
  game_update: 'games',
};

/** Types that are mailed. */
export const MAILED = Object.keys(KINDS) as NotificationType[];

/** Who or what each line of a letter names: ids, each once. */
export type Gathered = { requests: string[]; accepted: string[]; messages: string[]; games: string[] };

/** What of unread notifications goes into a letter, or null where nothing does. What leads to nobody is left out. */
export function gather(unread: readonly { type: NotificationType; relatedId: string | null }[], wishes: MailWishes): Gathered | null {
  const wanted = unread.filter(({ type }) => {
    const kind = KINDS[type];
    return kind !== undefined && wishes[kind];
  });
  const of = (type: NotificationType) => [
    ...new Set(wanted.flatMap((each) => (each.type === type && each.relatedId !== null ? [each.relatedId] : []))),
  ];
  const gathered = { requests: of('friend_request'), accepted: of('friend_accepted'), messages: of('message'), games: of('game_update') };
  return Object.values(gathered).some((ids) => ids.length > 0) ? gathered : null;
}

/** Names as a sentence has them: '@a', '@a and @b', '@a, @b and 3 more'. */
export function inWords(names: readonly string[]): string {
  const shown = names.slice(0, NAMED_MAX);
  const rest = names.length - shown.length;
  const all = rest > 0 ? [...shown, `${rest} more`] : shown;
  return all.length <= 1 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}
