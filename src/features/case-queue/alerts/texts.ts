import type { EmailContent } from '../../mail/schema.ts';
import type { CaseKind } from '../schema.ts';
import type { AlertType, CalledCases, CallSummary, DigestSummary } from './schema.ts';

/** Texts of the page on which the team chooses what calls it. */
export const texts = {
  metaTitle: 'How you are called | Kiddo',
  back: 'Waiting',
  title: 'How you are called',
  lead: 'When somebody has to look, Kiddo writes you a mail, and tells each browser in which you turned notifications on. Both say how many cases wait, and never what a child wrote.',
  mailsTo: (email: string) => `Mails go to ${email}.`,
  unconfirmed: 'Your e-mail address is not confirmed, so no mail calls you: only browsers do.',
  noMailServer: 'This site has no mail server, so no mail calls anybody: only browsers do.',
  browsers:
    'In your quiet hours only urgent cases call browsers. A browser calls you until you sign out, 12 hours after you signed in at the latest: sign in again, and turn it on again.',
  browsersLink: 'Turn notifications on',
  legend: 'Call me',
  types: {
    urgent: 'At once, when an urgent case comes in that nobody has taken',
    dueSoon: 'When a case has less than 3 hours left, also if somebody has taken it',
    digest: 'Every morning at 7, if anything waits',
  } satisfies Record<AlertType, string>,
  urgentFixed:
    'Operators are always called for urgent cases: a child may be in danger, and somebody has to know. So this one cannot be turned off.',
  often:
    'You get no more than one call in 5 minutes: what comes in meanwhile is in the next one. Reports about players alone call at once 3 times in an hour, then once in 30 minutes together.',
  save: 'Save',
  saving: 'Saving...',
  saved: { title: 'Saved', text: 'You are called for what you chose.' },
  failed: { title: 'Not saved', text: 'Please try again.' },
  link: 'Choose what you are called for',
} as const;

const KINDS: Record<CaseKind, readonly [one: string, many: string]> = {
  help: ['request for help', 'requests for help'],
  player: ['reported player', 'reported players'],
  group: ['reported group', 'reported groups'],
  game: ['reported game', 'reported games'],
  picture: ['picture', 'pictures'],
  message: ['message from the contact page', 'messages from the contact page'],
  'broken-game': ['broken game', 'broken games'],
};

type Links = { queue: string; settings: string };

/**
 * The mail that calls somebody of the team. It says how many cases wait and no word of what they are about: a mailbox is read on other
 * screens too.
 */
export function callEmail(to: string, { urgent, dueSoon }: CallSummary, now: Date, links: Links): EmailContent {
  const paragraphs: string[] = [];
  if (urgent) {
    const they = urgent.total === 1 ? 'It is' : 'They are';
    paragraphs.push(
      `${count(urgent.total, 'urgent case waits', 'urgent cases wait')}, and nobody looks at ${urgent.total === 1 ? 'it' : 'them'} yet.`,
      `${they}: ${listKinds(urgent.byKind)}. ${sayTimeLeft(urgent, now)}`,
    );
  }
  if (dueSoon) paragraphs.push(`${sayDueSoon(dueSoon, now)}: ${listKinds(dueSoon.byKind)}. ${sayTimeLeft(dueSoon, now)}`);
  const [heading, subject] = urgent
    ? ['Please look now', `Urgent: ${count(urgent.total, 'case waits', 'cases wait')} on Kiddo`]
    : ['The time is nearly over', `${count(dueSoon?.total ?? 0, 'case is', 'cases are')} late or nearly late on Kiddo`];
  return { to, subject, heading, paragraphs, button: { label: 'Open the list', url: links.queue }, notes: [sayWhy(links)] };
}

/** The same for a browser that tells of notifications: shorter, because it is read on a locked screen. */
export function callPush({ urgent, dueSoon }: CallSummary): { title: string; text: string } {
  if (urgent) return { title: 'Please look now', text: count(urgent.total, 'urgent case waits on Kiddo.', 'urgent cases wait on Kiddo.') };
  return {
    title: 'The time is nearly over',
    text: count(dueSoon?.total ?? 0, 'case is late or nearly late.', 'cases are late or nearly late.'),
  };
}

/** The same for a browser. */
export function digestPush({ total, urgent }: DigestSummary): { title: string; text: string } {
  const waiting = `${count(total, 'case waits', 'cases wait')} for an answer.`;
  return { title: 'What waits this morning', text: urgent > 0 ? `${waiting} ${count(urgent, 'is', 'are')} urgent.` : waiting };
}

/** The mail of the morning about all that waits. */
export function digestEmail(to: string, { byKind, total, urgent, late, oldestAt }: DigestSummary, now: Date, links: Links): EmailContent {
  const waited = sayDuration(now.getTime() - oldestAt.getTime());
  const paragraphs = [
    `${count(total, 'case waits', 'cases wait')} for an answer: ${listKinds(byKind)}.`,
    ...(urgent > 0 ? [`${count(urgent, 'of them is', 'of them are')} urgent.`] : []),
    ...(late > 0 ? [`${count(late, 'waits', 'wait')} longer than 24 hours.`] : []),
    `The oldest has waited for ${waited}.`,
  ];
  return {
    to,
    subject: `Good morning: ${count(total, 'case waits', 'cases wait')} on Kiddo`,
    heading: 'What waits this morning',
    paragraphs,
    button: { label: 'Open the list', url: links.queue },
    notes: [sayWhy(links)],
  };
}

function sayWhy({ settings }: Links): string {
  return `You get this mail because you are in the team of Kiddo. Choose which ones you get: ${settings}`;
}

function sayDueSoon({ total, firstDueAt }: CalledCases, now: Date): string {
  const isLate = firstDueAt <= now;
  if (total === 1) return isLate ? '1 case is late' : '1 case has less than 3 hours left';
  return isLate ? `${total} cases are late or have less than 3 hours left` : `${total} cases have less than 3 hours left`;
}

function sayTimeLeft({ total, firstDueAt }: CalledCases, now: Date): string {
  const left = firstDueAt.getTime() - now.getTime();
  if (left > 0) return `${total === 1 ? 'It' : 'The first'} has ${sayDuration(left)} left of its 24 hours.`;
  return `${total === 1 ? 'Its 24 hours' : 'The 24 hours of the first'} ended ${sayDuration(-left)} ago.`;
}

/** A time as people say it: '2 h 6 min', '40 min', '3 days'. */
function sayDuration(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

function listKinds(byKind: readonly [CaseKind, number][]): string {
  const parts = byKind.map(([kind, number]) => count(number, ...KINDS[kind]));
  return parts.length <= 1 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
