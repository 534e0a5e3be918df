import { describe, expect, test } from 'vitest';
import {
  DuplicateReferenceError,
  PaymentsRejectedError,
  PaymentsUnavailableError,
  type Charge,
} from '../../src/infra/payments/payments.ts';
import { sign } from '../../src/infra/payments/signature.ts';
import type { Webhook } from './paystack-double.ts';
import { CARD, DAY, MINUTE, opened, PASS, STANDS, type Stand } from './payment-stands.ts';

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
    await expect(payments.ping()).resolves.toBeUndefined();
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
