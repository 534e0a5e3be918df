import { expect, test } from 'vitest';
import {
  canChoose,
  DEFAULT_QUIET_HOURS,
  getHour,
  getLeastQuietHours,
  getQuietHours,
  getSecondsUntilQuiet,
  isQuiet,
} from './quiet-hours.rules.ts';
import type { QuietHours } from './schema.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const listQuiet = (hours: QuietHours) => HOURS.filter((hour) => isQuiet(hours, hour));

test('quiet hours go over midnight, or not', () => {
  expect(listQuiet({ from: 20, until: 7 })).toEqual([0, 1, 2, 3, 4, 5, 6, 20, 21, 22, 23]);
  expect(listQuiet({ from: 0, until: 6 })).toEqual([0, 1, 2, 3, 4, 5]);
  expect(listQuiet({ from: 22, until: 0 })).toEqual([22, 23]);
  expect(listQuiet({ from: 13, until: 15 })).toEqual([13, 14]);
  expect(listQuiet({ from: 23, until: 22 })).toEqual(HOURS.filter((hour) => hour !== 22));
});

test('the hour is that of Nairobi, also around midnight', () => {
  expect([getHour(new Date('2026-03-01T20:59:59Z')), getHour(new Date('2026-03-01T21:00:00Z'))]).toEqual([23, 0]);
  expect(getHour(new Date('2026-07-01T04:00:00Z'))).toBe(7);
});

test('how long it is until they begin, in Nairobi and over midnight', () => {
  const evening = { from: 20, until: 7 };
  // 19:59:30.5 in Nairobi, and half a minute later.
  expect(getSecondsUntilQuiet(evening, new Date('2026-03-01T16:59:30.500Z'))).toBe(29);
  for (const quiet of ['2026-03-01T17:00:00Z', '2026-03-01T21:30:00Z', '2026-03-02T03:59:59.999Z'])
    expect([quiet, getSecondsUntilQuiet(evening, new Date(quiet))]).toEqual([quiet, 0]);
  expect(getSecondsUntilQuiet(evening, new Date('2026-03-02T04:00:00Z'))).toBe(13 * 3600);
  // From 23:00, they begin at one on the next day.
  expect(getSecondsUntilQuiet({ from: 1, until: 2 }, new Date('2026-03-01T20:00:00Z'))).toBe(2 * 3600);
  expect(getSecondsUntilQuiet({ from: 0, until: 6 }, new Date('2026-03-01T20:59:00Z'))).toBe(60);
  expect(getSecondsUntilQuiet(null, new Date('2026-03-01T20:59:00Z'))).toBe(Number.POSITIVE_INFINITY);
});

test('under 18 they can be longer than from 21 to 6, not shorter, and not off; grown-ups choose freely', () => {
  for (const band of [13, 16] as const) {
    expect(getLeastQuietHours(band)).toEqual({ from: 21, until: 6 });
    for (const fine of [
      { from: 21, until: 6 },
      { from: 20, until: 7 },
      { from: 12, until: 11 },
      { from: 7, until: 6 },
    ])
      expect([fine, canChoose(fine, band)]).toEqual([fine, true]);
    for (const short of [
      null,
      { from: 22, until: 6 },
      { from: 21, until: 5 },
      { from: 6, until: 21 },
      { from: 0, until: 6 },
      { from: 21, until: 0 },
    ])
      expect([short, canChoose(short, band)]).toEqual([short, false]);
  }
  expect(getLeastQuietHours(18)).toBeNull();
  for (const any of [null, { from: 3, until: 4 }]) expect(canChoose(any, 18)).toBe(true);
});

test('what was chosen holds while the age allows it; without a choice it is from 20 to 7', () => {
  expect(DEFAULT_QUIET_HOURS).toEqual({ from: 20, until: 7 });
  for (const band of [13, 16, 18] as const) {
    expect(getQuietHours(undefined, band)).toEqual(DEFAULT_QUIET_HOURS);
    expect(getQuietHours({ from: 19, until: 8 }, band)).toEqual({ from: 19, until: 8 });
  }
  expect([getQuietHours(null, 18), getQuietHours(null, 16)]).toEqual([null, DEFAULT_QUIET_HOURS]);
  expect([getQuietHours({ from: 1, until: 2 }, 18), getQuietHours({ from: 1, until: 2 }, 13)]).toEqual([
    { from: 1, until: 2 },
    DEFAULT_QUIET_HOURS,
  ]);
});
