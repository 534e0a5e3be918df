import { AT_END } from './schema.ts';

const DAY_MS = 86_400_000;
/** Nairobi's offset from UTC, all year. */
const NAIROBI_MS = 3 * 3_600_000;

/** The order after one of its ids moved before another one (or AT_END). Null if either is not in it any more. */
export function moveBefore(order: readonly string[], id: string, before: string): string[] | null {
  if (!order.includes(id) || (before !== AT_END && !order.includes(before))) return null;
  if (before === id) return [...order];
  const others = order.filter((each) => each !== id);
  const at = before === AT_END ? others.length : others.indexOf(before);
  return others.toSpliced(at, 0, id);
}

/** When a day, such as 2026-11-30, begins in Nairobi. */
export function startOfDay(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - NAIROBI_MS);
}

/** When a day ends in Nairobi: the first moment after it. */
export function endOfDay(day: string): Date {
  return new Date(startOfDay(day).getTime() + DAY_MS);
}

/** The day of a time in Nairobi. */
export function toDay(time: Date): string {
  return new Date(time.getTime() + NAIROBI_MS).toISOString().slice(0, 10);
}

/** The days from the first to the last one, both counted. */
export function countDays(from: string, until: string): number {
  return Math.round((Date.parse(until) - Date.parse(from)) / DAY_MS) + 1;
}

/** Monday and Sunday of the week after this one in Nairobi. */
export function getNextWeek(now: Date): { from: string; until: string } {
  const today = Date.parse(`${toDay(now)}T00:00:00Z`);
  const weekday = (new Date(today).getUTCDay() + 6) % 7;
  const monday = today + (7 - weekday) * DAY_MS;
  const write = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { from: write(monday), until: write(monday + 6 * DAY_MS) };
}
