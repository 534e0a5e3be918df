import type { EmailContent } from '../../mail/schema.ts';
import { PARTS, type Part } from '../schema.ts';
import type { AlertKind } from './rules.ts';

/** Names of the parts in a sentence. */
const NAMES: Record<Part, string> = {
  pages: 'Pages and sign-in',
  games: 'Games',
  chat: 'Chat and friends',
  payments: 'Payments',
  mail: 'Mail',
};

/** The mail that tells an operator what is down or back. */
export function alertEmail(to: string, kind: AlertKind, parts: readonly Part[], url: string): EmailContent {
  const list = PARTS.filter((part) => parts.includes(part)).map((part) => NAMES[part]);
  const isDown = kind === 'down';
  return {
    to,
    subject: isDown ? `Down on Kiddo: ${list.join(', ')}` : `Back on Kiddo: ${list.join(', ')}`,
    heading: isDown ? 'Something is down' : 'Something is back',
    paragraphs: isDown
      ? [
          `Our checks say that this has not worked for 3 minutes: ${list.join(', ')}.`,
          'The page below says what the checks found. If it lasts, write there what happened: everybody can read it on the status page.',
        ]
      : [
          `Our checks say that this answers again: ${list.join(', ')}.`,
          'If you wrote on the status page that it does not work, end that now.',
        ],
    button: { label: 'Open the checks', url },
    notes: [
      'You get this mail because you operate Kiddo. It comes at most once in 15 minutes for what is down, and once for what is back.',
    ],
  };
}

/** The same for a browser that tells of notifications. */
export function alertPush(kind: AlertKind, parts: readonly Part[]): { title: string; text: string } {
  const list = PARTS.filter((part) => parts.includes(part)).map((part) => NAMES[part]);
  return { title: kind === 'down' ? 'Something is down' : 'Something is back', text: `${list.join(', ')}.` };
}
