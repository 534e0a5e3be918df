import { expect, test } from 'vitest';
import { roundToPage } from './log-position.ts';

const MB = 1_048_576;
const PAGE = 8_192;

test('a page of the log with nothing on it counts as its start, and no byte of a record is left out', () => {
  const round = (position: number, segmentBytes = 16 * MB) => Number(roundToPage(BigInt(position), { segmentBytes, pageBytes: PAGE }));
  // The first page of a segment has the longer header.
  expect(round(80 * MB + 40)).toBe(80 * MB);
  expect(round(80 * MB + 41)).toBe(80 * MB + 41);
  expect(round(80 * MB + PAGE + 24)).toBe(80 * MB + PAGE);
  expect(round(80 * MB + PAGE + 40)).toBe(80 * MB + PAGE + 40);
  expect(round(80 * MB)).toBe(80 * MB);
  // In a larger segment this page is not the first one.
  expect(round(80 * MB + 40, 64 * MB)).toBe(80 * MB + 40);
});
