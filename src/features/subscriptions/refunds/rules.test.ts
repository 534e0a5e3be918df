import { expect, test } from 'vitest';
import { endWithoutDays, timeLeftMs } from './rules.ts';

const DAY_MS = 86_400_000;
const at = (iso: string) => new Date(`${iso}T12:00:00Z`);
const period = { begins_at: at('2026-11-10'), ends_at: at('2026-12-10') };

test('a period that loses days ends earlier, but never before it begins', () => {
  expect(endWithoutDays(period, 0)).toEqual(period.ends_at);
  expect(endWithoutDays(period, 9)).toEqual(at('2026-12-01'));
  expect(endWithoutDays(period, 40)).toEqual(new Date(period.begins_at.getTime() + 1000));
});

test('what was left of a period counts from its beginning, or from when it was revoked', () => {
  expect(timeLeftMs(period, at('2026-12-01'))).toBe(9 * DAY_MS);
  expect(timeLeftMs(period, at('2026-11-01'))).toBe(30 * DAY_MS);
  expect(timeLeftMs(period, at('2026-12-11'))).toBe(-DAY_MS);
});
