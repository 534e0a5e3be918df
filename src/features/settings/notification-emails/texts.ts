import type { EmailContent } from '../../mail/schema.ts';
import { joinNames } from './rules.ts';
import type { EmailKind } from './schema.ts';

/** All texts of the Notifications tab and of the unsubscribe page (spec 2, section 2). */
export const texts = {
  title: 'Notifications',
  lead: 'The bell on Kiddo always tells you. Mails come only for what you have not seen, one an hour at most.',
  mails: 'Email notifications',
  kinds: {
    friends: 'Friends: somebody asks you, says yes, or invites you to a group',
    messages: 'Messages: a friend wrote to you',
    games: 'Games: news about a game',
  } satisfies Record<EmailKind, string>,
  always: 'Mails about your account, payments and safety always come.',
  save: 'Save notifications',
  saving: 'Saving...',
  toasts: {
    saved: { title: 'Notifications saved', text: 'You get the mails that you chose.' },
  },
  stop: {
    metaTitle: 'Stop mails | Kiddo',
    title: 'Stop these mails?',
    lead: 'You get no more mails about friends, messages and games. The bell on Kiddo still tells you.',
    confirm: 'Stop the mails',
    busy: 'Stopping...',
    doneTitle: 'No more of these mails',
    done: 'You can choose mails again in your settings.',
    unknownTitle: 'This link does not work',
    unknown: 'It is not complete, or the account is gone. In your settings you can choose which mails you get.',
    toSettings: 'Go to Settings',
  },
} as const;

/** The names in each line of a digest: usernames (with their @) and game titles. `groups`: how many invitations; what groups are called is for those who are in them. */
export type DigestNames = { requests: string[]; accepted: string[]; messages: string[]; games: string[]; groups: number };

/** The digest email about all unread notifications. It never contains messages, only who sent them. */
export function digestEmail(
  to: string,
  username: string,
  named: DigestNames,
  links: { look: string; settings: string; stop: string },
): EmailContent {
  const lines = [
    named.requests.length > 0 &&
      `${joinNames(named.requests)} ${named.requests.length === 1 ? 'wants' : 'want'} to be your ${named.requests.length === 1 ? 'friend' : 'friends'}.`,
    named.accepted.length > 0 && `${joinNames(named.accepted)} said yes: you are friends now.`,
    named.messages.length > 0 && `${joinNames(named.messages)} wrote to you.`,
    named.groups > 0 && (named.groups === 1 ? 'You are invited to a group.' : `You are invited to ${named.groups} groups.`),
    named.games.length > 0 && `There is news about ${joinNames(named.games)}.`,
  ].filter((line) => line !== false);
  return {
    to,
    subject: 'You have news on Kiddo',
    heading: `News for @${username}`,
    paragraphs: lines,
    button: { label: 'Look on Kiddo', url: links.look },
    notes: [`You get such a mail once an hour at most. Choose which ones you get: ${links.settings}`],
    stop: links.stop,
  };
}
