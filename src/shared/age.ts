import { AGE_BANDS, type AgeBand } from './permissions.ts';

/** The office's time zone, by which months begin. East Africa has no summer time. */
const UTC_OFFSET_HOURS = 3;
/** The current month in Nairobi, like '2026-11'. */
export function getCurrentMonth(now: Date): string {
  return new Date(now.getTime() + UTC_OFFSET_HOURS * 3_600_000).toISOString().slice(0, 7);
}

/** The month that is so many years before another one. @param month like '2026-11' */
function subtractYears(month: string, years: number): string {
  return `${String(Number(month.slice(0, 4)) - years).padStart(4, '0')}${month.slice(4)}`;
}

/**
 * The age band of a player, of whom we know the month of birth and not the day: they reach an age when that month is over, so that nobody
 * counts as older than they are.
 * @param birthMonth like '2012-03'. @returns null under 13
 */
export function getAgeBand(birthMonth: string, now: Date): AgeBand | null {
  const month = getCurrentMonth(now);
  return AGE_BANDS.findLast((age) => birthMonth < subtractYears(month, age)) ?? null;
}

/** The latest month in which somebody who has reached an age was born, plus one: who was born before it is that old. */
export function getBirthMonthLimit(age: AgeBand, now: Date): string {
  return subtractYears(getCurrentMonth(now), age);
}

/** A month of birth for a demo account that is to be so many years old: half a year after the last birthday, far from the next band. */
export function getDemoBirthMonth(age: number, now: Date): string {
  return getCurrentMonth(new Date(now.getTime() - (age + 0.5) * 365.25 * 86_400_000));
}
