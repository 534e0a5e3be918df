import { describe, expect, it } from 'vitest';
import { formatKiddocash, formatMoney, formatSignedKiddocash } from './money.ts';
import { formatDate, formatDateTime } from './date-format.ts';

describe('money', () => {
  it.each([
    [9900, 'KES', 'KSH 99'],
    [19950, 'KES', 'KSH 199.50'],
    [125000, 'KES', 'KSH 1,250'],
    [123_456_700, 'KES', 'KSH 1,234,567'],
    [1_234_505, 'KES', 'KSH 12,345.05'],
    [5, 'KES', 'KSH 0.05'],
    [0, 'KES', 'KSH 0'],
    [499, 'USD', 'USD 4.99'],
    [2000, 'USD', 'USD 20.00'],
    [999_900, 'USD', 'USD 9,999.00'],
  ] as const)('%i of %s is %s', (minor, currency, words) => expect(formatMoney({ minor, currency })).toBe(words));

  it('counts kiddocash by thousands, and says which way it went', () => {
    expect([formatKiddocash(1250), formatKiddocash(0)]).toEqual(['1,250', '0']);
    expect([formatSignedKiddocash(400), formatSignedKiddocash(-1250)]).toEqual(['+400', '\u22121,250']);
  });
});

describe('days', () => {
  it('are those of Nairobi, three hours ahead', () => {
    expect(formatDate('2026-12-03T20:59:59.999Z')).toBe('Dec 03, 2026');
    expect(formatDate('2026-12-03T21:00:00.000Z')).toBe('Dec 04, 2026');
    expect(formatDate('2026-12-31T21:00:00.000Z')).toBe('Jan 01, 2027');
  });

  it('have a two-figure day and a short month', () => expect(formatDate('2025-09-05T10:00:00Z')).toBe('Sep 05, 2025'));

  it('come with the time where it counts, with plain spaces', () => {
    expect(formatDateTime('2026-11-21T14:30:00Z')).toBe('Nov 21, 2026, 5:30 PM');
    expect(formatDateTime('2026-11-21T21:05:00Z')).toBe('Nov 22, 2026, 12:05 AM');
  });
});
