import { formatDay } from '../../../shared/date-format.ts';
import type { ReportReason } from '../../chat/schema.ts';
import type { AgeAction, PlayerAction, Sanction } from './schema.ts';

/** Texts of the moderators' pages about players, in addition to those of the pages about games. */
export const texts = {
  metaTitle: 'Reported players | Kiddo',
  emptyText: 'Reports about players and messages appear here, the oldest first.',
  reasons: {
    bullying: 'Bullying',
    'bad-words': 'Bad words',
    scary: 'Scares or feels wrong',
    'personal-details': 'Asks for personal details',
    pretends: 'Pretends to be somebody else',
    other: 'Other',
    'risk-score': 'A pattern over time',
  } satisfies Record<ReportReason | 'risk-score', string>,
  /** Instead of a reporter. */
  noticed: 'Kiddo noticed',
  noticedHint: 'Counted from what this player did over time, without reading any message. Look before you decide: it may be nothing.',
  paused: (when: string) =>
    `Since ${when} this player cannot send or accept friend requests or be found by strangers: three independent reports came in a day. Your decision about the reports ends that.`,
  quoted: 'Reported message',
  /** Before the names that the player had when the report was sent. */
  formerNames: 'Called then:',
  noMessage: 'About the player, not about one message.',
  evidence: (count: number) => (count === 1 ? 'The message' : `The ${count} messages around it`),
  /** Evidence of a report that is about no message: the friendship is paused, and the chat closed. */
  lastMessages: (count: number) => (count === 1 ? 'The last message of the two' : `The last ${count} messages of the two`),
  reportedMark: 'Reported',
  says: (name: string) => `${name}:`,
  other: 'The other player',
  /** The reporter's account was deleted. @param name null if nothing is kept of it */
  byErased: (name: string | null) => (name === null ? 'by a player who left' : `by @${name}, who left`),
  memberSince: (iso: string) => `Member since ${formatDay(iso)}`,
  /** The player asked for the deletion of the account. */
  leaves: (iso: string) =>
    `The account is to be deleted after ${formatDay(iso)}, but not while a report is open, the player asks for help, or a mute or ban with an end holds.`,
  reports: 'Reports about this player',
  account: 'Account',
  money: 'Payments and kiddocash',
  sanctions: 'Warnings, mutes and bans',
  noSanctions: 'None so far.',
  /** What guardians approved: the one reason why a grown-up and a player under 18 can be in touch. */
  approvals: 'Approved by a guardian',
  approvers: (count: number) =>
    `${count === 1 ? 'One guardian has' : `${count} guardians have`} approved this player as a grown-up, also for children whose accounts are gone.`,
  approval: (adult: string, child: string) => `A guardian approved @${adult} as a grown-up for @${child}.`,
  approvedAt: (when: string, counts: boolean) => (counts ? `approved ${when}, counts now` : `approved ${when}, does not count now`),
  kinds: { warn: 'Warning', mute: 'Mute', ban: 'Ban' } satisfies Record<Sanction['kind'], string>,
  activeSanctions: { mute: 'Muted', ban: 'Banned' },
  activeUntil: (when: string) => `holds until ${when}`,
  activeForever: 'holds for good',
  wasActiveUntil: (when: string) => `held until ${when}`,
  lifted: 'lifted',
  given: (when: string) => `given ${when}`,
  why: 'What the player is told',
  whyHint: 'Clear and kind: what was not all right, and what is. Not sent if you dismiss or lift.',
  whyRequired: 'Write what the player is told, in 3 to 500 letters.',
  presetsLabel: 'Sentences to begin with',
  note: 'Note',
  noteHint: 'For the team; it stays in the log.',
  noteRequired: 'Write a short note for the team: why?',
  muteFor: 'Mute for',
  banLegend: 'Ban, until somebody lifts it',
  nothing: 'There is nothing you can do here.',
  ofTeam: 'This player is of the team. Who is of the team cannot be warned, muted or banned here.',
  /** Error of an action, for the page module. */
  tooLate: 'Somebody was faster, or it cannot be done any more. Load the page again.',
  actions: {
    dismiss: 'Dismiss the reports',
    warn: 'Warn the player',
    'mute-1h': '1 hour',
    'mute-24h': '24 hours',
    'mute-7d': '7 days',
    ban: 'Ban the player',
    lift: 'Lift the mute or ban',
  } satisfies Record<PlayerAction, string>,
  actionsInLog: {
    dismiss: 'dismissed the open reports',
    warn: 'warned the player',
    'mute-1h': 'muted the player for 1 hour',
    'mute-24h': 'muted the player for 24 hours',
    'mute-7d': 'muted the player for 7 days',
    ban: 'banned the player',
    lift: 'lifted the mute or ban',
  } satisfies Record<PlayerAction, string>,
  noteInLog: 'wrote a note',
  ageActionsInLog: {
    'change-birth': 'corrected the month of birth',
    'close-under-13': 'closed the account: the player is under 13',
    'reopen-account': 'opened the account again',
  } satisfies Record<AgeAction, string>,
  age: 'Age and under 13',
  successToasts: {
    dismiss: { title: 'Dismissed', text: 'The reporters are told.' },
    warn: { title: 'Warned', text: 'The player and the reporters are told.' },
    'mute-1h': { title: 'Muted for 1 hour', text: 'The player and the reporters are told.' },
    'mute-24h': { title: 'Muted for 24 hours', text: 'The player and the reporters are told.' },
    'mute-7d': { title: 'Muted for 7 days', text: 'The player and the reporters are told.' },
    ban: { title: 'Banned', text: 'The player is logged out everywhere. The reporters are told.' },
    lift: { title: 'Lifted', text: 'The player can write and log in again, and is told.' },
  } satisfies Record<PlayerAction, { title: string; text: string }>,
  confirmDialog: {
    'mute-7d': {
      title: (name: string) => `Mute ${name} for 7 days?`,
      text: 'For a week they cannot write to anybody. They can play and read.',
      confirm: 'Mute for 7 days',
    },
    ban: {
      title: (name: string) => `Ban ${name}?`,
      text: 'They are logged out at once and cannot log in, until somebody lifts it.',
      confirm: 'Ban the player',
    },
    messageLabel: 'They read:',
    cancel: 'Go back',
  },
} as const;

