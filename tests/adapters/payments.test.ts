import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  DuplicateReferenceError,
  PaymentsRejectedError,
  PaymentsUnavailableError,
  type Charge,
  type PaymentProvider,
  type ProviderEvent,
} from '../../src/infra/payments/payments.ts';
import { createPaystack } from '../../src/infra/payments/paystack.ts';
import { sign } from '../../src/infra/payments/signature.ts';
import { createSandboxProvider } from '../../src/infra/payments/sandbox.ts';
import { startPaystack, type Webhook } from './paystack-double.ts';

const SECRET = 'sk_test_0123456789abcdef';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A payment provider, with methods that act as the payer, the card's bank and the clock. */
type Stand = {
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
  /** Returns the webhooks about a purchase since the last call. */
  webhooksFor(reference: string): Promise<Webhook[]>;
};

function clock() {
  let now = Date.UTC(2026, 0, 10, 9);
  return { now: () => new Date(now), wait: (ms: number) => void (now += ms) };
}

const STANDS: Record<string, () => Promise<Stand>> = {
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
      async webhooksFor(reference) {
        const all = await till.listEvents(reference);
        const events = all.slice(heard.get(reference) ?? 0);
        heard.set(reference, all.length);
        return events;
      },
    };
  },
};

const CARD: Charge = {
  reference: 'kiddo-sub-0001',
  amountMinor: 9900,
  currency: 'KES',
  email: 'parent@example.com',
  channel: 'card',
  renews: { planId: 'premium', planName: 'Kiddo Premium' },
  returnUrl: 'http://localhost:3000/subscription?payment=kiddo-sub-0001',
  description: 'Kiddo Premium, every month',
};
const PASS: Charge = { ...CARD, reference: 'kiddo-pass-0001', channel: 'mpesa', renews: null, description: 'Kiddo Premium, 30 days' };

/** Parses webhooks. @throws if the provider rejects one, for example for a wrong signature */
function opened(stand: Stand, hooks: Webhook[]): ProviderEvent[] {
  return hooks.map(({ raw, headers }) => {
    const event = stand.payments.parseWebhook(raw, headers);
    if (!event) throw new Error(`not taken: ${raw.toString()}`);
    return event;
  });
}

async function subscribed(stand: Stand) {
  await stand.payments.startCheckout(CARD);
  await stand.pay(CARD.reference);
  const { subscription } = (await stand.payments.verify(CARD.reference)) ?? {};
  if (!subscription) throw new Error('no subscription');
  await stand.webhooksFor(CARD.reference);
  return subscription;
}

