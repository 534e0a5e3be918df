import { formatLongDay, formatMonth, formatShortDay } from '../../shared/date-format.ts';
import type { BreakdownName, Figures, Period, SeriesName, StateName } from './schema.ts';

const CHANNELS: Record<string, string> = { card: 'card', mpesa: 'M-Pesa' };

const REFUSALS: Record<string, string> = {
  profanity: 'Bad words',
  sexual: 'Sexual words',
  bullying: 'Unkind words',
  threat: 'Threats',
  phone: 'Phone numbers',
  email: 'Email addresses',
  link: 'Links',
  handle: 'Names in other apps',
  'meet-elsewhere': 'Meeting in other apps',
  address: 'Home addresses',
  payment: 'Money and accounts',
  grooming: 'What grooming sounds like',
  pictures: 'Asking for pictures',
  secrecy: 'Asking to keep a secret',
  blackmail: 'Blackmail',
  credentials: 'Passwords',
  'private-place': 'Meeting alone',
  whereabouts: 'Where somebody is',
  unreadable: 'Hidden words',
};

const REPORTS: Record<string, string> = {
  games: 'about games',
  players: 'about players',
  groups: 'about groups',
  noticed: 'opened by Kiddo',
  help: 'asking for help',
};

/** What the keys of figures are called. */
export const labelFor = {
  refusal: (key: string): string => REFUSALS[key] ?? key,
  opened: (key: string): string => `Opened, ${REPORTS[key] ?? key}`,
  closed: (key: string): string => `Closed, ${REPORTS[key] ?? key}`,
  channel: (key: string): string => (key === 'card' ? 'By card' : `By ${CHANNELS[key] ?? key}`),
  /** @param key such as 'premium/card' or 'pack pack-400/mpesa' @param names of plans, and the kiddocash of packs */
  product: (key: string, names: ReadonlyMap<string, string>): string => {
    const [what = '', channel = ''] = key.split('/');
    const name = names.get(what) ?? what;
    return `${what.startsWith('pack ') ? `Pack of ${name}` : name}, ${CHANNELS[channel] ?? channel}`;
  },
};

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** How long ago something was: '12 minutes', '3 hours', '2 days'. */
function describeMinutes(minutes: number): string {
  if (minutes < 60) return plural(minutes, 'minute', 'minutes');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? plural(hours, 'hour', 'hours') : plural(Math.floor(hours / 24), 'day', 'days');
}

/** A day of Nairobi, such as 2026-11-27, as 'November 27'. */
const toLongDay = (day: string) => formatLongDay(`${day}T12:00:00+03:00`);

const toHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** What is shown: of which days. */
type Shown = Pick<Figures, 'period' | 'days' | 'isToday'>;

