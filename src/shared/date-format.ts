/**
 * Every date that people read is written here, in American English. An `iso` is a time; a `day` is a date without time, such as
 * 2025-03-08, and is written the same in every time zone. A reader's time zone is null for the one of this machine.
 */

/** Dates and times of payments are shown in Nairobi time, wherever the payer is, and stored in UTC (spec 2, section 9). */
const NAIROBI = 'Africa/Nairobi';

const DATE = { month: 'short', day: '2-digit', year: 'numeric' } as const;
const TIME = { hour: 'numeric', minute: '2-digit' } as const;

const writeDate = createFormat(DATE);
const writeDateTime = createFormat({ ...DATE, ...TIME });
const writePublicationDate = createFormat({ month: 'short', day: 'numeric', year: 'numeric' });
const writeMonth = createFormat({ month: 'long', year: 'numeric' });
const writeLongDate = createFormat({ month: 'long', day: 'numeric', year: 'numeric' });
const writeLongDay = createFormat({ month: 'long', day: 'numeric' });
const writeShortDay = createFormat({ month: 'short', day: '2-digit' });
const writeShortDateTime = createFormat({ month: 'short', day: 'numeric', ...TIME });
const writeSessionTime = createFormat({ dateStyle: 'medium', timeStyle: 'short' });
const writeTimeOfDay = createFormat(TIME);
const prepareCalendarDay = prepareFormat({ year: 'numeric', month: '2-digit', day: '2-digit' });

/** The date as 'Dec 04, 2026' (spec 2, section 9). */
export function formatDate(iso: string): string {
  return writeDate(new Date(iso), NAIROBI);
}

/** Date and time as 'Dec 04, 2026, 5:30 PM'. */
export function formatDateTime(iso: string, timeZone: string | null = NAIROBI): string {
  return writeDateTime(new Date(iso), timeZone);
}

/** A day, or the day of a time in UTC, as 'Mar 08, 2025' (spec 2, section 9). */
export function formatDay(day: string): string {
  return writeDate(new Date(day), 'UTC');
}

/** The day of a post or article as 'Mar 8, 2025'. */
export function formatPublicationDay(day: string): string {
  return writePublicationDate(new Date(day), 'UTC');
}

/** A month such as '2026-07', or the month of a time, as 'July 2026'. */
export function formatMonth(iso: string): string {
  return writeMonth(new Date(iso), 'UTC');
}

/** The date in Nairobi, for a sentence: 'December 4, 2026'. */
export function formatLongDate(iso: string): string {
  return writeLongDate(new Date(iso), NAIROBI);
}

/** The date in Nairobi, for a sentence about the next weeks: 'December 4'. */
export function formatLongDay(iso: string): string {
  return writeLongDay(new Date(iso), NAIROBI);
}

/** The date as 'Dec 04'. */
export function formatShortDay(iso: string, timeZone: string | null): string {
  return writeShortDay(new Date(iso), timeZone);
}

/** Date and time as 'Dec 4, 5:30 PM'. */
export function formatShortDateTime(iso: string, timeZone: string | null): string {
  return writeShortDateTime(new Date(iso), timeZone);
}

/** When a session was used, as 'Dec 4, 2026, 5:30 PM'. */
export function formatSessionTime(iso: string, timeZone: string | null): string {
  return writeSessionTime(new Date(iso), timeZone);
}

/** The time of day as '5:30 PM'. */
export function formatTimeOfDay(time: Date, timeZone: string | null): string {
  return writeTimeOfDay(time, timeZone);
}

/**
 * The day of a time, such as 2026-11-21: for grouping by day. It is put together from its parts, because how a country writes dates changes
 * between versions of browsers: some write those of Canada (en-CA) as 2026-11-21, others as 11/21/2026.
 */
export function getCalendarDay(time: Date, timeZone: string | null): string {
  const { format, shown } = prepareCalendarDay(time, timeZone);
  const parts = new Map(format.formatToParts(shown).map(({ type, value }) => [type, value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

function createFormat(options: Intl.DateTimeFormatOptions): (time: Date, timeZone: string | null) => string {
  const prepare = prepareFormat(options);
  return (time, timeZone) => {
    const { format, shown } = prepare(time, timeZone);
    // Some browsers put a narrow space before AM and PM.
    return format.format(shown).replaceAll(/\s/gu, ' ');
  };
}

type PreparedFormat = { format: Intl.DateTimeFormat; shown: Date };

/**
 * A format is created when it is first used, and then kept: creating one takes much longer than using it. One without a time zone would
 * also keep the zone that the machine had then, but a phone that travels gets another one while the page is open. `Date` follows it: so the
 * hours that it shows are written as if they were UTC.
 */
function prepareFormat(options: Intl.DateTimeFormatOptions): (time: Date, timeZone: string | null) => PreparedFormat {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (time, timeZone) => {
    const zone = timeZone ?? 'UTC';
    const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone });
    formats.set(zone, format);
    const shown = timeZone === null ? new Date(time.getTime() - time.getTimezoneOffset() * 60_000) : time;
    return { format, shown };
  };
}
