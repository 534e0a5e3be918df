import { expect, test } from 'vitest';
import { findPaymentMismatch, getUnpaidState, isAbandoned, nextCheck } from './rules.ts';

const now = new Date('2026-11-21T12:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

test('a provider is asked after 1, 5, 30 and 61 minutes, a day and three, and then no more', () => {
  const minutes = [];
  for (let next = nextCheck(now, now); next !== null; next = nextCheck(now, next)) minutes.push((next.getTime() - now.getTime()) / 60_000);
  expect(minutes).toEqual([1, 5, 30, 61, 1440, 4320]);
  expect([isAbandoned(now, new Date(now.getTime() + 29 * 60_000)), isAbandoned(now, new Date(now.getTime() + 30 * 60_000))]).toEqual([
    false,
    true,
  ]);
});

test('what is not what was asked is a fault', () => {
  const asked = { amount_minor: 9900, currency: 'KES' };
  const paid = { amountMinor: 9900, currency: 'KES', isLive: true };
  expect(findPaymentMismatch(asked, paid)).toBeNull();
  for (const wrong of [{ amountMinor: 9899 }, { amountMinor: 19800 }, { currency: 'USD' }, { isLive: false }])
    expect(findPaymentMismatch(asked, { ...paid, ...wrong })).not.toBeNull();
});

test('a payment that is not paid waits for half an hour, or for three days while the provider still calls it pending', () => {
  const begun = (minutes: number) => ({ state: 'created' as const, created_at: minutesAgo(minutes) });
  expect(getUnpaidState(begun(1), null, now)).toBe('created');
  expect(getUnpaidState(begun(1), 'pending', now)).toBe('pending');
  expect(getUnpaidState(begun(1), 'failed', now)).toBe('failed');
  expect(getUnpaidState(begun(30), null, now)).toBe('abandoned');
  expect(getUnpaidState(begun(30), 'abandoned', now)).toBe('abandoned');
  expect(getUnpaidState(begun(30), 'pending', now)).toBe('pending');
  expect(getUnpaidState(begun(72 * 60), 'pending', now)).toBe('abandoned');
  expect(getUnpaidState({ state: 'failed', created_at: minutesAgo(1) }, 'pending', now)).toBe('failed');
});