export const texts = {
  periodsLabel: 'How many days',
  periods: (period: Period): string => `${period} days`,
  waits: 'What waits',
  tools: 'What you can do',
  nothingYet: {
    title: 'Figures',
    text: 'Nothing is counted yet. The first figures are here about ten minutes after Kiddo starts.',
  },
  /** A heading. */
  range: ({ from, to }: { from: string; to: string }, period: Period): string => {
    if (period === 1) return `${toLongDay(to)}, beside the day before`;
    const last = formatMonth(from) === formatMonth(to) ? to.slice(8).replace(/^0/, '') : toLongDay(to);
    return `${toLongDay(from)} to ${last}, beside the ${period} days before`;
  },
  compared: (hour: number, period: Period): string => {
    if (hour === 24) return 'More and less compare whole days.';
    if (period === 1 && hour === 0) return 'The day is too young to be compared.';
    return `More and less compare both up to ${toHour(hour)} in Nairobi: the last day is not over.`;
  },
  now: ({ period, days, isToday }: Shown): string => (period > 1 ? `These ${period} days` : isToday ? 'Today' : toLongDay(days.to)),
  before: (period: Period): string => (period === 1 ? 'The day before' : `The ${period} days before`),
  counted: (minutesAgo: number): string => (minutesAgo === 0 ? 'Counted just now.' : `Counted ${describeMinutes(minutesAgo)} ago.`),
  late: (minutesAgo: number): string =>
    `These figures are old: counted ${describeMinutes(minutesAgo)} ago. Kiddo counts every 10 minutes. The log says why it did not ('job failed', statistics.count-figures).`,
  missing: (days: number): string =>
    `${plural(days, 'of these days is', 'of these days are')} not counted yet, and missing in the sums. The next counts catch up; if they do not, the log says why.`,
  soFar: ({ days, isToday }: Shown): string => `${isToday ? 'Today' : toLongDay(days.to)} so far`,
  /** A link to one day. @param last the last day that was counted; null: that is today, or none was */
  oneDay: (last: string | null): string => (last === null ? 'Today' : toLongDay(last)),
  wasBefore: (value: string): string => `before: ${value}`,
  unknown: 'not known',
  /** @param last the last day that was counted */
  since: (day: string, last: string): string => (day > last ? `Counted from ${toLongDay(day)} on` : `Counted since ${toLongDay(day)}`),
  same: 'the same',
  fromNothing: 'none before',
  more: (percent: number): string => `${percent}% more`,
  less: (percent: number): string => `${percent}% less`,
  inDays: (value: string, { period, days, isToday }: Shown): string =>
    period > 1 ? `${value} in ${period} days` : isToday ? `${value} today` : `${value} on ${toLongDay(days.to)}`,
  day: (day: string): string => formatShortDay(`${day}T00:00:00Z`, 'UTC'),
  hour: toHour,
  gameIsGone: 'A game that is gone',
  asTable: 'As a table',
  howCounted: 'How it is counted',
  csv: {
    link: 'CSV',
    days: ['Day', 'Now', 'Day before', 'Before'],
    hours: ['Hour', 'Now', 'Hour before', 'Before'],
    kinds: ['What', 'Now', 'Before, whole days'],
    states: ['What', 'Now', 'Before'],
  },
  table: {
    day: 'Day',
    hour: 'Hour',
    what: 'What',
    /** Below the days of active players. */
    differentPlayers: 'Different players in all days',
    wholeDays: (period: Period): string => (period === 1 ? 'The whole day before' : `The ${period} whole days before`),
  },
  chart: (name: string, period: Period): string => `${name}: ${period === 1 ? 'by hour' : 'by day'}`,
  chartText: ({ period, days, isToday }: Shown): string =>
    `The solid line is ${period === 1 ? (isToday ? 'today' : toLongDay(days.to)) : `these ${period} days`}, the dashed one is ${period === 1 ? 'the day before' : `the ${period} days before`}. A dot is a day that is not over. All numbers stand in the table.`,
  emptyBreakdown: {
    'top-games': 'Nobody played in this time.',
    'refused-kinds': 'No message was refused in this time.',
    reports: 'There was no report in this time.',
    'revenue-products': 'Nobody paid in this time.',
    'failed-payments': 'No payment failed in this time.',
  } satisfies Record<BreakdownName, string>,
  series: {
    'sign-ups': { name: 'Sign-ups', how: 'Accounts made in this time. Accounts that were deleted before a day was counted are missing.' },
    active: {
      name: 'Active players',
      how: 'Different players who used Kiddo while signed in: somebody who was here on five days is one player. The line shows each day alone. Of the time before counting began, only the last day of each player is known. Whoever deletes the account is taken out of days that are still counted.',
    },
    minutes: {
      name: 'Minutes played',
      how: 'How long games were open, players and visitors together, by what the open game tells us every 20 seconds. A play without a network is not in it.',
    },
    revenue: {
      name: 'Revenue',
      how: 'What was paid, in shillings, on the day of the payment. What was paid back, in whole or in part, is taken off that day, also later. Payments that are held or disputed are not in it. Payments in dollars count by the price in shillings.',
    },
    plays: {
      name: 'Plays',
      how: 'How often a game was opened, by players and visitors. Opened without a network, it counts on the day on which it was opened, once we hear of it: that can be 30 days later, and shortly after midnight such plays are added to the days before.',
    },
    sent: {
      name: 'Messages sent',
      how: 'Messages between friends, ready phrases too. Messages of accounts that were deleted before a day was counted are missing.',
    },
    refused: {
      name: 'Messages refused',
      how: 'Messages that the text filter did not let through, by the kind of reason. We count no texts and no players. Sent again, a refused message counts again.',
    },
    opened: {
      name: 'Reports opened',
      how: 'Reports about games and players, cases that Kiddo opened by itself, and children who asked for help.',
    },
    closed: { name: 'Reports closed', how: 'The same, on the day on which somebody of the team decided.' },
    failed: {
      name: 'Failed payments',
      how: 'Payments that a provider refused, on the day on which they began. Who left the page of the provider is not in it.',
    },
  } satisfies Record<SeriesName, { name: string; how: string }>,
  breakdowns: {
    'top-games': {
      name: 'Top games',
      how: 'The games that were opened most. Of each day the 200 most played games are added up.',
    },
    'refused-kinds': { name: 'Refused, by kind', how: '' },
    reports: {
      name: 'Reports',
      how: 'Reports about games and players, cases that Kiddo opened by itself, and children who asked for help.',
    },
    'revenue-products': { name: 'What was paid for', how: '' },
    'failed-payments': { name: 'Failed, by way of paying', how: '' },
  } satisfies Record<BreakdownName, { name: string; how: string }>,
  states: {
    decisions: {
      name: 'Time until a decision',
      how: 'Of the reports that were closed in this time: half of them took at most as long as the middle one, which is rounded to 10 minutes above 2 hours, and to hours above a day. A report that is deleted later stays in it.',
    },
    premium: {
      name: 'Premium members',
      how: 'Players who have premium or more at the moment of the count, paid or within the days of grace of a card; before: at the last count of the last day before, if there was one.',
    },
    mails: {
      name: 'Mails that wait in the queue',
      how: 'Mails that no mail server has taken yet, at the moment of the count; before: at the last count of the last day before, if there was one.',
    },
  } satisfies Record<StateName, { name: string; how: string }>,
  refusedOf: (refused: string, sent: string): string => `${refused} refused, ${sent} sent`,
  decisions: { median: 'Until a decision, middle', worst: 'Until a decision, longest', none: 'none' },
  /** '2 h 40 min' */
  duration: (minutes: number): string => {
    const whole = Math.round(minutes);
    return whole < 60 ? `${whole} min` : `${Math.floor(whole / 60).toLocaleString('en-US')} h ${String(whole % 60).padStart(2, '0')} min`;
  },
  opened: 'Opened',
  closed: 'Closed',
  money: 'Premium and failed payments',
  failed: 'Failed payments',
  site: {
    title: 'The site',
    disk: 'Free disk',
    version: 'Version',
    free: (free: string, total: string): string => `${free} of ${total}`,
    how: 'The disk is that of the data folder on the machine that shows this page, now.',
  },
} as const;

/** The rows of a figure that is one at a moment, or of the whole period. `file`: what a row is called in a file, where numbers have no unit. */
export function listStates(
  { decisions, premium, mails }: Figures,
  name: StateName,
): { label: string; file: string; now: number | null; before: number | null }[] {
  if (name !== 'decisions') {
    const label = texts.states[name].name;
    return [{ label, file: label, ...(name === 'premium' ? premium : mails) }];
  }
  return (['median', 'worst'] as const).map((which) => {
    const label = texts.decisions[which];
    return { label, file: `${label}, in minutes`, now: decisions[which], before: decisions.before[which] };
  });
}
