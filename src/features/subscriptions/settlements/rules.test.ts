import { expect, test } from 'vitest';
import { checkSums, findDifferences, getEffect, isDay, sortDifferences, sumDay, type Pair } from './rules.ts';
import type { SettledLine, TakenLine } from './schema.ts';

const NOW = new Date('2026-11-27T09:00:00Z');
const SINCE = new Date('2026-11-01T00:00:00Z');
const paid = (minor: number, more: Partial<NonNullable<Pair['here']>> = {}): Pair['here'] => ({
  minor,
  currency: 'KES',
  paidAt: new Date('2026-11-26T09:00:00Z'),
  refundedMinor: 0,
  isDisputed: false,
  ...more,
});
const settled = (minor: number, more: Partial<NonNullable<Pair['there']>> = {}): Pair['there'] => ({
  minor,
  currency: 'KES',
  isReversed: false,
  isPayoutFailed: false,
  ...more,
});
const kindsOf = (here: Pair['here'], there: Pair['there']) =>
  findDifferences({ reference: 'kd-1', here, there }, NOW, SINCE).map(({ kind }) => kind);

test.each<[string, Pair['here'], Pair['there'], string[]]>([
  ['both sides agree', paid(9900), settled(9900), []],
  ['paid yesterday, not settled', paid(9900), null, ['not-settled']],
  ['paid 4 days ago to the second', paid(9900, { paidAt: new Date('2026-11-23T09:00:00Z') }), null, ['not-settled']],
  ['paid longer ago', paid(9900, { paidAt: new Date('2026-11-23T08:59:59Z') }), null, ['overdue']],
  ['paid before settlements are here', paid(9900, { paidAt: new Date('2026-10-31T23:59:59Z') }), null, ['not-compared']],
  ['refunded before it was settled', paid(9900, { refundedMinor: 9900 }), null, ['refunded-first']],
  ['refunded in part before it was settled', paid(9900, { refundedMinor: 900 }), null, ['not-settled']],
  ['settled, and unknown here', null, settled(9900), ['unknown-here']],
  ['settled with less', paid(9900), settled(9800), ['other-amount']],
  ['settled in another currency', paid(9900), settled(9900, { currency: 'USD' }), ['other-currency']],
  ['refunded there alone', paid(9900), settled(9900, { isReversed: true }), ['refunded-there']],
  ['refunded there and disputed here', paid(9900, { isDisputed: true }), settled(9900, { isReversed: true }), []],
  ['refunded on both sides', paid(9900, { refundedMinor: 9900 }), settled(9900, { isReversed: true }), []],
  [
    'a part refunded here, and all of it there',
    paid(9900, { refundedMinor: 900 }),
    settled(9900, { isReversed: true }),
    ['refunded-there'],
  ],
  ['our bank did not take the payout', paid(9900), settled(9900, { isPayoutFailed: true }), ['payout-failed']],
  ['unknown here, in a payout that failed', null, settled(9900, { isPayoutFailed: true }), ['unknown-here', 'payout-failed']],
  ['less, and refunded there alone', paid(9900), settled(9800, { isReversed: true }), ['other-amount', 'refunded-there']],
])('%s', (_, here, there, kinds) => expect(kindsOf(here, there)).toEqual(kinds));

test('a difference says both sides, and by how much they differ in each currency', () => {
  const [difference] = findDifferences({ reference: 'kd-1', here: paid(9900), there: settled(499, { currency: 'USD' }) }, NOW, SINCE);
  expect(difference).toEqual({
    kind: 'other-currency',
    reference: 'kd-1',
    here: { minor: 9900, currency: 'KES' },
    there: { minor: 499, currency: 'USD' },
  });
  expect(difference && ['KES', 'USD', 'GHS'].map((currency) => getEffect(difference, currency))).toEqual([-9900, 499, 0]);
});

const TAKEN: TakenLine[] = [
  { channel: 'mpesa', currency: 'KES', count: 4, takenMinor: 39_600, refundedMinor: 9900, disputedMinor: 0 },
  { channel: 'card', currency: 'KES', count: 1, takenMinor: 50_000, refundedMinor: 0, disputedMinor: 0 },
  { channel: 'card', currency: 'USD', count: 1, takenMinor: 499, refundedMinor: 0, disputedMinor: 0 },
];
const SETTLED: SettledLine[] = [
  { currency: 'KES', count: 4, settledMinor: 79_700, feesMinor: 1900, paidOutMinor: 70_000, comingMinor: 7800, failedMinor: 0 },
  { currency: 'USD', count: 1, settledMinor: 499, feesMinor: 14, paidOutMinor: 485, comingMinor: 0, failedMinor: 0 },
];
const PAIRS: Pair[] = [
  { reference: 'kd-1', here: paid(9900), there: settled(9800) },
  { reference: 'kd-2', here: paid(9900), there: null },
  { reference: 'kd-3', here: paid(9900, { refundedMinor: 9900 }), there: settled(9900, { isReversed: true }) },
  { reference: 'kd-5', here: paid(50_000), there: settled(50_000) },
  { reference: 'x-1', here: null, there: settled(100) },
  { reference: 'kd-6', here: paid(499, { currency: 'USD' }), there: settled(499, { currency: 'USD', isReversed: true }) },
];
const DIFFERENCES = PAIRS.flatMap((pair) => findDifferences(pair, NOW, SINCE));

test('the sums go from what was taken to what was settled, and a sum that is off is seen', () => {
  const checks = checkSums(TAKEN, SETTLED, DIFFERENCES);
  expect(checks).toEqual([
    {
      currency: 'KES',
      takenMinor: 89_600,
      steps: [
        { kind: 'unknown-here', count: 1, minor: 100 },
        { kind: 'other-amount', count: 1, minor: -100 },
        { kind: 'not-settled', count: 1, minor: -9900 },
      ],
      settledMinor: 79_700,
      agrees: true,
    },
    { currency: 'USD', takenMinor: 499, steps: [], settledMinor: 499, agrees: true },
  ]);
  expect(checkSums(TAKEN, SETTLED, DIFFERENCES.slice(1)).map(({ agrees }) => agrees)).toEqual([false, true]);
});

test('a day is summed up by currency: a refund that came later is in it, and what is not due is no fault', () => {
  expect(sumDay(TAKEN, SETTLED, DIFFERENCES)).toEqual([
    {
      currency: 'KES',
      takenMinor: 89_600,
      refundedMinor: 9900,
      feesMinor: 1900,
      paidOutMinor: 70_000,
      openMinor: 17_700,
      differences: 2,
      notCompared: 0,
    },
    { currency: 'USD', takenMinor: 499, refundedMinor: 0, feesMinor: 14, paidOutMinor: 485, openMinor: 0, differences: 1, notCompared: 0 },
  ]);
  expect(sortDifferences(DIFFERENCES).map(({ kind }) => kind)).toEqual(['unknown-here', 'other-amount', 'refunded-there', 'not-settled']);
});

test('a day is one that there is', () => {
  for (const day of ['2026-11-27', '2028-02-29']) expect([day, isDay(day)]).toEqual([day, true]);
  for (const day of ['2026-02-29', '2026-13-01', '2026-1-1', '1999-01-01', '2026-11-27T', ''])
    expect([day, isDay(day)]).toEqual([day, false]);
});