/** Explanations to choose from. Each begins with what happened and ends with what to do. */
export const presets: { label: string; text: string; reasons: ReportReason[] }[] = [
  {
    label: 'Unkind words',
    text: 'Some of your messages hurt another player. Please write only what you would like to read yourself.',
    reasons: ['bullying'],
  },
  {
    label: 'Bad words',
    text: 'Your messages had words that are not for Kiddo. Please say it in another way next time.',
    reasons: ['bad-words'],
  },
  {
    label: 'Scary messages',
    text: 'Your messages frightened another player. Please stop when somebody does not like it.',
    reasons: ['scary'],
  },
  {
    label: 'Personal details',
    text: 'You asked for details that players keep to themselves, like a number, school or photo. Please never ask for them.',
    reasons: ['personal-details'],
  },
  {
    label: 'Somebody else',
    text: 'You said that you are somebody else. Please play as yourself, with your own name.',
    reasons: ['pretends'],
  },
  {
    label: 'Too many messages',
    text: 'You sent a lot of messages that the other player did not want. Please give others time to answer.',
    reasons: ['other'],
  },
];

const MUTE_DURATIONS: Partial<Record<PlayerAction, string>> = {
  'mute-1h': 'for 1 hour',
  'mute-24h': 'for 24 hours',
  'mute-7d': 'for 7 days',
};

/** Notifications to the reporter and to the player. */
export const notificationTexts = {
  /** To the reporter, after the decision. Does not reveal what happened to the other player. */
  reporter: (action: PlayerAction): { title: string; message: string } =>
    action === 'dismiss'
      ? {
          title: 'We looked at your report',
          message: 'We found nothing against the rules. Thank you for telling us! You can still block this player.',
        }
      : {
          title: 'Your report helped',
          message: 'We looked at it and did something about it. Thank you for telling us! You can also block this player.',
        },
  /** To the player. @param why the moderator's explanation */
  player: (action: PlayerAction, why: string): { title: string; message: string } => {
    if (action === 'lift') return { title: 'Welcome back', message: 'You can play and write messages again. Please be kind to others.' };
    const time = MUTE_DURATIONS[action];
    if (time !== undefined) return { title: `You cannot write messages ${time}`, message: why };
    return { title: action === 'ban' ? 'This account is closed for now' : 'Please be careful', message: why };
  },
} as const;
