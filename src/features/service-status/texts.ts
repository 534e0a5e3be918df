import { formatLongDate, formatShortDay } from '../../shared/date-format.ts';
import { toClock } from './clock.rules.ts';
import type { ClosableFeature } from '../feature-flags/schema.ts';
import { PART_FEATURES, SLOW_DAY_MINUTES } from './rules.ts';
import { PARTS as ALL_PARTS, type DayCell, type DayState, type Incident, type Part, type PartState, type StatusView } from './schema.ts';

/** Names of the parts, as titles and in the middle of a sentence. */
type Name = { title: string; name: string; isMany: boolean };
const PARTS: Record<Part, Name> = {
  pages: { title: 'Pages and sign-in', name: 'pages and sign-in', isMany: true },
  games: { title: 'Games', name: 'games', isMany: true },
  chat: { title: 'Chat and friends', name: 'chat and friends', isMany: true },
  payments: { title: 'Payments', name: 'payments', isMany: true },
  mail: { title: 'Mail', name: 'mail', isMany: false },
};

/** The same of what operators can switch off. */
const FEATURES: Record<ClosableFeature, Name> = {
  chat: { title: 'Chat', name: 'chat', isMany: false },
  'sign-ups': { title: 'New accounts', name: 'new accounts', isMany: true },
  uploads: { title: 'Uploads of pictures', name: 'uploads of pictures', isMany: true },
  payments: { title: 'Payments', name: 'payments', isMany: true },
  newsletter: { title: 'The newsletter', name: 'the newsletter', isMany: false },
};
const SWITCHED_OFF = 'switched off by us for now';
const MAINTENANCE = 'We are working on Kiddo';

/** Texts of the status page. */
export const texts = {
  metaTitle: 'Does Kiddo work? | Kiddo',
  metaDescription: 'Whether games, chat, payments and mail of Kiddo work now, how it was in the last 90 days, and what happened.',
  label: 'Now',
  parts: 'The last 90 days',
  part: (part: Part) => PARTS[part].title,
  states: { works: 'Works', slow: 'Slow', down: 'Down', unknown: 'Not known', off: 'Switched off' } satisfies Record<PartState, string>,
  /** @param part one that is switched off */
  partOff: (part: Part) => {
    const feature = PART_FEATURES[part];
    return `${sayAll([feature === undefined ? PARTS[part] : FEATURES[feature]], SWITCHED_OFF)}.`;
  },
  legend: 'What the bars mean',
  bars: { works: 'worked', slow: 'slow for a while', down: 'down for a while', none: 'not checked' } satisfies Record<DayState, string>,
  daysAgo: '90 days ago',
  today: 'today',
  percent: (percent: string | null) => (percent === null ? 'not checked yet' : `${percent} % of the time`),
  bar: (part: Part) => `${PARTS[part].title}, day by day: the list below says the same in words.`,
  words: 'The same in words, day by day',
  days: (from: string, to: string) => (from === to ? sayDay(from) : `${sayDay(from)} to ${sayDay(to)}`),
  note: `We check each part once a minute. A time in which we could not check counts as down. Fewer than ${SLOW_DAY_MINUTES} slow minutes in a day are counted in the share of the time, but not shown as slow.`,
  happened: 'What happened',
  nothing: 'Nothing happened.',
  nothingText: 'There was nothing to tell in the last 90 days.',
  going: 'Going on',
  incidentParts: (parts: readonly Part[]) => joinNames(parts.map((part) => PARTS[part])),
  when: sayWhen,
  updateAt: (iso: string) => `${formatLongDate(iso)}, ${toClock(iso)}`,
} as const;

