import { expect, it } from 'vitest';
import { formatLocalDate, formatLocalDay, formatLocalWeekday } from './local-dates.ts';

it('writes the day of Nairobi, which begins three hours before that of UTC, in the language of who reads it', () => {
  const evening = '2026-11-30T21:30:00.000Z';
  expect([formatLocalDay(evening, 'en'), formatLocalDay(evening, 'sw')]).toEqual(['1 December', '1 Desemba']);
  expect([formatLocalWeekday(evening, 'en'), formatLocalWeekday(evening, 'sw')]).toEqual(['Tuesday, 1 December', 'Jumanne, 1 Desemba']);
  expect(formatLocalWeekday('2026-11-29T20:59:00.000Z', 'sw')).toBe('Jumapili, 29 Novemba');
  expect([formatLocalDate('2026-12-31T21:00:00.000Z', 'en'), formatLocalDate(evening, 'sw')]).toEqual(['1 January 2027', '1 Desemba 2026']);
});
