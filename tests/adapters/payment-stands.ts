import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import type { Charge, PaymentProvider, ProviderEvent } from '../../src/infra/payments/payments.ts';
import { createPaystack } from '../../src/infra/payments/paystack.ts';
import { createSandboxProvider } from '../../src/infra/payments/sandbox.ts';
import { startPaystack, type Webhook } from './paystack-double.ts';

// Both payment providers, with what a payer, a bank and the clock do to them: they keep one contract.

const SECRET = 'sk_test_0123456789abcdef';
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** A payment provider, with methods that act as the payer, the card's bank and the clock. */
export type Stand = {
  payments: PaymentProvider;
  secret: string;
  header: string;
  wait(ms: number): void;
  now(): Date;
  pay(reference: string): Promise<unknown>;
  decline(reference: string): Promise<unknown>;
  /** Charges the month that is due, or ends a subscription that does not renew. */
  month(reference: string, code: string): Promise<unknown>;
  failNext(reference: string, code: string): Promise<unknown>;
  refund(reference: string): Promise<unknown>;
  /** Lets the refunds that are asked for next, or are pending, be processed or fail. `ask` asks for them. */
  decide(reference: string, state: 'processed' | 'failed', ask: () => Promise<unknown>): Promise<void>;
  dispute(reference: string): Promise<unknown>;
  won(reference: string): Promise<unknown>;
  /** Lets the provider pay out what was paid until now. */
  payOut(references: string[]): Promise<unknown>;
  /** Returns the webhooks about a purchase since the last call. */
  webhooksFor(reference: string): Promise<Webhook[]>;
};

function clock() {
  let now = Date.UTC(2026, 0, 10, 9);
  return { now: () => new Date(now), wait: (ms: number) => void (now += ms) };
}

export const STANDS: Record<string, () => Promise<Stand>> = {
  async paystack() {
    const time = clock();
    const double = await startPaystack(SECRET, time.now);
    return {
      ...time,
      payments: createPaystack({ secretKey: SECRET, base: double.base, acceptedDomain: 'test', now: time.now }),
      secret: SECRET,
      header: 'x-paystack-signature',
      pay: async (reference) => double.pay(reference),
      decline: async (reference) => double.decline(reference),
      month: async (_, code) => double.chargeMonth(code),
      failNext: async (_, code) => double.failNext(code),
      refund: async (reference) => double.refund(reference),
      async decide(reference, state, ask) {
        await ask();
        double.decideRefunds(reference, state);
      },
      dispute: async (reference) => double.dispute(reference),
      won: async (reference) => double.resolve(reference, 'declined'),
      payOut: async (references) => double.payOut(8_610_870, references),
      webhooksFor: async () => double.webhooks(),
    };
  },
  async till() {
    const time = clock();
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-till-'));
    onTestFinished(() => fs.rm(folder, { recursive: true, force: true }));
    const till = createSandboxProvider({
      ...time,
      folder,
      origin: 'http://localhost:3000',
      // No server listens on this port: `told` reads the webhooks with `listEvents` instead.
      webhook: 'http://127.0.0.1:9/webhooks/till',
      secret: SECRET,
      log: pino({ level: 'silent' }),
      retriesMs: [],
    });
    const heard = new Map<string, number>();
    return {
      ...time,
      payments: till,
      secret: SECRET,
      header: 'x-till-signature',
      pay: (reference) => till.runAction(reference, 'pay'),
      decline: (reference) => till.runAction(reference, 'decline'),
      async month(reference, code) {
        if ((await till.findSubscription(code))?.state !== 'non-renewing') return till.runAction(reference, 'next-month');
        time.wait(40 * DAY);
        return till.findSubscription(code);
      },
      failNext: (reference) => till.runAction(reference, 'fail-next'),
      refund: (reference) => till.runAction(reference, 'refund', reference),
      async decide(reference, state, ask) {
        if (state === 'failed') await till.runAction(reference, 'fail-refund');
        await ask();
      },
      dispute: (reference) => till.runAction(reference, 'dispute', reference),
      won: (reference) => till.runAction(reference, 'dispute-won', reference),
      payOut: async () => time.wait(2 * DAY),
      async webhooksFor(reference) {
        const all = await till.listEvents(reference);
        const events = all.slice(heard.get(reference) ?? 0);
        heard.set(reference, all.length);
        return events;
      },
    };
  },
};

export const CARD: Charge = {
  reference: 'kiddo-sub-0001',
  amountMinor: 9900,
  currency: 'KES',
  email: 'parent@example.com',
  channel: 'card',
  renews: { planId: 'premium', planName: 'Kiddo Premium' },
  returnUrl: 'http://localhost:3000/subscription?payment=kiddo-sub-0001',
  description: 'Kiddo Premium, every month',
};
export const PASS: Charge = {
  ...CARD,
  reference: 'kiddo-pass-0001',
  channel: 'mpesa',
  renews: null,
  description: 'Kiddo Premium, 30 days',
};

/** Parses webhooks. @throws if the provider rejects one, for example for a wrong signature */
export function opened(stand: Stand, hooks: Webhook[]): ProviderEvent[] {
  return hooks.map(({ raw, headers }) => {
    const event = stand.payments.parseWebhook(raw, headers);
    if (!event) throw new Error(`not taken: ${raw.toString()}`);
    return event;
  });
}
