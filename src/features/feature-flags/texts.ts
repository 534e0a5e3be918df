import { formatDateTime } from '../../shared/date-format.ts';
import { MESSAGE_MAX, type FeatureFlag, type SwitchChange } from './schema.ts';

type SwitchTexts = {
  title: string;
  /** What it is about, in one sentence. */
  about: string;
  /** What happens when it is not as usual: what stops, and what goes on. */
  stops: string;
  goesOn: string;
  /** The button and the dialog that stop something, and the button that ends it. */
  stop: string;
  question: string;
  resume: string;
  doneStop: { title: string; text: string };
  doneResume: { title: string; text: string };
};

/** What operators read about each switch. */
export const switchTexts: Record<FeatureFlag, SwitchTexts> = {
  chat: {
    title: 'Chat',
    about: 'Friends write messages to each other.',
    stops: 'Nobody can write, at once. A banner on the friends page says so.',
    goesOn:
      'Messages stay and can be read and reported. A call for help in a message that is not sent still reaches the team. Games go on.',
    stop: 'Switch chat off',
    question: 'Switch chat off for everybody?',
    resume: 'Switch chat on',
    doneStop: { title: 'Chat is off', text: 'Nobody can write until you switch it on.' },
    doneResume: { title: 'Chat is on', text: 'Friends can write to each other again.' },
  },
  'sign-ups': {
    title: 'Sign-ups',
    about: 'Visitors make new accounts, with an email address or with Google.',
    stops: 'Nobody gets a new account. The sign-up page says so.',
    goesOn: 'Confirming an address, signing in and new passwords go on. Playing needs no account.',
    stop: 'Switch sign-ups off',
    question: 'Switch sign-ups off?',
    resume: 'Switch sign-ups on',
    doneStop: { title: 'Sign-ups are off', text: 'Nobody gets a new account until you switch them on.' },
    doneResume: { title: 'Sign-ups are on', text: 'Visitors can make accounts again.' },
  },
  uploads: {
    title: 'Uploads',
    about: 'Players with premium upload a picture of their own.',
    stops: 'No player can upload a picture. The avatar page says so.',
    goesOn:
      'Pictures that are there stay, those that wait can be decided, and the rest of the avatar page works. The pictures of your own pages are not meant.',
    stop: 'Switch uploads off',
    question: 'Switch uploads off for all players?',
    resume: 'Switch uploads on',
    doneStop: { title: 'Uploads are off', text: 'No player can upload a picture until you switch them on.' },
    doneResume: { title: 'Uploads are on', text: 'Players can upload pictures again.' },
  },
  payments: {
    title: 'Payments',
    about: 'Players and guardians pay for plans and kiddocash.',
    stops: 'No payment can be started, and nobody at home can be asked. The pages with prices say so.',
    goesOn:
      'Payments that have begun are finished, cards that renew are charged and counted, and cancelling, turning off the renewal and refunds work.',
    stop: 'Switch payments off',
    question: 'Switch payments off for everybody?',
    resume: 'Switch payments on',
    doneStop: { title: 'Payments are off', text: 'No payment can be started until you switch them on.' },
    doneResume: { title: 'Payments are on', text: 'Players and guardians can pay again.' },
  },
  newsletter: {
    title: 'Newsletter',
    about: 'Readers subscribe to new posts, and operators send them.',
    stops:
      'Nobody can subscribe, and no post can be sent. A post that is being sent waits, except for mails that are already in the queue.',
    goesOn: 'Unsubscribing always works. What waits goes out when you switch it on again: nothing is lost.',
    stop: 'Switch the newsletter off',
    question: 'Switch the newsletter off?',
    resume: 'Switch the newsletter on',
    doneStop: {
      title: 'The newsletter is off',
      text: 'Mails that are already in the queue go out. The rest waits until you switch it on.',
    },
    doneResume: { title: 'The newsletter is on', text: 'What waited goes out within some minutes.' },
  },
  'read-only': {
    title: 'Read-only for maintenance',
    about: 'While this is on, players and visitors can look and play, and nothing that they do is stored.',
    stops: 'Players and visitors cannot write, sign up, buy, change or save anything. Plays are not counted.',
    goesOn:
      'Reading, playing, signing in and out, saying an age, the help lines, asking our team for help, reporting, writing to us, unsubscribing, and whatever a guardian stops. Players can block and decline others, end a friendship, change or reset a password, sign other devices out, delete their own picture, cancel a plan and turn its renewal off. The team can do everything. Background jobs go on.',
    stop: 'Make the site read-only',
    question: 'Make the whole site read-only?',
    resume: 'End read-only',
    doneStop: { title: 'The site is read-only', text: 'Players and visitors cannot write until you end it.' },
    doneResume: { title: 'Read-only is over', text: 'Everybody can write again.' },
  },
};

/** The texts around the switches. */
export const texts = {
  metaTitle: 'Switches | Kiddo',
  title: 'Switches',
  lead: 'Each counts for everybody, at once, and stays until you change it.',
  on: 'On',
  off: 'Off',
  at: (iso: string) => formatDateTime(iso),
  since: ({ at, actor }: SwitchChange) => `Since ${formatDateTime(at)}, by ${actor}`,
  always: 'Never changed',
  told: 'Everybody is told:',
  toldNothing: 'Nothing is added to our own sentence.',
  change: 'Change what everybody is told',
  stops: 'What stops:',
  goesOn: 'What goes on:',
  note: 'Note',
  noteHint: 'For the team; it stays in the log.',
  message: 'What everybody is told (optional)',
  messageHint: `One or two simple sentences: why, and until when. At most ${MESSAGE_MAX} letters.`,
  saveMessage: 'Save the words',
  busy: 'Working...',
  cancel: 'Not now',
  doneMessage: { title: 'Words saved', text: 'Everybody reads them now.' },
  doneAlready: { title: 'Nothing to change', text: 'It was so already.' },
  failedTitle: 'That did not work',
  failed: 'Nothing was changed. Load the page again and try once more.',
  changedMeanwhile: 'Nothing was changed: somebody changed this switch after you opened the page. Look at how it is now, and decide again.',
  fieldErrors: {
    note: 'Write a short note for the team: why?',
    message: `Write at most ${MESSAGE_MAX} letters.`,
  },
  changes: 'Last changes',
  noChanges: 'Nobody has changed a switch yet.',
  changesInLog: {
    on: 'switched on',
    off: 'switched off',
    message: 'changed what everybody is told',
  } satisfies Record<SwitchChange['change'], string>,
  overview: {
    title: 'Switches',
    asUsual: 'Everything is as usual.',
    unusual: (names: readonly string[]) => `Not as usual: ${names.join(', ')}.`,
    state: (title: string, isEnabled: boolean) => `${title} (${isEnabled ? 'on' : 'off'})`,
    open: 'To the switches',
  },
} as const;
