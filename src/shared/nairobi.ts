/** Days and times of money are told as in Nairobi, wherever the payer is; they are kept in UTC (spec 2, section 9). */
const ZONE = 'Africa/Nairobi';

const DATE = { month: 'short', day: '2-digit', year: 'numeric', timeZone: ZONE } as const;
const DAY = new Intl.DateTimeFormat('en-US', DATE);
const MOMENT = new Intl.DateTimeFormat('en-US', { ...DATE, hour: 'numeric', minute: '2-digit' });

/** The day of a time in Nairobi as 'Dec 04, 2026' (spec 2, section 9). */
export function dayOf(iso: string): string {
  return DAY.format(new Date(iso));
}

/** A time in Nairobi as 'Dec 04, 2026, 5:30 PM'. */
export function momentOf(iso: string): string {
  // Some browsers put a narrow space before AM and PM.
  return MOMENT.format(new Date(iso)).replaceAll(/\s/gu, ' ');
}
