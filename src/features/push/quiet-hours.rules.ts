import type { AgeBand } from '../../shared/permissions.ts';
import type { QuietHours } from './schema.ts';

/** For whoever chose nothing. */
export const DEFAULT_QUIET_HOURS: QuietHours = { from: 20, until: 7 };
/** Children sleep: under 18 quiet hours contain these. */
const CHILDRENS_QUIET_HOURS: QuietHours = { from: 21, until: 6 };
const OF_AGE: AgeBand = 18;
const DAY_HOURS = 24;
const HOUR_SECONDS = 3600;
const HOUR_MS = HOUR_SECONDS * 1000;
/** Kenya is three hours ahead of UTC all year. */
const NAIROBI_OFFSET_HOURS = 3;

/** The hour of the day in Nairobi, where most players live: where somebody else is, we do not know. */
export function getHour(time: Date): number {
  return (time.getUTCHours() + NAIROBI_OFFSET_HOURS) % DAY_HOURS;
}

/** The least quiet hours of an age; null: they can be any, or off. */
export function getLeastQuietHours(band: AgeBand): QuietHours | null {
  return band === OF_AGE ? null : CHILDRENS_QUIET_HOURS;
}

/** Whether an hour of the day is one of the quiet hours. */
export function isQuiet({ from, until }: QuietHours, hour: number): boolean {
  return from < until ? from <= hour && hour < until : hour >= from || hour < until;
}

/** How many whole seconds are left until quiet hours begin; 0 while they last. @param hours null: off, so it never gets quiet */
export function getSecondsUntilQuiet(hours: QuietHours | null, now: Date): number {
  if (hours === null) return Number.POSITIVE_INFINITY;
  if (isQuiet(hours, getHour(now))) return 0;
  const sinceHour = (now.getTime() % HOUR_MS) / 1000;
  return Math.floor(((hours.from - getHour(now) + DAY_HOURS) % DAY_HOURS) * HOUR_SECONDS - sinceHour);
}

/** Whether quiet hours (null: off) are allowed at an age. */
export function canChoose(hours: QuietHours | null, band: AgeBand): boolean {
  const least = getLeastQuietHours(band);
  if (least === null) return true;
  if (hours === null) return false;
  return Array.from({ length: DAY_HOURS }, (_, hour) => hour).every((hour) => !isQuiet(least, hour) || isQuiet(hours, hour));
}

/**
 * The quiet hours that hold. What was chosen at another age, or before the team corrected it, does not hold where it is not allowed.
 * @param chosen undefined: nothing was; null: off
 */
export function getQuietHours(chosen: QuietHours | null | undefined, band: AgeBand): QuietHours | null {
  return chosen !== undefined && canChoose(chosen, band) ? chosen : DEFAULT_QUIET_HOURS;
}

/** Quiet hours as the table has them: both null means none. */
export function toQuietHours(row: { quiet_from: number | null; quiet_until: number | null }): QuietHours | null {
  const { quiet_from: from, quiet_until: until } = row;
  return from === null || until === null ? null : { from, until };
}
