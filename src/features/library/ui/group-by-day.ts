import { getCalendarDay } from '../../../shared/date-format.ts';
import type { HistoryEntry } from '../schema.ts';

/** Entries of one day; `day` is its date, for example 2026-11-21. */
export type HistoryDay = { day: string; entries: HistoryEntry[] };

/** Groups entries, newest first, by day in a time zone (null: this machine's time zone). */
export function groupByDay(entries: HistoryEntry[], timeZone: string | null): HistoryDay[] {
  const days: HistoryDay[] = [];
  for (const entry of entries) {
    const day = getCalendarDay(new Date(entry.playedAt), timeZone);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}

/** The previous calendar date: a day may have 23 or 25 hours. */
export function getDayBefore(day: string): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}
