import { PERIODS, STATES, type Comparison, type FigureName, type Period, type SeriesName, type StateName } from './schema.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Nairobi's offset from UTC, all year. */
const NAIROBI_MS = 3 * HOUR_MS;

/** How long figures are kept, and who was here on which day: two of the longest periods, and some days more. */
export const FIGURE_RETENTION_DAYS = 62;
/** How far back the first count goes: two of the longest periods. */
export const FIRST_COUNT_DAYS = 60;
/** A day is counted for the last time this many hours after its end: what was on its way at midnight is there by then. */
const FINAL_AFTER_HOURS = 3;
/** The count runs every 10 minutes; after this it has failed more than once. */
const LATE_MINUTES = 30;
/** Games of a day of which the plays are stored. */
export const TOP_GAMES_PER_DAY = 200;
/** Games that are shown. */
export const TOP_GAMES = 8;
/** The period when the URL names none. */
const DEFAULT_PERIOD: Period = 7;

/** A day, such as 2026-11-27, and an hour of it, in Nairobi. */
export type DayHour = { day: string; hour: number };

/** The day and the hour of a time in Nairobi. */
export function toNairobi(time: Date): DayHour {
  const local = new Date(time.getTime() + NAIROBI_MS).toISOString();
  return { day: local.slice(0, 10), hour: Number(local.slice(11, 13)) };
}

/** When a day begins in Nairobi. */
export function startOfDay(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - NAIROBI_MS);
}

/** The day so many days later; a negative number: earlier. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** So many days, the last of which is `last`, the earliest first. */
export function listDays(last: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(last, index + 1 - count));
}

/** Whether a day need not be counted any more. */
export function isFinal(day: string, countedAt: Date): boolean {
  return countedAt.getTime() >= startOfDay(addDays(day, 1)).getTime() + FINAL_AFTER_HOURS * HOUR_MS;
}

type Counts = {
  daily: { day: string; key: string; value: number }[];
  hourly: { day: string; hour: number; value: number }[];
};

/** Of two counts of the same days, the larger figure of each key and hour. */
export function takeLarger(one: Counts, other: Counts): Counts {
  const merge = <Row extends { value: number }>(rows: Row[], toId: (row: Row) => string): Row[] => {
    const best = new Map<string, Row>();
    for (const row of rows) if (row.value > (best.get(toId(row))?.value ?? -1)) best.set(toId(row), row);
    return [...best.values()];
  };
  return {
    daily: merge([...one.daily, ...other.daily], ({ day, key }) => `${day} ${key}`),
    hourly: merge([...one.hourly, ...other.hourly], ({ day, hour }) => `${day} ${hour}`),
  };
}

/** How many minutes the middle one of some times took, the shortest first; null: there was none. */
export function findMedian(times: readonly { minutes: number; count: number }[]): number | null {
  const total = times.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  const findAt = (position: number) => {
    let passed = 0;
    return times.find(({ count }) => (passed += count) > position)?.minutes ?? 0;
  };
  return (findAt(Math.floor((total - 1) / 2)) + findAt(Math.floor(total / 2))) / 2;
}

/** How long ago the last count was, and whether that is too long. */
export function getAge(countedAt: Date, now: Date): { minutesAgo: number; isLate: boolean } {
  const minutesAgo = Math.max(0, Math.floor((now.getTime() - countedAt.getTime()) / MINUTE_MS));
  return { minutesAgo, isLate: minutesAgo >= LATE_MINUTES };
}

/** The period that a URL asks for. */
export function parsePeriod(days: string | null): Period {
  return PERIODS.find((period) => String(period) === days) ?? DEFAULT_PERIOD;
}

/** Whether a figure is one at a moment, or of the whole period. */
export const isState = (name: FigureName): name is StateName => STATES.some((each) => each === name);

/** What is counted as an amount of money or time, and not by pieces. */
export function toUnit(name: SeriesName): 'money' | 'minutes' | 'count' {
  return name === 'revenue' ? 'money' : name === 'minutes' ? 'minutes' : 'count';
}

/**
 * By how much something changed, in whole percent: 'same' if that is less than one half. 'new': there was nothing before, so no percent says
 * it. Null: it cannot be compared.
 */
export function describeChange(comparison: Comparison): { percent: number } | 'same' | 'new' | null {
  if (comparison === null) return null;
  const { now, before } = comparison;
  if (before <= 0) return now > 0 ? 'new' : 'same';
  const percent = Math.round((100 * (now - before)) / before);
  return percent === 0 ? 'same' : { percent };
}

/** A table as CSV (RFC 4180). A cell that a spreadsheet would run as a formula gets an apostrophe in front; numbers stay numbers. */
export function toCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
}

function toCell(cell: string | number | null): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell);
  const harmless = /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
