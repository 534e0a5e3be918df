import type { HelpLine } from './schema.ts';

/** All that a child reads who asks for help. */
export const texts = {
  metaTitle: 'Get help | Kiddo',
  metaDescription: 'Whom to call and whom to tell when somebody hurts you, or when everything is too much.',
  title: 'You are not alone',
  lead: 'What you feel matters, and it is not your fault. There are people who help you.',
  call: ({ name, number }: HelpLine) => `Call ${name}: ${number}`,
  free: (country: string) => `It is free in ${country}, day and night. You do not have to say your name.`,
  danger: (emergency: string) => `Are you in danger now? Call ${emergency}.`,
  tell: 'Tell a grown-up you trust: somebody at home, an aunt, a teacher, a neighbour. If the first one does not listen, tell another.',
  elsewhere: 'In another country',
  line: ({ country, name, number, emergency }: HelpLine) => `${country}: ${name}, ${number}. In danger: ${emergency}.`,
  notifiedTitle: 'Our team knows',
  notified: ({ number, emergency }: HelpLine) =>
    `Because somebody hurts a child, our team was told what you wrote. A person will look at it. You did nothing wrong. This is not for emergencies: if you are in danger now, call ${number} or ${emergency}.`,
  button: 'Tell our team',
  busy: 'Telling them...',
  buttonHint: 'A person of our team then reads what you wrote. Nobody else does.',
  textLabel: 'What happened? (You can leave this empty.)',
  asked: ({ number, emergency }: HelpLine) =>
    `Our team knows now. A person will look at it. This is not for emergencies: if you are in danger now, call ${number} or ${emergency}.`,
  failed: ({ number }: HelpLine) => `That did not reach us. Try again, or call ${number}.`,
  slow: ({ number }: HelpLine) =>
    `You have written to us many times today, and this did not reach us. Try again tomorrow, or call ${number}.`,
  /** What to do before one can tell our team. */
  first: {
    'sign-in': 'Log in, and you can tell our team here.',
    'keep-account': 'Keep your account, and you can tell our team here.',
    'say-age': 'Answer one question, and you can tell our team here.',
  },
  close: 'Close this',
  again: 'Get help',
} as const;
