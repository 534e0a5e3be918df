import type { Charge } from '../../src/infra/payments/payments.ts';
import { createPaystack } from '../../src/infra/payments/paystack.ts';
import { startPaystack } from './paystack-double.ts';

export const TEST_KEY = 'sk_test_0123456789abcdef';

/** A charge that renews, and one that does not. */
export const CARD: Charge = {
  reference: 'kiddo-sub-0001',
  amountMinor: 9900,
  currency: 'KES',
  email: 'parent@example.com',
  channel: 'card',
  renews: { planId: 'premium', planName: 'Kiddo Premium' },
  returnUrl: 'https://kiddo.example/subscription?payment=kiddo-sub-0001',
  description: 'Kiddo Premium, every month',
};
export const PASS: Charge = { ...CARD, reference: 'kiddo-pass-0001', channel: 'mpesa', renews: null };

/** A double of Paystack, and our adapter that uses it. */
export async function setUpPaystack({ secretKey = TEST_KEY, counts = 'test' }: { secretKey?: string; counts?: 'live' | 'test' } = {}) {
  let now = Date.UTC(2026, 0, 10, 9);
  const time = { now: () => new Date(now) };
  const double = await startPaystack(secretKey, time.now);
  const again = (settings: { timeoutMs?: number } = {}) =>
    createPaystack({ secretKey, base: double.base, acceptedDomain: counts, ...time, ...settings });
  return { double, again, payments: again(), wait: (ms: number) => void (now += ms), ...time };
}

type PaystackSetup = Awaited<ReturnType<typeof setUpPaystack>>;
/** The requests that the double got. */
export const listRequests = ({ double }: PaystackSetup, path: string, method = 'POST') =>
  double.requests.filter((each) => each.method === method && each.path === path);
