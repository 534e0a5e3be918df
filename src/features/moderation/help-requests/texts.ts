import type { HelpRequestKind } from '../../help-requests/schema.ts';
import type { HelpRequestAction, LoggedHelpRequestAction } from './schema.ts';

/** Texts of the moderators' pages about children who ask for help. */
export const texts = {
  metaTitle: 'Children who ask for help | Kiddo',
  emptyText: 'Children who ask for help appear here, the oldest first.',
  lead: 'These come before everything else. Each is about a child who needs help: nobody is accused here, and nobody is warned, muted or banned for it.',
  kinds: {
    abuse: 'Somebody harms a child',
    'self-harm': 'Wants to hurt themselves',
    distress: 'Needs a grown-up',
    unknown: 'Asks for help',
  } satisfies Record<HelpRequestKind, string>,
  pill: 'Urgent',
  asked: 'Pressed the button: they know that we look at it.',
  noticed: 'Made of what they wrote. They were told that our team knows.',
  words: 'What they wrote',
  noWords: 'They pressed the button and wrote nothing.',
  request: 'What the child wrote',
  guide: [
    'Press “Take” above, if nobody looks at it, so that two of you do not do the same.',
    'Call Childline Kenya, 116, and ask what they advise. It is free, day and night. If a life is in danger, or somebody harms a child: call the police, 999, too. You need no proof.',
    'Do not write to the parents or to the account’s mailbox before Childline has advised it: whoever harms the child may read it.',
    'Look at the player’s page for reports and for who may be involved. Do not warn anybody that you know.',
    'An operator marks the case for the police on the player’s page, if they may need it. Else what is here goes when the account is deleted.',
    'Write down what you did, without names, and close it.',
  ],
  ofPlayer: 'Asked for help',
  playerCase: 'The player’s page',
  note: 'Note',
  noteHint: 'For the team; it stays in the log. Without names.',
  noteRequired: 'Write a short note for the team: what did you do?',
  back: 'All children who ask for help',
  actions: {
    'resolve-help': 'Done: the child gets help',
    'dismiss-help': 'No help is needed',
  } satisfies Record<HelpRequestAction, string>,
  actionsInLog: {
    'review-help': 'looks at it',
    'resolve-help': 'closed it: the child gets help',
    'dismiss-help': 'closed it: no help is needed',
  } satisfies Record<LoggedHelpRequestAction, string>,
  successToasts: {
    'resolve-help': { title: 'Closed', text: 'Thank you.' },
    'dismiss-help': { title: 'Closed', text: 'Nothing else happens.' },
  } satisfies Record<HelpRequestAction, { title: string; text: string }>,
  wroteMore: 'The child wrote more, or asked again, since you opened this page, and nothing was closed. Read it first.',
  nothing: 'It is closed: there is nothing left to do.',
} as const;
