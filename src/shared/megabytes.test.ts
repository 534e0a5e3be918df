import { expect, test } from 'vitest';
import { formatMegabytes } from './megabytes.ts';

test('a size is never shown as less than it is', () => {
  expect([1, 100_000, 100_001, 1_999_999, 2_000_000, 12_340_000].map(formatMegabytes)).toEqual(['0.1', '0.1', '0.2', '2.0', '2.0', '12.4']);
});
