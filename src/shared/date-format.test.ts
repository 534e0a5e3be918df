import { expect, test, vi } from 'vitest';
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatLongDate,
  formatLongDay,
  formatMonth,
  formatPublicationDay,
  formatSessionTime,
  formatShortDateTime,
  formatShortDay,
  formatTimeOfDay,
  getCalendarDay,
} from './date-format.ts';

// Three hours before midnight in Nairobi, and half an hour after it.
const EVENING = '2026-12-03T18:05:00Z';
const NIGHT = '2026-12-31T21:30:00Z';

test('days of money are those of Nairobi, three hours ahead', () => {
  expect(formatDate('2026-12-03T20:59:59.999Z')).toBe('Dec 03, 2026');
  expect(formatDate('2026-12-03T21:00:00.000Z')).toBe('Dec 04, 2026');
  expect(formatDate('2026-12-31T21:00:00.000Z')).toBe('Jan 01, 2027');
  expect(formatDateTime('2026-11-21T14:30:00Z')).toBe('Nov 21, 2026, 5:30 PM');
  expect(formatDateTime('2026-11-21T21:05:00Z')).toBe('Nov 22, 2026, 12:05 AM');
  expect([formatLongDate(EVENING), formatLongDate(NIGHT)]).toEqual(['December 3, 2026', 'January 1, 2027']);
  expect([formatLongDay(EVENING), formatLongDay(NIGHT)]).toEqual(['December 3', 'January 1']);
});

test('a day without time is the same everywhere, and a month is that of UTC', () => {
  expect([formatDay('2025-03-08'), formatDay('2026-12-31')]).toEqual(['Mar 08, 2025', 'Dec 31, 2026']);
  expect([formatPublicationDay('2025-03-08'), formatPublicationDay('2026-12-31')]).toEqual(['Mar 8, 2025', 'Dec 31, 2026']);
  expect([formatMonth(EVENING), formatMonth(NIGHT), formatMonth('2026-07-01T00:00:00Z')]).toEqual([
    'December 2026',
    'December 2026',
    'July 2026',
  ]);
});

test.each([
  ['Africa/Nairobi', ['Jan 01', 'Jan 1, 12:30 AM', 'Jan 1, 2027, 12:30 AM', 'Jan 01, 2027, 12:30 AM', '12:30 AM', '2027-01-01']],
  ['America/Lima', ['Dec 31', 'Dec 31, 4:30 PM', 'Dec 31, 2026, 4:30 PM', 'Dec 31, 2026, 4:30 PM', '4:30 PM', '2026-12-31']],
])('what a reader does at home is written in the time of %s', (timeZone, expected) => {
  expect([
    formatShortDay(NIGHT, timeZone),
    formatShortDateTime(NIGHT, timeZone),
    formatSessionTime(NIGHT, timeZone),
    formatDateTime(NIGHT, timeZone),
    formatTimeOfDay(new Date(NIGHT), timeZone),
    getCalendarDay(new Date(NIGHT), timeZone),
  ]).toEqual(expected);
});

test('without a time zone it is the one of this machine', () => {
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(formatDateTime(NIGHT, null)).toBe(formatDateTime(NIGHT, here));
  expect(getCalendarDay(new Date(NIGHT), null)).toBe(getCalendarDay(new Date(NIGHT), here));
});

test('a machine that gets another time zone is followed at once, also across a change to summer time', () => {
  const written = ['Africa/Nairobi', 'America/New_York'].map((timeZone) => {
    vi.stubEnv('TZ', timeZone);
    return [formatDateTime(NIGHT, null), getCalendarDay(new Date(NIGHT), null), formatDateTime('2026-07-01T12:00:00Z', null)];
  });
  expect(written).toEqual([
    ['Jan 01, 2027, 12:30 AM', '2027-01-01', 'Jul 01, 2026, 3:00 PM'],
    ['Dec 31, 2026, 4:30 PM', '2026-12-31', 'Jul 01, 2026, 8:00 AM'],
  ]);
});

test('a calendar day does not depend on how a browser writes dates', () => {
  vi.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get').mockReturnValue(() => '12/31/2026');
  expect(getCalendarDay(new Date(NIGHT), 'America/Lima')).toBe('2026-12-31');
});
