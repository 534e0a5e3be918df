import { formatDateTime, formatLongDay } from '../../shared/date-format.ts';
import { formatNumber } from '../../shared/number-format.ts';
import { DAYS_MAX, LABEL_MAX, TEXT_MAX, type AnnouncementDone, type AnnouncementState, type Audience } from './schema.ts';

/** What the filter found, in the words of an operator. */
const BAD_WORDS = 'it has bad or unkind words';
const REFUSALS: Record<string, string> = {
  profanity: BAD_WORDS,
  sexual: BAD_WORDS,
  bullying: BAD_WORDS,
  threat: BAD_WORDS,
  phone: 'it has a phone number',
  email: 'it has an email address',
  link: 'it has a web address',
  handle: 'it has a name in another app',
  address: 'it says where somebody lives',
  whereabouts: 'it says where somebody is',
  credentials: 'it asks for a password',
  payment: 'it speaks of money and accounts',
  'meet-elsewhere': 'it asks to meet, call or write outside of Kiddo',
  'private-place': 'it asks to meet alone',
  pictures: 'it asks for pictures',
  secrecy: 'it asks to keep a secret',
  unreadable: 'it has hidden characters',
};

const FIELD_ERRORS: Record<string, Record<string, string>> = {
  text: { short: 'Write what the line says.', long: `The line can have ${TEXT_MAX} letters at most.` },
  linkLabel: { missing: 'Write what the link says.', long: `A link can have ${LABEL_MAX} letters at most, in one line.` },
  linkPath: {
    missing: 'Write where the link leads.',
    invalid: 'This is no page of Kiddo. Write its address from the first /, such as /games/rhino-sumo.',
    'no-game': 'There is no such game, or it is hidden. Look at the address of the game.',
  },
  audience: { '': 'Choose who sees it.' },
  game: { missing: 'Write which game.', 'no-game': 'No game has this name. Write the name as the game page has it.' },
  from: { '': 'Write a day and a time, such as 2026-11-28T08:00.' },
  until: {
    '': 'Write a day and a time, such as 2026-11-28T20:00.',
    missing: 'Write until when it runs.',
    order: 'The end has to be after the start.',
    past: 'The end has to be after now.',
    'too-long': `It can run for ${DAYS_MAX} days at most. Choose an earlier end.`,
  },
  note: { '': 'Write why, in 3 letters or more. It stays in the audit log.' },
};

const AUDIENCE_LABELS: Record<Audience, string> = {
  everybody: 'Everybody',
  plans: 'Premium and Pro',
  premium: 'Premium only',
  pro: 'Pro only',
  game: 'Who played a game',
};

const STATES: Record<AnnouncementState, string> = { planned: 'Planned', running: 'Running', ended: 'Ended early', over: 'Over' };

/** Texts of the operators' page, and of the bell. */
export const texts = {
  metaTitle: 'Announcements | Kiddo',
  title: 'Announcements',
  lead: 'A line over every page, and a word in the bell.',
  newTitle: 'A new line',
  editTitle: 'Change what is planned',
  says: 'Says',
  saysHint: 'Children read it. The first sentence is bold.',
  letters: (count: number) => `${count} of at most ${TEXT_MAX} letters`,
  linkSays: 'Link says',
  leadsTo: 'and leads to',
  linkHint: 'A link is not needed. It leads to a page of Kiddo, such as /games/rhino-sumo.',
  audience: 'Who sees it',
  audiences: AUDIENCE_LABELS,
  everybodyHint: 'Visitors too',
  gameHint: 'Write which game below',
  game: 'Which game',
  gameFieldHint: 'Its name, or its address such as /games/rhino-sumo.',
  from: 'From',
  fromHint: 'In Nairobi time. Leave it empty to start now.',
  until: 'Until',
  untilHint: `In Nairobi time, ${DAYS_MAX} days later at most.`,
  bell: 'A word in the bell too',
  bellHint: 'For the same players. Whoever is banned or leaving, or is too young for the game, is not told.',
  note: 'Why',
  noteHint: 'For the audit log. Players do not see it.',
  previewButton: 'Preview',
  startNow: 'Start now',
  startOn: (iso: string) => `Start on ${formatLongDay(iso)}`,
  /** Without scripts the button cannot follow what is typed. */
  startThen: 'Start at that time',
  save: 'Save the change',
  busy: 'Saving...',
  cancelEdit: 'Do not change it',
  looks: 'How it looks',
  exampleText: 'Here is what the line says.',
  list: 'Planned and past',
  oneAtATime: 'Never two lines at once: a later one waits until the first is over, or until the reader closes it.',
  empty: 'There was no line yet.',
  more: 'Older ones',
  newest: 'Back to the newest',
  states: STATES,
  time: (from: string, until: string) => `${formatDateTime(from)} to ${formatDateTime(until)}`,
  forWhom: (audience: Audience, game: string | null) =>
    audience === 'game' ? `For who played ${game ?? 'a game that is gone'}` : `For: ${AUDIENCE_LABELS[audience]}`,
  by: (name: string) => `By ${name}`,
  link: (label: string, path: string) => `Link: ${label} (${path})`,
  notified: (count: number, isDone: boolean) => {
    const players = `${formatNumber(count)} ${count === 1 ? 'player' : 'players'}`;
    return isDone ? `The bell told ${players}.` : `The bell has told ${players} so far.`;
  },
  bellPlanned: 'The bell will tell them too.',
  bellStopped: (count: number) => `The bell told ${formatNumber(count)} ${count === 1 ? 'player' : 'players'}, then it was ended.`,
  edit: 'Change',
  end: 'End now',
  endLead: 'The line goes from every page at once. Bells that were told keep it.',
  delete: 'Delete',
  deleteLead: 'Nobody has seen it yet.',
  failedTitle: 'That did not work',
  failed: 'Nothing was changed. Please try again.',
  filterDown: 'The text cannot be checked at the moment, so nothing was changed. Please try again in a minute.',
  changedMeanwhile: {
    planned: 'It has begun meanwhile, or somebody else deleted it. Nothing was changed. Look at the list below.',
    running: 'It is over already. Nothing was changed.',
  },
  sentBefore: 'This form was sent before, with other words. Nothing was changed. If you want both lines, press the button again.',
  conflict:
    'Somebody else changed this after you opened it, so nothing was saved. The list below has it as it is now. To replace it with what you typed, save again.',
  bellTitle: 'News from Kiddo',
  refusedText: (kind: string) => `Players could not write this either: ${REFUSALS[kind] ?? 'it sounds like what harms children'}.`,
  describeField: (field: string, issue: string): string => FIELD_ERRORS[field]?.[issue] ?? FIELD_ERRORS[field]?.[''] ?? texts.failed,
} as const;

/** The toast after a change; null where nothing was changed. */
export function doneToast(done: AnnouncementDone): { title: string; text: string } | null {
  switch (done.do) {
    case 'preview':
      return null;
    case 'end':
      return { title: 'Ended', text: 'The line is gone from every page.' };
    case 'delete':
      return { title: 'Deleted', text: 'It will not be shown.' };
    default:
      return done.isRunning
        ? { title: 'It runs now', text: 'Everybody whom it is for sees the line on the next page.' }
        : { title: 'Planned', text: `The line shows from ${formatDateTime(done.startsAt)} on.` };
  }
}
