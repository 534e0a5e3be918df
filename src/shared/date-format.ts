/** Dates and times of payments are shown in Nairobi time, wherever the payer is, and stored in UTC (spec 2, section 9). */
const TIME_ZONE = 'Africa/Nairobi';

const DATE_OPTIONS = { month: 'short', day: '2-digit', year: 'numeric', timeZone: TIME_ZONE } as const;
const DATE_FORMAT = new Intl.DateTimeFormat('en-US', DATE_OPTIONS);
const DATE_TIME_FORMAT = new Intl.DateTimeFormat('en-US', { ...DATE_OPTIONS, hour: 'numeric', minute: '2-digit' });

/** The date in Nairobi as 'Dec 04, 2026' (spec 2, section 9). */
export function formatDate(iso: string): string {
  return DATE_FORMAT.format(new Date(iso));
}

/** Date and time in Nairobi as 'Dec 04, 2026, 5:30 PM'. */
export function formatDateTime(iso: string): string {
  // Some browsers put a narrow space before AM and PM.
  return DATE_TIME_FORMAT.format(new Date(iso)).replaceAll(/\s/gu, ' ');
}
