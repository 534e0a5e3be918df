import type { BadgeCloth, BadgeColor, BadgeShape, BadgeSign } from './badge/schema.ts';
import type { GroupFormAction } from './form-actions.schema.ts';
import { GROUP_CHANGES_MAX, GROUP_MEMBERS_MAX, GROUPS_PER_PLAYER_MAX, type GroupRole, type MakingObstacle } from './schema.ts';

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

/** What the pages of groups say. */
export const texts = {
  metaTitle: 'Groups | Kiddo',
  title: 'Groups',
  pleaseLogIn: 'Please Log In',
  pleaseLogInText: 'Groups are private: only their members see them.',
  logIn: 'Log In',
  back: 'Groups',

  list: {
    make: 'Make a group',
    yours: 'Your groups',
    invitations: 'Invitations',
    empty: 'No groups yet',
    emptyText:
      'A group is a place for you and your friends, with a name and a badge of your own. You see who is online and which games you all like. Make one, and invite your friends.',
    invitationsOnly: 'You are in no group yet. Join one above, or make your own.',
    members: (number: number) => count(number, 'member', 'members'),
    more: (number: number) => `+${number}`,
    online: (number: number) => (number === 0 ? 'Nobody online' : `${number} online`),
    footnote: (number: number) =>
      `You are in ${number} of at most ${GROUPS_PER_PLAYER_MAX} groups. Nobody can search for a group: friends invite friends.`,
  },
  invitation: {
    asks: (name: string) => `${name} asks you to join`,
    sees: (number: number) => `${count(number, 'member', 'members')}. All of them will see your name and your avatar, and you see theirs.`,
    join: 'Join',
    decline: 'No, thanks',
  },
  /** Tells apart the same label for several things in one list. */
  about: (label: string, name: string) => `${label}: ${name}`,

  page: {
    metaTitle: (name: string) => `${name} | Kiddo`,
    menu: 'More about this group',
    invite: 'Invite friends',
    edit: 'Edit group',
    leave: 'Leave group',
    close: 'Close group',
    members: (number: number) => `Members (${number})`,
    allMembers: (number: number) => `Show ${count(number, 'more member', 'more members')}`,
    you: 'You',
    alone: 'Only you are here so far',
    aloneText: 'Invite your friends: then you see here who is online, and which games you all like.',
    invited: (number: number) => `Invited (${number})`,
    invitedText: 'They have not answered yet.',
    takeBack: 'Take back',
    favorites: 'Our favorite games',
    noFavorites: 'No favorite games here yet. Press the heart of a game that you like.',
    played: 'Played this week',
    noPlayed: 'No plays in the last 7 days that you can see.',
    plays: (number: number) => count(number, 'play', 'plays'),
    playedHint: 'Plays in the last 7 days, of members whose profile you can see.',
    notFound: 'Group not found',
    notFoundText: 'It is closed, or you are not in it.',
  },
  roles: { owner: 'Owner', helper: 'Helper' } satisfies Partial<Record<GroupRole, string>>,
  member: {
    menu: (name: string) => `What you can do with ${name}`,
    'make-helper': 'Make a helper',
    'make-member': 'Not a helper any more',
    'hand-over': 'Make the owner',
    remove: 'Remove from group',
  },

  form: {
    newMetaTitle: 'Make a group | Kiddo',
    newTitle: 'Make a group',
    editTitle: 'Edit group',
    editMetaTitle: 'Edit group | Kiddo',
    name: 'Name',
    motto: 'Motto',
    optional: 'Motto (you can leave it empty)',
    nameHint: 'Members and friends whom you invite see it. No real names, schools or places.',
    chooseName: 'Choose a name',
    chooseMotto: 'No motto',
    fromList: 'You choose from our lists.',
    unnamed: 'Your group',
    takenAway:
      'Our team took the name away, because it was not okay. 7 days after that you can choose a new one. You can change the badge at any time.',
    changes: (left: number) =>
      left === 0
        ? `Name and motto changed ${GROUP_CHANGES_MAX} times in 30 days. You can change them again later, and the badge at any time.`
        : `You can change name and motto ${count(left, 'more time', 'more times')} within 30 days, and the badge at any time.`,
    surprise: 'Surprise me',
    surprised: 'A new badge',
    make: 'Make this group',
    making: 'One moment…',
    next: `Next you choose which friends to invite. Only they can see this group. It can have up to ${GROUP_MEMBERS_MAX} members.`,
    save: 'Save',
    cancel: 'Cancel',
    failedTitle: 'Not saved',
    failed: 'Something went wrong. Please try again.',
    tooMany: 'That was a lot of groups for one day. Try again tomorrow.',
    empty: 'Your group needs a name.',
    short: 'A name has at least 3 characters.',
  },
  obstacles: {
    muted: {
      title: 'You cannot make a group now',
      text: 'You cannot write on Kiddo for a while, and a group needs a name. The groups in which you are stay as they are.',
    },
    full: {
      title: `You are in ${GROUPS_PER_PLAYER_MAX} groups`,
      text: 'That is as many as one player can have. Leave one first, then you can make a new one.',
    },
  } satisfies Record<NonNullable<MakingObstacle>, { title: string; text: string }>,

  invite: {
    metaTitle: 'Invite friends | Kiddo',
    title: 'Invite friends',
    to: (group: string) => `To ${group}`,
    hint: 'Everybody in a group sees everybody else in it. Invite only people who would like that.',
    label: 'Your friends',
    filter: 'Find a friend in this list',
    search: 'Search all your friends',
    searchButton: 'Search',
    noMatch: (typed: string) => `No friends match "${typed.trim()}".`,
    empty: 'Nobody to invite right now',
    emptyText: 'You can invite friends who are not in the group yet, if everybody in it may be in touch with them.',
    addFriends: 'Add friends',
    full: 'This group is full',
    fullText: `A group has up to ${GROUP_MEMBERS_MAX} members. Those who are invited and have not answered count, too.`,
    send: (chosen: number) => (chosen === 0 ? 'Invite' : `Invite ${count(chosen, 'friend', 'friends')}`),
    later: 'Not now',
    back: 'Back to the group',
    chooseFirst: 'Choose at least one friend.',
    tooMany: 'You have sent a lot of invitations today. Try again tomorrow.',
    failedTitle: 'Nobody was invited',
    failed: 'Something went wrong. Please try again.',
    atMost: (most: number) => `Choose at most ${most} friends at a time.`,
    sent: (number: number) => ({ title: 'Invited', text: `${count(number, 'friend has', 'friends have')} an invitation now.` }),
  },

  confirm: {
    keep: 'Go back',
    leave: {
      title: (group: string) => `Leave ${group}?`,
      confirm: 'Leave',
      member: 'You do not see this group any more then. To come back, somebody in it has to invite you.',
      owner:
        'You are the owner. A helper becomes the owner then, or else the member who joined first; with nobody left, the group closes. To come back, somebody in it has to invite you.',
    },
    close: {
      title: (group: string) => `Close ${group}?`,
      text: 'The group is gone for everybody in it then, and cannot be opened again.',
      confirm: 'Close group',
    },
    remove: {
      title: (name: string) => `Remove ${name}?`,
      text: (name: string) =>
        `${name} does not see the group any more then, and is not told. For 30 days only the owner can invite ${name} again.`,
      confirm: 'Remove',
    },
    handOver: {
      title: (name: string) => `Make ${name} the owner?`,
      text: (name: string) => `Then only ${name} can edit and close the group. You stay in it, and cannot take this back yourself.`,
      confirm: 'Make the owner',
    },
  },
};

