import type { HistoryEntry } from '../schema.ts';

/** Entries of one day; `day` is its date, for example 2026-11-21. */
export type HistoryDay = { day: string; entries: HistoryEntry[] };

/** Groups entries, newest first, by day in a time zone (null: this machine's time zone). */
export function groupByDay(entries: HistoryEntry[], timeZone: string | null): HistoryDay[] {
  const formatDay = createDayFormatter(timeZone);
  const days: HistoryDay[] = [];
  for (const entry of entries) {
    const day = formatDay(new Date(entry.playedAt));
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}

/** Returns a function that formats a time as a date in a time zone, for example 2026-11-21. */
export function createDayFormatter(timeZone: string | null): (time: Date) => string {
  const format = new Intl.DateTimeFormat('en-CA', { ...timeZoneOptions(timeZone), year: 'numeric', month: '2-digit', day: '2-digit' });
  return (time) => format.format(time);
}

/** The previous calendar date: a day may have 23 or 25 hours. */
export function getDayBefore(day: string): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}

/** Returns a function that formats a time of day, for example '2:05 PM'. */
export function createTimeFormatter(timeZone: string | null): (time: Date) => string {
  const format = new Intl.DateTimeFormat('en-US', { ...timeZoneOptions(timeZone), hour: 'numeric', minute: '2-digit' });
  return (time) => format.format(time);
}

function timeZoneOptions(timeZone: string | null): Intl.DateTimeFormatOptions {
  return timeZone === null ? {} : { timeZone };
}
