import { READ_ONLY_TEXT } from '../../shared/read-only.ts';
import { formatShortDay } from '../../shared/date-format.ts';
import type { PresenceLabel } from './rules.ts';
import type { FriendAction, SearchWait } from './schema.ts';
import { NEW_PLAYER_SEARCHES_PER_DAY } from './search/rules.ts';

/** A time in whole hours or minutes, rounded up: then it is surely over. @param seconds at least 1 */
function formatWait(seconds: number): string {
  const [count, unit] = seconds >= 3600 ? [Math.ceil(seconds / 3600), 'hour'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** How many friends two players share. */
function formatSharedFriends(count: number): string {
  return count === 0 ? 'You two share no friends' : `You two share ${count} ${count === 1 ? 'friend' : 'friends'}`;
}

/** All texts of friends (spec 2, sections 2, 4, 8). */
export const texts = {
  metaTitle: 'Friends | Kiddo',
  title: 'Friends',
  tabsLabel: 'Friends and requests',
  friends: (count: number) => `Friends (${count})`,
  requests: (count: number) => `Requests (${count})`,
  search: 'Add Friends',
  groups: 'Groups',
  pleaseLogIn: 'Please Log In',
  pleaseLogInText: 'Your friends and your messages are waiting for you.',
  logIn: 'Log In',
  signInToSee: 'Sign in to see players',
  signInToSeeText: 'On Kiddo, players are shown only to those who are signed in.',

  list: {
    label: 'Your friends',
    empty: 'No friends yet. Start making connections!',
    filter: 'Find a friend in this list',
    noMatch: (typed: string) => `No friends match "${typed}".`,
    unread: (count: number) => (count > 99 ? '99+' : String(count)),
    unreadAloud: (count: number) => `${count} new ${count === 1 ? 'message' : 'messages'}`,
    you: (text: string) => `You: ${text}`,
    pick: 'Choose a friend to chat with.',
    back: 'Back to the list of friends',
    profile: (name: string) => `Profile of ${name}`,
    fromStart: 'Start of the list',
  },

  /** Reports paused the viewer's new contacts. Kind: nobody has decided anything. */
  paused: {
    title: 'Making new friends is paused for now',
    text: 'Some players told us about something that worried them. A person from our team will look at it, usually within a day. Until then you cannot send or accept friend requests. You can play, and chat with your friends, as always.',
    help: 'Is this a mistake? You or a grown-up can write to us.',
    contact: 'Contact us',
  },

  /** Friendships that the ages of the two pause. Neutral: both read it, and nobody did anything wrong. */
  pausedFriends: {
    title: 'Paused friendships',
    text: 'Kiddo keeps players under 18 and adults apart, unless a parent or guardian approved the adult. So these friendships are paused: you and these players cannot see each other’s pages or write to each other now. Nobody did anything wrong.',
    help: 'Is an age wrong? You or somebody at home can write to us.',
    contact: 'Contact us',
    actions: { remove: 'Remove', block: 'Block', report: 'Report' },
    more: 'More paused friendships',
    fromStart: 'Start of the paused friendships',
    remove: {
      title: (name: string) => `Remove ${name}?`,
      text: (name: string) =>
        `${name} is not in your list then, and is not told. Did something happen? Report it first: later you cannot find ${name} here.`,
      keep: 'Go back',
      confirm: 'Remove',
    },
    block: {
      title: (name: string) => `Block ${name}?`,
      text: (name: string) =>
        `It is fine to block somebody. ${name} is not in your list then, and is not told. Did something happen? Report it first: later you cannot find ${name} here. You can unblock at any time under Add Friends.`,
      keep: 'Go back',
      confirm: 'Block',
    },
  },

  received: {
    title: 'They want to be your friends',
    empty: 'No pending friend requests',
    hint: 'Only accept people you know.',
    sharedFriends: formatSharedFriends,
    /** Before how many friends the two share. */
    renewal: 'You two were friends before',
    gone: { title: 'This request is gone', text: 'It was answered already, or taken back.' },
    accept: 'Accept',
    decline: 'Decline',
  },
  sent: { title: 'You asked them', withdraw: 'Withdraw', renewal: 'You two were friends before. Kiddo asked for you.' },

  find: {
    title: 'Find a player',
    label: 'Username, name or friend code',
    button: 'Search',
    label2: 'Players found',
    noMatch: (term: string) => `No players match "${term}".`,
    noMatchHint: 'Many players are found only by their whole username or by their friend code. Ask your friend for it.',
    count: (count: number) => `${count} ${count === 1 ? 'player' : 'players'} found`,
    wait: ({ per, seconds }: SearchWait) =>
      per === 'minute'
        ? 'That was a lot of searching. Wait a minute, then search again.'
        : `That was a lot of searching for today. In your first week here you can search ${NEW_PLAYER_SEARCHES_PER_DAY.points} times a day. You can search again in ${formatWait(seconds)}. A friend code works now, too: ask your friend for theirs.`,
    hint: 'Only add people you know from school, family or home.',
  },
  code: {
    title: 'Your friend code',
    text: 'Give it only to people you know: with it they can ask you to be friends.',
    code: 'Code',
    link: 'Link',
    copyCode: 'Copy code',
    copyLink: 'Copy link',
    renew: 'Make a new one',
    renewHint: 'The old code and link stop working then.',
    copied: { title: 'Copied', text: 'Now you can paste it.' },
    notCopied: { title: 'Not copied', text: 'Press and hold the text to copy it.' },
  },
  blocked: {
    title: 'Players you blocked',
    text: 'You two cannot find or write to each other.',
    unblock: 'Unblock',
    /** Who is out of the viewer's sight. */
    unknown: 'A player',
    since: (day: string) => `Blocked on ${day}`,
    aboutUnknown: (day: string) => `a player whom you blocked on ${day}`,
  },

  /** Button labels by relation (spec 2, section 4). */
  relation: { none: 'Add Friend', sent: 'Request Sent', friends: 'Friends', received: 'Accept', blocked: 'Unblock' },
  /** On the button of a friend who was found by their code, and became a friend without one. */
  opensByCode: { button: 'We know each other', note: 'Do you know each other?' },
  /** In place of the button, where asking is not open. */
  asking: { code: 'Ask with their friend code', closed: 'Takes no friend requests now' },
  /** Tells apart the same label for several players in one list. */
  about: (label: string, name: string) => `${label}: ${name}`,

  profile: {
    metaTitle: (name: string) => `${name} | Kiddo`,
    memberSince: (when: string) => `Member since ${when}`,
    message: 'Message',
    remove: 'Remove Friend',
    back: 'Back to Friends',
    favorites: 'Favorite Games',
    noFavorites: 'No favorite games yet',
    created: 'Created Games',
    wants: (name: string, shared: number | null) =>
      `${name} wants to be your friend.${shared === null ? '' : ` ${formatSharedFriends(shared)}.`}`,
    askWithCode: (name: string) => `You can ask ${name} with their friend code: get it from ${name}, and type it in under`,
    forFriends: (name: string) => `Only friends see what ${name} likes to play, and more.`,
    blocked: (name: string) => `You blocked ${name}. You two cannot find or write to each other.`,
    notFound: 'Profile Not Found',
    notFoundText: 'This user profile could not be found.',
  },

  menu: {
    open: (name: string) => `More about ${name}`,
    profile: 'View profile',
    report: 'Report player',
    block: 'Block',
    unblock: 'Unblock',
    remove: 'Remove friend',
  },
  block: {
    title: (name: string) => `Block ${name}?`,
    text: (name: string) =>
      `It is fine to block somebody. You two will not be friends, and cannot find or write to each other. ${name} is not told. You can unblock at any time under Add Friends.`,
    keep: 'Go back',
    confirm: 'Block',
  },
  remove: {
    title: (name: string) => `Remove ${name}?`,
    text: (name: string) => `You two cannot chat then. ${name} is not told. You can ask to be friends again later.`,
    keep: 'Keep friend',
    confirm: 'Remove',
  },
  busy: 'One moment...',
} as const;

/** A toast. */
type ToastText = { title: string; text: string };

/** Success toasts, with the texts of spec 2, section 8. */
export const successTexts: Record<FriendAction, ToastText> = {
  ask: { title: 'Friend request sent', text: 'Your friend request has been sent!' },
  accept: { title: 'Friend request accepted', text: 'You are now friends!' },
  decline: { title: 'Friend request declined', text: '' },
  withdraw: { title: 'Friend request withdrawn', text: '' },
  remove: { title: 'Friend removed', text: '' },
  block: { title: 'Player blocked', text: 'You two cannot find or write to each other now.' },
  unblock: { title: 'Player unblocked', text: 'The block is over.' },
  'renew-code': { title: 'New friend code', text: 'The old one does not work any more.' },
};

/** The toast where an action made friends what they were not before: friends by code. */
export const knownByCodeText: ToastText = { title: 'Saved', text: 'Now Kiddo knows that you two know each other.' };

const ERROR_TEXTS: Record<FriendAction, string> = {
  ask: 'Failed to send friend request.',
  accept: 'Failed to accept friend request.',
  decline: 'Failed to decline friend request.',
  withdraw: 'Failed to withdraw friend request.',
  remove: 'Failed to remove friend.',
  block: 'This player was not blocked. Please try again.',
  unblock: 'This player was not unblocked. Please try again.',
  'renew-code': 'Your friend code is still the old one. Please try again.',
};

/** Error toast of an action. @param code error code of the response; null if there was no response */
export function getErrorTexts(action: FriendAction, code: string | null): ToastText {
  if (action === 'ask' && code === 'not-available') return { title: 'Error', text: 'Relationship already exists' };
  if (action === 'ask' && code === 'not-allowed')
    return { title: 'Error', text: 'You cannot send a request to this player at the moment.' };
  if (action === 'accept' && code === 'not-allowed')
    return { title: 'This does not work now', text: 'You two cannot become friends on Kiddo at the moment. You can play on as always.' };
  if (code === 'read-only') return { title: 'Not saved', text: READ_ONLY_TEXT };
  if (code === 'paused') return { title: texts.paused.title, text: texts.paused.text };
  if (code === 'too-many-requests')
    return { title: 'Error', text: `${ERROR_TEXTS[action]} One of you has too many friends or open requests.` };
  return { title: 'Error', text: ERROR_TEXTS[action] };
}

/** Presence as text (spec 2, section 9). @param timeZone null for the time zone of this machine */
export function formatPresence(label: PresenceLabel, timeZone: string | null): string {
  switch (label.unit) {
    case 'online':
      return 'Online';
    case 'never':
      return 'Never';
    case 'now':
      return 'Just now';
    case 'yesterday':
      return 'Yesterday';
    case 'minutes':
      return `${label.count}m ago`;
    case 'hours':
      return `${label.count}h ago`;
    case 'days':
      return `${label.count}d ago`;
    case 'date':
      return formatShortDay(label.at, timeZone);
  }
}

/** Notifications about friend requests. */
export const notificationTexts: Record<'friend_request' | 'friend_accepted', (name: string) => { title: string; message: string }> = {
  friend_request: (name) => ({ title: 'Friend request', message: `${name} wants to be your friend` }),
  friend_accepted: (name) => ({ title: 'Friend request accepted', message: `${name} is your friend now` }),
};
