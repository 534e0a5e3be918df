import type { CaseCounts, CaseReason, QueuedCase } from './schema.ts';

/** The notification to a colleague to whom a case was handed on. It names nobody: the bell may be open on a shared screen. */
export const handOnNotification = {
  title: 'A case was handed to you',
  message: 'A colleague asks you to look at it. It is marked with your name in the list.',
} as const;

/** All texts of the list of what waits, and of what the pages of all cases have in common. */
export const texts = {
  metaTitle: 'Waiting | Kiddo',
  title: 'Waiting',
  tabs: {
    label: 'What to look after',
    waiting: 'Waiting',
    help: 'Help',
    player: 'Players',
    group: 'Groups',
    game: 'Games',
    picture: 'Pictures',
    message: 'Mail',
    'broken-game': 'Broken',
    search: 'Find',
    words: 'Words',
  },
  counts: {
    none: 'Nothing waits.',
    total: (count: number) => (count === 1 ? '1 waits for an answer.' : `${count} wait for an answer.`),
    urgent: (count: number) => (count === 1 ? '1 is urgent.' : `${count} are urgent.`),
    dueSoon: (count: number) => (count === 1 ? '1 is due within 6 hours.' : `${count} are due within 6 hours.`),
    late: (count: number) => (count === 1 ? '1 is late.' : `${count} are late.`),
  },
  order: 'Urgent first, then what is nearest to its 24 hours. New ones come in by themselves.',
  fromStart: 'From the start of the list',
  empty: { title: 'Nothing waits', text: 'Everybody has an answer. What comes in appears here by itself.' },
  keys: {
    upDown: 'down and up',
    take: 'take',
    open: 'open',
    on: 'Keys: on',
    off: 'Keys: off',
  },
  legend: 'A clock is full when a case has all its 24 hours.',
  pills: { urgent: 'Urgent', 'due-soon': 'Due soon', late: 'Late' },
  /** Also what a report of a game has if its reporter wrote nothing. */
  noWords: 'No additional description provided',
  wantsPicture: (name: string) => `@${name} wants to wear a new picture.`,
  hiddenByCheck: 'The nightly check found it broken in two nights and has hidden it.',
  lookedLike: 'What it looked like',
  from: (name: string) => `From @${name}`,
  about: (name: string) => `About @${name}`,
  aboutGroup: (name: string) => `About the group “${name}”`,
  reports: (count: number) => (count === 1 ? '1 report' : `${count} reports`),
  noticed: 'Kiddo noticed',
  fromContact: 'From the contact page',
  lookingAtIt: ({ displayName, isSelf }: { displayName: string; isSelf: boolean }) =>
    isSelf ? 'You are looking at it' : `${displayName} is looking at it`,
  free: 'Nobody is looking at it',
  take: 'Take',
  takeCase: (title: string) => `Take: ${title}`,
  takeOver: 'Take over',
  leave: 'Leave',
  handOn: 'Hand on',
  handOnTo: 'To whom?',
  back: (total: number) => `Waiting (${total})`,
  bar: 'Who looks at it',
  closed: 'Meanwhile somebody decided: nothing of this case waits any more.',
} as const;

const REASONS: Record<CaseReason, string> = {
  abuse: 'A child asks for help: somebody harms a child',
  'self-harm': 'A child asks for help: wants to hurt themselves',
  distress: 'A child asks for help: needs a grown-up',
  unknown: 'A child asks for help',
  bullying: 'Bullying',
  'bad-words': 'Bad words',
  scary: 'Scares or feels wrong',
  'personal-details': 'Asks for personal details',
  pretends: 'Pretends to be somebody else',
  'bad-name': 'A bad name or motto',
  danger: 'Somebody may be in danger',
  'risk-score': 'A pattern over time',
  inappropriate_content: 'Inappropriate Content',
  spam: 'Spam',
  broken_game: 'Broken/Not Working',
  copyright: 'Copyright Violation',
  other: 'Something else',
  picture: 'Picture waits',
  message: 'A message',
  'no-answer': 'Its page does not load',
  'nothing-shown': 'Nothing is shown',
  crashed: 'It crashes',
};

/** What a case is called in the list. */
export function getCaseTitle({ kind, reason, name }: Pick<QueuedCase, 'kind' | 'reason' | 'name'>): string {
  if (kind === 'message' && name !== '') return name;
  return kind === 'game' || kind === 'broken-game' ? `${name}: ${REASONS[reason]}` : REASONS[reason];
}

/** How many cases wait, in sentences; those that matter most are not the first. */
export function listCountSentences({ total, urgent, dueSoon, late }: CaseCounts): { text: string; isUrgent: boolean }[] {
  if (total === 0) return [{ text: texts.counts.none, isUrgent: false }];
  return [
    { text: texts.counts.total(total), isUrgent: false },
    ...(urgent > 0 ? [{ text: texts.counts.urgent(urgent), isUrgent: true }] : []),
    ...(late > 0 ? [{ text: texts.counts.late(late), isUrgent: true }] : []),
    ...(dueSoon > 0 ? [{ text: texts.counts.dueSoon(dueSoon), isUrgent: false }] : []),
  ];
}

/** How much of the 24 hours is left: '2 h 06 left', 'late since 3 h'. */
export function formatTimeLeft(leftMs: number): string {
  return leftMs < 0 ? `late since ${formatSpan(-leftMs)}` : `${formatSpan(leftMs)} left`;
}

/** How long a case waits: '24 min ago', '21 h ago', '3 d ago'. */
export function formatAge(ageMs: number): string {
  const hours = Math.floor(ageMs / 3_600_000);
  if (hours >= 48) return `${Math.floor(hours / 24)} d ago`;
  return hours > 0 ? `${hours} h ago` : `${Math.floor(ageMs / 60_000)} min ago`;
}

function formatSpan(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} d`;
  if (hours === 0) return `${minutes} min`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${String(minutes % 60).padStart(2, '0')}`;
}