describe.each(Object.entries(STANDS))('%s', (name, open) => {
  test('M-Pesa pays in shillings, a card in shillings or dollars, and only a card renews', async () => {
    const { payments, pay } = await open();
    for (const mistake of [{ currency: 'USD' }, { renews: CARD.renews }] as const)
      await expect(payments.startCheckout({ ...PASS, ...mistake })).rejects.toThrow(PaymentsRejectedError);
    const pack: Charge = { ...PASS, reference: 'kiddo-pack-0001', channel: 'card', amountMinor: 4999, currency: 'USD' };
    await payments.startCheckout(pack);
    await pay(pack.reference);
    expect(await payments.verify(pack.reference)).toMatchObject({ state: 'success', amountMinor: 4999, currency: 'USD' });
  });

  test('what is paid is verified, with amount, currency and moment', async () => {
    const { payments, pay, now, wait } = await open();
    const { url } = await payments.startCheckout(PASS);
    expect(new URL(url).protocol).toMatch(/^https?:$/);
    expect(await payments.verify(PASS.reference)).toMatchObject({ state: 'pending', paidAt: null, subscription: null });
    wait(2 * MINUTE);
    await pay(PASS.reference);
    const paid = await payments.verify(PASS.reference);
    expect(paid).toMatchObject({ state: 'success', amountMinor: 9900, currency: 'KES', paidAt: now(), isLive: true, subscription: null });
    expect(paid?.customer).toMatch(/^CUS_\w+$/);
    expect(payments.name).toBe(name);
  });

  test('nobody knows what was never started', async () => {
    const { payments } = await open();
    expect([await payments.verify('kiddo-none-0001'), await payments.findSubscription('SUB_none')]).toEqual([null, null]);
    expect(await payments.listChargesSince('SUB_none', new Date(0))).toEqual([]);
    await expect(payments.disableAutoRenew('SUB_none', 'x')).rejects.toBeInstanceOf(PaymentsRejectedError);
    await expect(payments.enableAutoRenew('SUB_none', 'x')).rejects.toBeInstanceOf(PaymentsRejectedError);
    await expect(payments.getCardUpdateLink('SUB_none')).rejects.toBeInstanceOf(PaymentsRejectedError);
  });

  test('what is declined has failed', async () => {
    const { payments, decline, webhooksFor } = await open();
    await payments.startCheckout(CARD);
    await decline(CARD.reference);
    expect(await payments.verify(CARD.reference)).toMatchObject({ state: 'failed', paidAt: null, subscription: null });
    expect(await webhooksFor(CARD.reference)).toEqual([]);
  });

  test('what nobody pays is pending for an hour, then abandoned, and can still be paid', async () => {
    const { payments, pay, wait } = await open();
    await payments.startCheckout(PASS);
    const state = async () => (await payments.verify(PASS.reference))?.state;
    wait(59 * MINUTE);
    expect(await state()).toBe('pending');
    wait(MINUTE);
    expect(await state()).toBe('abandoned');
    await pay(PASS.reference);
    expect(await state()).toBe('success');
  });

  test('a reference stands for one charge', async () => {
    const { payments, pay } = await open();
    const first = await payments.startCheckout(PASS);
    const again = await payments.startCheckout(PASS).catch((error: unknown) => error);
    expect(again instanceof DuplicateReferenceError ? 'duplicate' : again).toEqual(name === 'till' ? first : 'duplicate');
    await expect(payments.startCheckout({ ...PASS, amountMinor: 1 })).rejects.toBeInstanceOf(DuplicateReferenceError);
    await pay(PASS.reference);
    expect(await payments.verify(PASS.reference)).toMatchObject({ amountMinor: 9900 });
  });

  test('started many times at once it is one charge', async () => {
    const { payments, pay, webhooksFor } = await open();
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => payments.startCheckout(PASS)));
    const urls = all.flatMap((each) => (each.status === 'fulfilled' ? [each.value.url] : []));
    expect(new Set(urls).size).toBe(1);
    const reasons = all.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(reasons).toEqual(reasons.map(() => expect.any(DuplicateReferenceError)));
    await pay(PASS.reference);
    expect((await webhooksFor(PASS.reference)).length).toBe(1);
  });

  test('what is no charge is not started', async () => {
    const { payments } = await open();
    for (const wrong of [
      { amountMinor: 0 },
      { amountMinor: -1 },
      { amountMinor: 1.5 },
      { reference: 'a b' },
      { channel: 'mpesa' as const },
    ])
      await expect(payments.startCheckout({ ...CARD, ...wrong }), JSON.stringify(wrong)).rejects.toBeInstanceOf(PaymentsRejectedError);
    expect(await payments.verify(CARD.reference)).toBeNull();
  });

  test('a card that renews has a subscription, charged again a month later', async () => {
    const stand = await open();
    const { payments } = stand;
    await payments.startCheckout(CARD);
    await stand.pay(CARD.reference);
    const first = await payments.verify(CARD.reference);
    const { subscription } = first ?? {};
    expect(subscription).toMatchObject({ state: 'active', planId: 'premium', customer: first?.customer });
    expect(subscription?.nextChargeAt).toEqual(new Date(Date.UTC(2026, 1, 10, 9)));
    const code = subscription?.code ?? '';
    expect(await payments.findSubscription(code)).toEqual(subscription);
    const events = opened(stand, await stand.webhooksFor(CARD.reference));
    const about = { customer: first?.customer, planId: 'premium' };
    expect(events).toMatchObject([
      { kind: 'charged', reference: CARD.reference, subscription: about, isLive: true },
      { kind: 'subscription', code, isLive: true },
    ]);

    stand.wait(30 * DAY);
    const paidFirst = new Date(stand.now().getTime() - 30 * DAY);
    await stand.month(CARD.reference, code);
    const more = opened(stand, await stand.webhooksFor(CARD.reference));
    const charged = more.find((event) => event.kind === 'charged');
    expect(charged).toMatchObject({ subscription: about, isLive: true });
    const renewal = charged?.kind === 'charged' ? charged.reference : '';
    expect(renewal).toMatch(/^[A-Za-z0-9.=-]{8,100}$/);
    expect(renewal).not.toBe(CARD.reference);
    expect(await payments.verify(renewal)).toMatchObject({
      state: 'success',
      amountMinor: 9900,
      currency: 'KES',
      paidAt: stand.now(),
      customer: first?.customer,
      subscription: { code, state: 'active', nextChargeAt: new Date(Date.UTC(2026, 2, 10, 9)) },
    });
    // A caller that missed the webhook still finds the charge.
    expect(await payments.listChargesSince(code, paidFirst)).toEqual([renewal]);
    expect(await payments.listChargesSince(code, new Date(0))).toEqual([CARD.reference, renewal]);
    expect(await payments.listChargesSince(code, stand.now())).toEqual([]);
    const keys = [...events, ...more].map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('no further charges: what was paid stays, until it is over; or charges again', async () => {
    const stand = await open();
    const { payments } = stand;
    const { code, emailToken } = await subscribed(stand);
    const state = async () => (await payments.findSubscription(code))?.state;
    await expect(payments.disableAutoRenew(code, 'another')).rejects.toBeInstanceOf(PaymentsRejectedError);
    expect(await state()).toBe('active');
    await payments.disableAutoRenew(code, emailToken);
    await payments.disableAutoRenew(code, emailToken);
    expect(await payments.findSubscription(code)).toMatchObject({ state: 'non-renewing', nextChargeAt: null });
    expect(opened(stand, await stand.webhooksFor(CARD.reference))).toMatchObject([{ kind: 'subscription', code }]);
    await payments.enableAutoRenew(code, emailToken);
    await payments.enableAutoRenew(code, emailToken);
    expect(await state()).toBe('active');
    await payments.disableAutoRenew(code, emailToken);
    await stand.webhooksFor(CARD.reference);
    await stand.month(CARD.reference, code);
    expect(await state()).toBe('ended');
    expect(opened(stand, await stand.webhooksFor(CARD.reference))).toMatchObject([{ kind: 'subscription', code }]);
    await payments.disableAutoRenew(code, emailToken);
    await expect(payments.enableAutoRenew(code, emailToken)).rejects.toBeInstanceOf(PaymentsRejectedError);
    expect(await payments.listChargesSince(code, new Date(0))).toEqual([CARD.reference]);
  });

  test('a charge that fails calls for attention, is paid by nobody, and the next may go well', async () => {
    const stand = await open();
    const { payments } = stand;
    const { code } = await subscribed(stand);
    await stand.failNext(CARD.reference, code);
    await stand.month(CARD.reference, code);
    expect(opened(stand, await stand.webhooksFor(CARD.reference))).toMatchObject([{ kind: 'charge-failed', code, isLive: true }]);
    // The provider does not retry the charge before the next month.
    expect(await payments.findSubscription(code)).toMatchObject({
      state: 'attention',
      nextChargeAt: new Date(Date.UTC(2026, 2, 10, 9)),
    });
    expect(await payments.listChargesSince(code, new Date(0))).toEqual([CARD.reference]);
    expect(new URL(await payments.getCardUpdateLink(code)).href).toMatch(/^https?:\/\//);
    stand.wait(DAY);
    await stand.month(CARD.reference, code);
    expect((await payments.findSubscription(code))?.state).toBe('active');
    expect(await payments.listChargesSince(code, new Date(0))).toHaveLength(2);
  });

  test('a refund that we ask for: a part, one that fails, and the rest; each is found again by our note', async () => {
    const stand = await open();
    const { payments } = stand;
    const { reference } = PASS;
    const order = (amountMinor: number, note: string) => ({ reference, amountMinor, currency: 'KES' as const, note, payerNote: 'Paid twice.' });
    await expect(payments.refund(order(9900, 'note 0'))).rejects.toBeInstanceOf(PaymentsRejectedError);
    expect(await payments.findRefunds(reference)).toEqual([]);
    await payments.startCheckout(PASS);
    await expect(payments.refund(order(9900, 'note 0'))).rejects.toBeInstanceOf(PaymentsRejectedError);
    await stand.pay(reference);
    await stand.webhooksFor(reference);
    await stand.decide(reference, 'processed', () => payments.refund(order(900, 'note 1')));
    expect(opened(stand, await stand.webhooksFor(reference))).toMatchObject([
      { kind: 'refund-changed', reference, isProcessed: false, amountMinor: 900 },
      { kind: 'refund-changed', reference, isProcessed: true, amountMinor: 900 },
    ]);
    expect((await payments.verify(reference))?.state).toBe('success');
    await expect(payments.refund(order(9001, 'note 2'))).rejects.toBeInstanceOf(PaymentsRejectedError);
    await stand.decide(reference, 'failed', () => payments.refund(order(9000, 'note 3')));
    expect(opened(stand, await stand.webhooksFor(reference)).at(-1)).toMatchObject({ kind: 'refund-changed', isProcessed: false });
    await stand.decide(reference, 'processed', () => payments.refund(order(9000, 'note 4')));
    const found = await payments.findRefunds(reference);
    expect(new Set(found.map(({ id }) => id)).size).toBe(3);
    expect(found.toSorted((a, b) => (a.note < b.note ? -1 : 1))).toMatchObject([
      { note: 'note 1', amountMinor: 900, state: 'processed', currency: 'KES' },
      { note: 'note 3', amountMinor: 9000, state: 'failed' },
      { note: 'note 4', amountMinor: 9000, state: 'processed' },
    ]);
    await expect(payments.refund(order(1, 'note 5'))).rejects.toBeInstanceOf(PaymentsRejectedError);
    expect((await payments.verify(reference))?.state).toBe('failed');
  });

  test('money that goes back, or that the bank asks for and gives up again', async () => {
    const stand = await open();
    for (const reference of ['kiddo-pass-0001', 'kiddo-pass-0002']) {
      await stand.payments.startCheckout({ ...PASS, reference });
      await stand.pay(reference);
    }
    const [one, two] = ['kiddo-pass-0001', 'kiddo-pass-0002'] as const;
    for (const reference of [one, two]) await stand.webhooksFor(reference);
    await stand.dispute(two);
    await stand.won(two);
    const disputed = opened(stand, await stand.webhooksFor(two));
    expect(disputed).toMatchObject([
      { kind: 'disputed', reference: two, isLive: true },
      { kind: 'dispute-won', reference: two, isLive: true },
    ]);
    expect(await stand.payments.verify(two)).toMatchObject({ state: 'success' });
    await stand.refund(one);
    const back = opened(stand, await stand.webhooksFor(one));
    expect(back).toMatchObject([
      { kind: 'refund-changed', reference: one, isProcessed: false, isLive: true },
      { kind: 'refund-changed', reference: one, isProcessed: true, isLive: true },
    ]);
    expect(await stand.payments.findRefunds(one)).toMatchObject([{ amountMinor: 9900, currency: 'KES', state: 'processed' }]);
    expect(await stand.payments.verify(one)).toMatchObject({ state: 'failed', paidAt: null });
  });

  test('the same event has the same key, however often and in whatever order it is opened', async () => {
    const stand = await open();
    await stand.payments.startCheckout(CARD);
    await stand.pay(CARD.reference);
    const hooks = await stand.webhooksFor(CARD.reference);
    const once = opened(stand, hooks);
    expect(opened(stand, hooks.toReversed())).toEqual(once.toReversed());
    expect(opened(stand, [...hooks, ...hooks])).toEqual([...once, ...once]);
  });

  test('nothing is taken that the provider did not sign, to the byte', async () => {
    const { payments, pay, webhooksFor, header, secret } = await open();
    await payments.startCheckout(PASS);
    await pay(PASS.reference);
    const [hook] = await webhooksFor(PASS.reference);
    const { raw, headers } = hook as Webhook;
    const signature = headers.get(header) ?? '';
    const take = (body: Buffer | string, given: string | null) =>
      payments.parseWebhook(Buffer.from(body), new Headers(given === null ? {} : { [header]: given }));
    expect(take(raw, signature)).toMatchObject({ kind: 'charged' });
    expect(take(raw, signature.toUpperCase())).toMatchObject({ kind: 'charged' });
    const text = raw.toString();
    // The same or similar content, but not the exact bytes that were signed.
    for (const body of [` ${text}`, `${text}\n`, text.replace(':', ': '), JSON.stringify(JSON.parse(text), null, 1), text.slice(0, -1), ''])
      expect([body.slice(0, 40), take(body, signature)]).toEqual([body.slice(0, 40), null]);
    const otherDigit = (digit: string | undefined) => (digit === '0' ? '1' : '0');
    for (const given of [
      null,
      '',
      signature.slice(1),
      signature.slice(0, -2),
      `${signature}00`,
      `${signature.slice(0, -1)}${otherDigit(signature.at(-1))}`,
      `${otherDigit(signature[0])}${signature.slice(1)}`,
      'z'.repeat(128),
      sign(raw, `${secret}x`),
      sign(raw, ''),
      sign(text.replace('{', '{ '), secret),
    ])
      expect([given, take(raw, given)]).toEqual([given, null]);
    // Correctly signed, but not an event.
    for (const body of ['', 'x', 'null', '[]', '"charge.success"', '{}', '{"event":""}', '{"event":5,"data":{}}', '{"kind":"charged"}'])
      expect([body, take(body, sign(body, secret))]).toEqual([body, null]);
  });

  test('the payer of another is another customer', async () => {
    const { payments, pay } = await open();
    const customers: (string | null | undefined)[] = [];
    for (const [reference, email] of [
      ['kiddo-pass-0001', 'a@example.com'],
      ['kiddo-pass-0002', 'a@example.com'],
      ['kiddo-pass-0003', 'b@example.com'],
    ] as const) {
      await payments.startCheckout({ ...PASS, reference, email });
      await pay(reference);
      customers.push((await payments.verify(reference))?.customer);
    }
    expect(customers[0]).toBe(customers[1]);
    expect(customers[0]).not.toBe(customers[2]);
  });
});

test('a provider that is away may be asked again; one that refuses, not', () => {
  expect(new PaymentsUnavailableError('x')).not.toBeInstanceOf(PaymentsRejectedError);
  expect(new DuplicateReferenceError('x')).toBeInstanceOf(PaymentsRejectedError);
});