/** What the top of the page says: the title, and what follows it, with the operators' words for what has no card of its own. */
export function sayStatus({ down, slow, off, isKnown, checked }: Pick<StatusView, 'down' | 'slow' | 'off' | 'isKnown' | 'checked'>): {
  title: string;
  lines: string[];
} {
  const { features, maintenance } = off;
  const sayParts = (parts: readonly Part[], state: string) =>
    sayAll(
      parts.map((part) => PARTS[part]),
      state,
    );
  const switchedOff =
    features.length > 0
      ? sayAll(
          features.map(({ feature }) => FEATURES[feature]),
          SWITCHED_OFF,
        )
      : null;
  const title =
    (down.length > 0 && sayParts(down, 'down')) ||
    (slow.length > 0 && sayParts(slow, 'slow')) ||
    (!isKnown && 'We do not know') ||
    (maintenance && MAINTENANCE) ||
    (switchedOff ?? 'Everything works');
  const lines: string[] = [];
  if (down.length > 0 && slow.length > 0) lines.push(`${sayParts(slow, 'slow')}.`);
  if (maintenance) {
    if (title !== MAINTENANCE) lines.push(`${MAINTENANCE}.`);
    lines.push('You can look and play, and nothing new is saved for a while.', maintenance.message);
  }
  if (switchedOff !== null && title !== switchedOff) lines.push(`${switchedOff}.`);
  const onCards = new Set(Object.values(PART_FEATURES));
  const isOnlyOne = features.length === 1 && maintenance === null;
  for (const { feature, message } of features)
    if (!onCards.has(feature) && message !== '') lines.push(isOnlyOne ? message : `${FEATURES[feature].title}: ${message}`);
  lines.push(sayChecked(isKnown, checked));
  return { title, lines: [...new Set(lines.filter((line) => line !== ''))] };
}

/** What was with the parts on a day: 'Everything worked.', 'Games were down for 5 minutes. Everything else worked.' */
export function sayDays(cells: readonly DayCell[]): string {
  if (cells.every(({ state }) => state === 'works')) return 'Everything worked.';
  if (cells.every(({ state }) => state === 'none')) return 'Not checked.';
  const sentences = cells.flatMap(({ state, down, slow }, index) => {
    const part = ALL_PARTS[index];
    if (part === undefined || state === 'works') return [];
    const { title, isMany } = PARTS[part];
    const was = isMany ? 'were' : 'was';
    if (state === 'none') return [`${title} ${was} not checked.`];
    const spans = [...(down > 0 ? [`down for ${sayMinutes(down)}`] : []), ...(slow > 0 ? [`slow for ${sayMinutes(slow)}`] : [])];
    return [`${title} ${was} ${spans.join(' and ')}.`];
  });
  return [...sentences, ...(sentences.length < cells.length ? ['Everything else worked.'] : [])].join(' ');
}

/** Things and what they are: 'Chat and friends are down', 'Mail is slow'. */
function sayAll(names: readonly Name[], state: string): string {
  return `${joinNames(names)} ${names.length > 1 || names[0]?.isMany === true ? 'are' : 'is'} ${state}`;
}

/** 'Games', 'Games and mail', 'Pages and sign-in, games and mail'. */
function joinNames(names: readonly Name[]): string {
  const words = names.map(({ title, name }, index) => (index === 0 ? title : name));
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** A clock time alone: a copy of the page that is shown later would count minutes that are not true any more. */
function sayChecked(isKnown: boolean, checked: StatusView['checked']): string {
  if (checked === null) return 'No check has run yet.';
  const clock = `${toClock(checked.at)} in Nairobi`;
  const at = checked.isToday ? `at ${clock}` : `on ${formatLongDate(checked.at)}, at ${clock}`;
  if (!isKnown) return `The last check was ${at}.`;
  return `Checked ${at}.`;
}

/** A number of minutes as people say it: '1 minute', '29 minutes', '2 hours 5 minutes'. */
function sayMinutes(minutes: number): string {
  const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return count(rest, 'minute');
  return rest === 0 ? count(hours, 'hour') : `${count(hours, 'hour')} ${count(rest, 'minute')}`;
}

function sayDay(day: string): string {
  return formatShortDay(day, 'UTC');
}

/** When something happened: 'November 9, 2026, 18:20 to 18:47'. */
function sayWhen({ startedAt, endedAt }: Pick<Incident, 'startedAt' | 'endedAt'>): string {
  const day = formatLongDate(startedAt);
  const start = `${day}, ${toClock(startedAt)}`;
  if (endedAt === null) return `Since ${start}`;
  return formatLongDate(endedAt) === day
    ? `${start} to ${toClock(endedAt)}`
    : `${start} to ${formatLongDate(endedAt)}, ${toClock(endedAt)}`;
}
