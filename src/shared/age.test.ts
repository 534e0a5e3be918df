import { expect, test } from 'vitest';
import { getAgeBand, getBirthMonthLimit, getCurrentMonth, getDemoBirthMonth } from './age.ts';

test('an age is reached when the month of birth is over, by the clocks of Nairobi', () => {
  const bandAt = (birthMonth: string, now: string) => getAgeBand(birthMonth, new Date(now));
  expect(bandAt('2013-03', '2026-03-31T20:59:59Z')).toBeNull();
  expect(bandAt('2013-03', '2026-03-31T21:00:00Z')).toBe(13);
  expect(bandAt('2013-03', '2029-03-31T20:59:59Z')).toBe(13);
  expect(bandAt('2013-03', '2029-03-31T21:00:00Z')).toBe(16);
  expect(bandAt('2013-03', '2031-03-31T20:59:59Z')).toBe(16);
  expect(bandAt('2013-03', '2031-03-31T21:00:00Z')).toBe(18);
  // December ends with the year.
  expect(bandAt('2012-12', '2025-12-31T20:59:59Z')).toBeNull();
  expect(bandAt('2012-12', '2025-12-31T21:00:00Z')).toBe(13);
  expect(bandAt('1900-01', '2026-03-31T00:00:00Z')).toBe(18);
});

test('the limit of a band says the same as the band', () => {
  const now = new Date('2026-11-26T09:00:00Z');
  expect(getCurrentMonth(now)).toBe('2026-11');
  for (let month = 0; month < 12 * 30; month++) {
    const birth = `${1997 + Math.trunc(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
    const band = getAgeBand(birth, now);
    expect([birth, birth < getBirthMonthLimit(18, now)]).toEqual([birth, band === 18]);
    expect([birth, birth < getBirthMonthLimit(13, now)]).toEqual([birth, band !== null]);
  }
});

test('a demo account is as old as it is said to be, on every day of a year', () => {
  for (let day = 0; day < 366; day++) {
    const now = new Date(Date.UTC(2027, 11, 1 + day, 12));
    for (const [age, band] of [
      [13, 13],
      [15, 13],
      [16, 16],
      [17, 16],
      [18, 18],
      [34, 18],
    ] as const)
      expect([day, age, getAgeBand(getDemoBirthMonth(age, now), now)]).toEqual([day, age, band]);
  }
});
