import { expect, test } from 'vitest';
import { hasNewerReport } from './rules.ts';

test('a report is newer if it came after those that were read; a page without reports that is loaded again has none', () => {
  const read = { seen: '2026-11-27T10:00:00.000Z' };
  const later = '2026-11-27T10:00:01.000Z';
  expect(hasNewerReport({ seen: later, hasReports: true }, read)).toBe(true);
  expect(hasNewerReport({ ...read, hasReports: true }, read)).toBe(false);
  expect(hasNewerReport({ seen: later, hasReports: false }, read)).toBe(false);
});
