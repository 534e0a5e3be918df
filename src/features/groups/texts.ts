import { GROUP_CHANGES_MAX, GROUP_LIMITS, GROUP_MEMBERS_MAX, GROUPS_PER_PLAYER_MAX } from './schema.ts';

const { nameMin, nameMax, mottoMax } = GROUP_LIMITS;

/** What the services of groups answer. The texts of the pages are in `page.texts.ts`. */
export const texts = {
  fieldErrors: {
    name: {
      empty: 'Please give your group a name.',
      short: `A name has at least ${nameMin} characters.`,
      long: `A name has at most ${nameMax} characters.`,
      characters: 'Use letters and digits. Some signs cannot be used here.',
      list: 'Please choose a name from the list.',
      staff: 'This name sounds like the Kiddo team. Please choose another one.',
      badge: 'One of these signs looks like the badge of the Kiddo team. Please choose a name without it.',
      scripts: 'These letters are of two alphabets. Please choose a name with letters of one only.',
      marks: 'There are too many marks on one letter. Please choose a name without them.',
      signs: 'Use letters and digits. Some signs cannot be used here.',
      unkind: 'Please choose another name. This one has words in it that could hurt or scare somebody.',
      telling: 'Please choose another name. This one tells others how to find or call somebody.',
    },
    motto: {
      long: `A motto has at most ${mottoMax} characters.`,
      characters: 'Some of these signs cannot be used here.',
      list: 'Please choose a motto from the list.',
      staff: 'This motto sounds like the Kiddo team. Please write another one.',
      badge: 'One of these signs looks like the badge of the Kiddo team. Please write it without.',
      scripts: 'These letters are of two alphabets. Please use letters of one only.',
      marks: 'There are too many marks on one letter. Please write it without them.',
      signs: 'Some of these signs cannot be used here.',
      unkind: 'Please write another motto. This one has words in it that could hurt or scare somebody.',
      telling: 'Please write another motto. This one tells others how to find or call somebody.',
    },
    badge: 'Please choose one of these.',
    help: 'Are you not okay? You do not have to be alone with it: on the page Get Help (/get-help) you see whom you can call, and you can tell our team. For the group please choose other words.',
  },
  failures: {
    muted: 'You are muted, so you cannot do this now.',
    full: `You are in ${GROUPS_PER_PLAYER_MAX} groups, and more is not possible. Leave one first.`,
    tooMany: 'You did this often today. Please try again tomorrow.',
    noChanges: `The name and motto can change ${GROUP_CHANGES_MAX} times in 30 days. Please try again later.`,
    takenAway: 'Our team took the name away because it was not okay. You can choose a new one 7 days later.',
    filter: 'We cannot check your words right now. Please try again in a few minutes.',
    cannotJoin: 'You cannot join this group now.',
    groupFull: `This group has ${GROUP_MEMBERS_MAX} members, and more is not possible.`,
    paused: 'You cannot invite anybody for now. Your friends page says why.',
    noneInvited: 'These friends cannot be invited now.',
    noneChosen: 'Please choose at least one friend.',
  },
} as const;

/** What the bell says. */
export const notificationTexts = {
  invitation: (name: string, group: string) => ({ title: 'Group invitation', message: `${name} invites you to the group “${group}”` }),
  owner: (group: string) => ({
    title: 'A group is yours now',
    message: `You are the owner of the group “${group}” now. You can edit it, invite friends, remove members and close it, or make somebody else the owner.`,
  }),
  agesApart: (group: string) => ({
    title: 'You are not in a group any more',
    message: `You are not in the group “${group}” any more. Kiddo keeps some ages apart, and your age does not fit there now. Nobody did anything wrong.`,
  }),
} as const;

/** What a group is called whose name our team took away. */
export const TAKEN_AWAY_NAME = 'Group';
