import type { HistoryEntry } from '../schema.ts';

/** Entries of one day; `day` is its date as 2026-11-21. */
export type HistoryDay = { day: string; entries: HistoryEntry[] };

/** Puts entries, latest first, together by the days of a time zone (null: the one of this machine). */
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

/** Which date it is in a time zone, as 2026-11-21. */
export function createDayFormatter(timeZone: string | null): (time: Date) => string {
  const format = new Intl.DateTimeFormat('en-CA', { ...timeZoneOptions(timeZone), year: 'numeric', month: '2-digit', day: '2-digit' });
  return (time) => format.format(time);
}

/** The date before, by the calendar: a day may have 23 or 25 hours. */
export function getDayBefore(day: string): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}

/** A time of day as '2:05 PM'. */
export function createTimeFormatter(timeZone: string | null): (time: Date) => string {
  const format = new Intl.DateTimeFormat('en-US', { ...timeZoneOptions(timeZone), hour: 'numeric', minute: '2-digit' });
  return (time) => format.format(time);
}

function timeZoneOptions(timeZone: string | null): Intl.DateTimeFormatOptions {
  return timeZone === null ? {} : { timeZone };
}
