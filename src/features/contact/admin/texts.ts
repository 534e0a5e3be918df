import type { AddressAccount, MessageAction, MessageFilter } from './schema.ts';

/** All texts of the operators' inbox. */
export const texts = {
  metaTitle: 'Messages | Kiddo',
  title: 'Messages',
  lead: (open: number, late: number) =>
    open === 0
      ? 'No message waits.'
      : `${open} ${open === 1 ? 'message waits' : 'messages wait'}${late > 0 ? `, ${late} longer than 24 hours` : ''}.`,
  state: 'State',
  states: { open: 'Open', answered: 'Answered', closed: 'Closed', all: 'All' } satisfies Record<MessageFilter, string>,
  apply: 'Show',
  empty: 'No messages here',
  emptyText: 'What people write on the Contact page appears here: of players with Pro first, then the oldest.',
  fromStart: 'From the start of the list',
  age: (hours: number) => (hours < 1 ? 'under an hour old' : hours < 48 ? `${hours} h old` : `${Math.floor(hours / 24)} d old`),
  late: 'Over 24 hours',
  pro: 'Pro',
  open: 'Open the inbox',
  back: 'All messages',
  from: 'From',
  visitor: 'not signed in',
  accounts: 'This address:',
  accountOf: (username: string, as: AddressAccount['as']) =>
    ({
      account: `the account @${username}`,
      'unconfirmed-account': `typed for @${username}, never confirmed`,
      guardian: `the guardian of @${username}, who agreed`,
      'asked-guardian': `was asked to be the guardian of @${username}, and has not answered`,
    })[as],
  noAccounts: 'The address belongs to no account, and to no guardian.',
  accountsHint:
    'Anybody can type an address: nothing of this proves who wrote. Write to it and wait for the answer before you do something to an account.',
  answers: 'Answers',
  noAnswers: 'Nothing was answered yet.',
  log: 'What was done',
  noLog: 'Nothing yet.',
  did: { answer: 'answered by email', close: 'closed the message' } satisfies Record<MessageAction, string>,
  /** In UTC, so that it is the same for all operators, wherever they are. */
  at: (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`,
  answer: {
    title: 'Answer by email',
    field: 'Your answer',
    hint: (email: string) => `It goes to ${email} and is kept here.`,
    send: 'Send the answer',
    needed: 'Write an answer (at most 4,000 characters).',
  },
  close: {
    title: 'Close without an answer',
    field: 'Note (for the team; it stays in the log)',
    hint: 'Why does it need no answer, or no further one? The sender is not told.',
    send: 'Close the message',
    needed: 'Write a short note: why?',
  },
  newer: {
    title: 'Somebody else answered meanwhile.',
    text: 'Their answer is above. Read it first: yours would come after it. What you typed stays.',
    read: 'I have read it',
  },
  closed: 'This message is closed.',
  busy: 'Working...',
  done: {
    answer: { title: 'Answered', text: 'The answer is on its way by email.' },
    close: { title: 'Closed', text: 'The message waits no more.' },
  } satisfies Record<MessageAction, { title: string; text: string }>,
  failedTitle: 'That did not work',
  failed: 'Nothing was changed. Load the page again and try once more.',
  tooLate: 'Somebody was faster, so nothing was sent. Look at what was done, and then decide. What you typed is still there.',
} as const;
