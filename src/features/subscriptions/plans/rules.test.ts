import { expect, test } from 'vitest';
import { addDays, addMonth, cardBillingPeriod, closeGaps, DAY_MS, schedulePeriod, type Period } from './rules.ts';

const at = (text: string) => new Date(`${text}Z`);
const now = at('2026-11-21T12:00');
const period = (reference: string, priceMinor: number, from: number, to: number): Period => ({
  reference,
  planId: priceMinor === 9900 ? 'premium' : 'pro',
  priceMinor,
  paidMinor: priceMinor,
  begins: addDays(now, from),
  ends: addDays(now, to),
});
const pass = { priceMinor: 9900, paidMinor: 9900, lengthMs: 30 * DAY_MS, goesOn: null };
const days = (date: Date) => (date.getTime() - now.getTime()) / DAY_MS;

test.each([
  ['2026-01-31T10:00', 31, '2026-02-28T10:00'],
  ['2026-02-28T10:00', 31, '2026-03-31T10:00'],
  ['2026-02-28T10:00', 28, '2026-03-28T10:00'],
  ['2028-01-30T10:00', 30, '2028-02-29T10:00'],
  ['2026-12-15T10:00', 15, '2027-01-15T10:00'],
  // In Nairobi it is already the 1st of February.
  ['2026-01-31T22:00', 1, '2026-02-28T22:00'],
])('a month after %s, meant is day %i: %s', (from, day, to) => {
  expect(addMonth(at(from), day)).toEqual(at(to));
});

test('a card’s month ends with the provider’s next charge, and begins when it was due', () => {
  const paid = at('2026-03-02T09:00');
  const due = at('2026-02-28T10:00');
  expect(cardBillingPeriod(paid, due, at('2026-03-28T10:00'), 28)).toEqual({ from: due, to: at('2026-03-28T10:00') });
  expect(cardBillingPeriod(paid, due, null, 31)).toEqual({ from: due, to: at('2026-03-31T10:00') });
  // If the provider still reports the date of the charge that was just made, that date is not the next charge.
  expect(cardBillingPeriod(paid, due, due, 31).to).toEqual(at('2026-03-31T10:00'));
  expect(cardBillingPeriod(paid, null, at('2029-01-01T00:00'), 2).to).toEqual(at('2026-04-02T09:00'));
  expect(cardBillingPeriod(paid, at('2025-01-01T00:00'), null, 2).from).toEqual(paid);
});

test('the same plan and a cheaper one begin when what is paid ends', () => {
  expect(schedulePeriod([], pass, now)).toMatchObject({ begins: now, ends: addDays(now, 30), moves: [] });
  const same = schedulePeriod([period('a', 9900, -5, 25)], pass, now);
  expect([days(same.begins), days(same.ends), same.moves]).toEqual([25, 55, []]);
  const cheaper = schedulePeriod([period('a', 19900, -5, 25)], pass, now);
  expect([days(cheaper.begins), days(cheaper.ends), cheaper.moves]).toEqual([25, 55, []]);
});

test('a dearer plan begins at once; unused days count by their price, rounded up to whole days', () => {
  const pro = { ...pass, priceMinor: 19900, paidMinor: 19900 };
  const dearer = schedulePeriod([period('a', 9900, -20, 10), period('b', 9900, 10, 40)], pro, now);
  expect(dearer.moves).toEqual([
    { reference: 'a', days: 5 },
    { reference: 'b', days: 15 },
  ]);
  expect([days(dearer.begins), days(dearer.ends)]).toEqual([0, 50]);
  // A period of the same price stays, and the new period comes after it.
  const both = schedulePeriod([period('a', 19900, -5, 10), period('b', 9900, 10, 40)], pro, now);
  expect([days(both.begins), days(both.ends), both.moves.map((move) => move.reference)]).toEqual([10, 55, ['b']]);
});

test('what is left moves up when something before it is taken out, and keeps its length', () => {
  const moved = closeGaps([period('b', 9900, 10, 40), period('c', 9900, 40, 70)], now);
  expect(moved.map((one) => [one.reference, days(one.begins), days(one.ends)])).toEqual([
    ['b', 0, 30],
    ['c', 30, 60],
  ]);
  expect(closeGaps([period('a', 9900, -5, 10), period('b', 9900, 10, 40)], now)).toEqual([]);
  const overlap = closeGaps([period('a', 9900, -5, 10), period('b', 9900, 0, 30)], now);
  expect(overlap.map((one) => [one.reference, days(one.ends)])).toEqual([['b', 40]]);
});
