import { describe, expect, it } from 'vitest';
import { formatKiddocash, formatMoney, formatSignedKiddocash } from './money.ts';

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