/** Toasts after what worked. */
export const doneTexts: Record<GroupFormAction, { title: string; text: string }> = {
  accept: { title: 'You are in', text: 'Have fun with your group!' },
  decline: { title: 'Invitation declined', text: 'Nobody is told.' },
  leave: { title: 'You left the group', text: 'You are not in it any more.' },
  close: { title: 'Group closed', text: 'Nobody sees it any more.' },
  remove: { title: 'Player removed', text: 'They do not see the group any more.' },
  'make-helper': { title: 'A new helper', text: 'Helpers can invite friends and remove members.' },
  'make-member': { title: 'Changed', text: 'They are a member like the others now.' },
  'hand-over': { title: 'The group has a new owner', text: 'You are still in it.' },
  'take-back': { title: 'Invitation taken back', text: 'They cannot join with it any more.' },
};

/** The toast for an action that failed. @param code null without an answer */
export function getActionError(action: GroupFormAction, code: string | null): { title: string; text: string } {
  if (code === null) return { title: 'Not done', text: 'There is no connection. Please try again.' };
  if (code === 'sign-in-required') return { title: 'Please log in', text: 'You were signed out meanwhile.' };
  if (action === 'accept' && code === 'too-many-requests')
    return {
      title: 'You cannot join this group now',
      text: `Perhaps you are in ${GROUPS_PER_PLAYER_MAX} groups already: then leave one first.`,
    };
  if (action === 'accept')
    return { title: 'You cannot join this group now', text: 'Perhaps the invitation is gone, or the group is full.' };
  if (code === 'too-many-requests') return { title: 'Not so fast', text: 'Wait a moment, then try again.' };
  if (code === 'not-found') return { title: 'Not done', text: 'That is gone already.' };
  return { title: 'Not done', text: 'That does not work right now. Please try again later.' };
}

/** The names of a badge's parts, for those who cannot see them. */
export const badgeTexts = {
  shape: {
    legend: 'Shape',
    names: { shield: 'Shield', circle: 'Circle', square: 'Square', diamond: 'Diamond', drum: 'Drum', leaf: 'Leaf' } satisfies Record<
      BadgeShape,
      string
    >,
  },
  color: {
    legend: 'Color',
    names: {
      teal: 'Teal',
      blue: 'Blue',
      magenta: 'Magenta',
      orange: 'Orange',
      yellow: 'Yellow',
      night: 'Night',
      green: 'Green',
      brown: 'Brown',
    } satisfies Record<BadgeColor, string>,
  },
  cloth: {
    legend: 'Pattern',
    names: { triangles: 'Triangles', circles: 'Circles', zigzag: 'Zigzag', diamonds: 'Diamonds' } satisfies Record<BadgeCloth, string>,
  },
  sign: {
    legend: 'Sign',
    names: {
      star: 'Star',
      bolt: 'Bolt',
      moon: 'Moon',
      drum: 'Drum',
      ball: 'Ball',
      kite: 'Kite',
      paw: 'Paw',
      waves: 'Waves',
      baobab: 'Baobab',
      eye: 'Eye',
      sun: 'Sun',
      book: 'Book',
    } satisfies Record<BadgeSign, string>,
  },
};
