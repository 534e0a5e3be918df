import { expect, test } from 'vitest';
import { DuplicateReferenceError, PaymentsRejectedError, PaymentsUnavailableError } from '../../src/infra/payments/payments.ts';
import { createPaystack } from '../../src/infra/payments/paystack.ts';
import type { SimulatedFailure, Plan } from './paystack-double.ts';
import { CARD, listRequests, PASS, setUpPaystack, TEST_KEY } from './paystack-setup.ts';

// Tests of what is specific to Paystack; paystack-webhooks.test.ts has those of its events. The tests that every provider must pass are in
// payments.test.ts.

const LIVE_KEY = 'sk_live_0123456789abcdef';

test('M-Pesa is asked for as mobile money, a card as a card with its plan', async () => {
  const here = await setUpPaystack();
  await here.payments.startCheckout(PASS);
  await here.payments.startCheckout(CARD);
  const [pass, card] = listRequests(here, '/transaction/initialize');
  expect(pass?.authorization).toBe(`Bearer ${TEST_KEY}`);
  expect(pass?.body).toEqual({
    email: 'parent@example.com',
    amount: 9900,
    currency: 'KES',
    reference: 'kiddo-pass-0001',
    callback_url: PASS.returnUrl,
    channels: ['mobile_money'],
    metadata: {
      kiddo: 'kiddo-pass-0001',
      cancel_action: PASS.returnUrl,
      custom_fields: [{ display_name: 'For', variable_name: 'for', value: PASS.description }],
    },
  });
  expect(card?.body).toMatchObject({ channels: ['card'], plan: here.double.plans[0]?.plan_code });
  expect(listRequests(here, '/plan').map(({ body }) => body)).toEqual([
    { name: 'Kiddo Premium', amount: 9900, interval: 'monthly', currency: 'KES', description: 'kiddo:premium' },
  ]);
});

test('a plan is made once: for many at once, and found again by the next process', async () => {
  const here = await setUpPaystack();
  const charges = Array.from({ length: 6 }, (_, i) => ({ ...CARD, reference: `kiddo-sub-100${i}` }));
  await Promise.all(charges.map((charge) => here.payments.startCheckout(charge)));
  await here.again().startCheckout(CARD);
  expect(here.double.plans).toHaveLength(1);
  expect(listRequests(here, '/plan')).toHaveLength(1);
  expect(listRequests(here, '/plan', 'GET')).toHaveLength(2);
});

test('a plan of another price, currency or time, one that is gone and one of somebody else is not ours', async () => {
  const here = await setUpPaystack();
  const ours = { name: 'Kiddo Premium', amount: 9900, currency: 'KES', interval: 'monthly', description: 'kiddo:premium' };
  const others = [
    { ...ours, amount: 9800 },
    { ...ours, currency: 'USD' },
    { ...ours, interval: 'annually' },
    { ...ours, description: 'kiddo:pro' },
    { ...ours, description: null },
    { ...ours, is_archived: true },
    { ...ours, is_deleted: true },
  ];
  here.double.plans.push(...others.map((each, i): Plan => ({ ...each, id: i + 1, plan_code: `PLN_other${i}` })));
  await here.payments.startCheckout(CARD);
  expect(listRequests(here, '/plan')).toHaveLength(1);
  expect(here.double.transactions.get(CARD.reference)?.plan?.plan_code).toBe(here.double.plans.at(-1)?.plan_code);
  // A new price creates a new plan; the old plan stays for its subscribers.
  await here.payments.startCheckout({ ...CARD, reference: 'kiddo-sub-0002', amountMinor: 12_900 });
  expect(here.double.plans.slice(-2).map(({ amount }) => amount)).toEqual([9900, 12_900]);
});

test('a list that was not sorted out by price is', async () => {
  const here = await setUpPaystack();
  const cheap = { plan_code: 'PLN_cheap', amount: 1, currency: 'KES', interval: 'monthly', description: 'kiddo:premium' };
  here.double.nextFailures.push({ body: JSON.stringify({ status: true, message: 'Plans retrieved', data: [cheap] }) });
  await here.payments.startCheckout(CARD);
  expect(here.double.transactions.get(CARD.reference)?.amount).toBe(9900);
});

test('our plan is found behind a hundred others', async () => {
  const here = await setUpPaystack();
  const plan = { name: 'x', amount: 9900, currency: 'KES', interval: 'monthly' };
  for (let i = 0; i < 230; i++)
    here.double.plans.push({ ...plan, id: i, plan_code: `PLN_${i}`, description: i === 229 ? 'kiddo:premium' : `other ${i}` });
  await here.payments.startCheckout(CARD);
  expect(here.double.transactions.get(CARD.reference)?.plan?.plan_code).toBe('PLN_229');
  expect(listRequests(here, '/plan')).toEqual([]);
});

test('a plan that was taken away over there is made anew the next time', async () => {
  const here = await setUpPaystack();
  await here.payments.startCheckout(CARD);
  here.double.plans.length = 0;
  await expect(here.payments.startCheckout({ ...CARD, reference: 'kiddo-sub-0002' })).rejects.toBeInstanceOf(PaymentsRejectedError);
  await here.payments.startCheckout({ ...CARD, reference: 'kiddo-sub-0003' });
  expect(here.double.plans).toHaveLength(1);
});

test('a plan that could not be made is tried again', async () => {
  const here = await setUpPaystack();
  here.double.nextFailures.push({ status: 502 });
  await expect(here.payments.startCheckout(CARD)).rejects.toBeInstanceOf(PaymentsUnavailableError);
  await here.payments.startCheckout(CARD);
  expect(here.double.transactions.size).toBe(1);
});

const FAULTS: [string, SimulatedFailure][] = [
  ['an error of theirs', { status: 500, body: '{"status":false,"message":"oops"}' }],
  ['a gateway', { status: 502, body: '<html>Bad gateway</html>' }],
  ['too many requests', { status: 429, body: '{"status":false,"message":"slow down"}' }],
  ['no answer in time', { hang: true }],
  ['a connection that breaks', { drop: true }],
  ['a page instead of an answer', { status: 200, body: '<html>Welcome to this wifi</html>' }],
  ['an answer that is cut off', { status: 200, body: '{"status":true,"data":{' }],
  ['another place to ask', { status: 302, location: 'http://127.0.0.1:9/' }],
];

test.each(FAULTS)('%s is no answer, and works the next time', async (_, fault) => {
  const here = await setUpPaystack();
  // Only who waits in vain has little patience: on a busy machine a good answer takes its time.
  const payments = fault.hang ? here.again({ timeoutMs: 300 }) : here.payments;
  const asks = [
    () => payments.startCheckout(PASS),
    () => payments.verify(PASS.reference),
    () => payments.findSubscription('SUB_x'),
    () => payments.listChargesSince('SUB_x', here.now()),
    () => payments.disableAutoRenew('SUB_x', 'token'),
    () => payments.enableAutoRenew('SUB_x', 'token'),
    () => payments.getCardUpdateLink('SUB_x'),
    () => payments.ping(),
  ];
  for (const ask of asks) {
    here.double.nextFailures.push(fault);
    const error = await ask().then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect([String(ask), error]).toEqual([String(ask), expect.any(PaymentsUnavailableError)]);
    expect(`${String(error)} ${String((error as Error).cause)}`).not.toContain(TEST_KEY);
  }
  await here.payments.startCheckout(PASS);
  expect(await here.payments.verify(PASS.reference)).toMatchObject({ state: 'pending' });
});

test('nobody there at all is no answer', async () => {
  const payments = createPaystack({ secretKey: TEST_KEY, base: 'http://127.0.0.1:9', acceptedDomain: 'test', now: () => new Date() });
  await expect(payments.verify('kiddo-pass-0001')).rejects.toBeInstanceOf(PaymentsUnavailableError);
});

test('our key goes to no other place', async () => {
  const here = await setUpPaystack();
  const other = await setUpPaystack();
  here.double.nextFailures.push({ status: 307, location: `${other.double.base}/transaction/initialize` });
  await expect(here.payments.startCheckout(PASS)).rejects.toBeInstanceOf(PaymentsUnavailableError);
  expect(other.double.requests).toEqual([]);
});

test('a key that Paystack refuses is a fault of ours, and the error does not contain it', async () => {
  const { double, now } = await setUpPaystack({ secretKey: LIVE_KEY });
  const payments = createPaystack({ secretKey: TEST_KEY, base: double.base, acceptedDomain: 'test', now });
  const error = await payments.verify('kiddo-pass-0001').then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(String(error)).toMatch(/PAYSTACK_SECRET_KEY.*Invalid key/);
  expect(error).not.toBeInstanceOf(PaymentsUnavailableError);
  expect(error).not.toBeInstanceOf(PaymentsRejectedError);
  expect(String(error)).not.toContain(TEST_KEY);
});

test('an answer of another shape is a fault, not a payment', async () => {
  const here = await setUpPaystack();
  const data = { status: 'success', reference: PASS.reference, amount: '9900', currency: 'KES' };
  for (const body of [{ status: true, data }, { status: true }, { status: true, data: [] }]) {
    here.double.nextFailures.push({ body: JSON.stringify(body) });
    const error = await here.payments.verify(PASS.reference).catch((thrown: unknown) => thrown);
    expect(String(error)).toMatch(/none that we know/);
  }
  for (const body of [
    { status: false, message: 'no' },
    { data: { ...data, amount: 9900 } },
    { status: 'true', data: { ...data, amount: 9900 } },
  ]) {
    here.double.nextFailures.push({ body: JSON.stringify(body) });
    await expect(here.payments.verify(PASS.reference)).rejects.toBeInstanceOf(PaymentsRejectedError);
  }
});

test('that a request went well says nothing about the money', async () => {
  const here = await setUpPaystack();
  await here.payments.startCheckout(PASS);
  const transaction = here.double.transactions.get(PASS.reference);
  const states: Record<string, string> = {};
  for (const status of [
    'failed',
    'reversed',
    'abandoned',
    'ongoing',
    'pending',
    'processing',
    'queued',
    'pay_offline',
    'Success',
    'new one',
  ]) {
    Object.assign(transaction ?? {}, { status, gateway_response: 'Insufficient funds' });
    const verified = await here.payments.verify(PASS.reference);
    states[status] = verified?.state ?? '';
    expect(verified?.providerMessage).toBe(`${status}: Insufficient funds`);
    expect(verified?.paidAt).toBeNull();
  }
  expect(states).toEqual({
    failed: 'failed',
    reversed: 'failed',
    abandoned: 'pending',
    ongoing: 'pending',
    pending: 'pending',
    processing: 'pending',
    queued: 'pending',
    pay_offline: 'pending',
    Success: 'pending',
    'new one': 'pending',
  });
});

test('a subscription is known by every spelling of its state', async () => {
  const here = await setUpPaystack();
  await here.payments.startCheckout(CARD);
  here.double.pay(CARD.reference);
  const [found] = [...here.double.subscriptions.values()];
  const states: [string, string | undefined][] = [];
  const spellings = [
    'active',
    'attention',
    'non-renewing',
    'non_renewing',
    'Non Renewing',
    'complete',
    'completed',
    'cancelled',
    'canceled',
  ];
  for (const status of spellings) {
    Object.assign(found ?? {}, { status });
    const read = await here.payments.findSubscription(found?.code ?? '');
    states.push([status, read?.state]);
    expect(read?.nextChargeAt === null).toBe(!['active', 'attention'].includes(status));
  }
  expect(states).toEqual([
    ['active', 'active'],
    ['attention', 'attention'],
    ['non-renewing', 'non-renewing'],
    ['non_renewing', 'non-renewing'],
    ['Non Renewing', 'non-renewing'],
    ['complete', 'ended'],
    ['completed', 'ended'],
    ['cancelled', 'ended'],
    ['canceled', 'ended'],
  ]);
  Object.assign(found ?? {}, { status: 'paused' });
  await expect(here.payments.findSubscription(found?.code ?? '')).rejects.toThrow(/"paused"/);
});

test('a charge belongs to the subscription that it began, also when there was one before', async () => {
  const here = await setUpPaystack();
  await here.payments.startCheckout(CARD);
  here.double.pay(CARD.reference);
  const first = (await here.payments.verify(CARD.reference))?.subscription;
  await here.payments.disableAutoRenew(first?.code ?? '', first?.emailToken ?? '');

  here.wait(60_000);
  const second = { ...CARD, reference: 'kiddo-sub-0002' };
  await here.payments.startCheckout(second);
  here.wait(60_000);
  here.double.pay(second.reference, { late: true });
  // The new subscription does not exist yet, and the earlier one is not mistaken for it.
  expect(await here.payments.verify(second.reference)).toMatchObject({ state: 'success', subscription: null });
  const made = here.double.settle(second.reference);
  expect((await here.payments.verify(second.reference))?.subscription?.code).toBe(made.code);
  expect((await here.payments.verify(CARD.reference))?.subscription?.code).toBe(first?.code);

  here.wait(31 * 86_400_000);
  const renewal = here.double.chargeMonth(made.code) ?? '';
  expect((await here.payments.verify(renewal))?.subscription?.code).toBe(made.code);
});

test('of two checkouts that were open at once each charge has its own subscription, in whatever order they are paid', async () => {
  const here = await setUpPaystack();
  const second = { ...CARD, reference: 'kiddo-sub-0002' };
  for (const charge of [CARD, second]) {
    await here.payments.startCheckout(charge);
    here.wait(60_000);
  }
  here.double.pay(second.reference);
  here.wait(300_000);
  here.double.pay(CARD.reference, { late: true });
  const [newer] = [...here.double.subscriptions.keys()];
  expect(await here.payments.verify(CARD.reference)).toMatchObject({ state: 'success', subscription: null });
  const made = here.double.settle(CARD.reference);
  expect((await here.payments.verify(CARD.reference))?.subscription?.code).toBe(made.code);
  expect((await here.payments.verify(second.reference))?.subscription?.code).toBe(newer);
});

test('what was paid and has gone back still says which card is to be stopped', async () => {
  const here = await setUpPaystack();
  await here.payments.startCheckout(CARD);
  here.double.pay(CARD.reference);
  here.double.refund(CARD.reference);
  const [code] = [...here.double.subscriptions.keys()];
  expect(await here.payments.verify(CARD.reference)).toMatchObject({ state: 'failed', paidAt: null, subscription: { code } });
});

test('a plan that is none of ours has no name here', async () => {
  const here = await setUpPaystack();
  await here.payments.startCheckout(CARD);
  Object.assign(here.double.plans[0] ?? {}, { description: 'Chess club' });
  here.double.pay(CARD.reference);
  expect(await here.payments.verify(CARD.reference)).toMatchObject({ subscription: { planId: null } });
  const [hook] = here.double.webhooks();
  expect(here.payments.parseWebhook(hook?.raw ?? Buffer.from(''), hook?.headers ?? new Headers())).toMatchObject({
    kind: 'charged',
    subscription: { planId: null },
  });
});

test('only money of the right kind counts', async () => {
  const kinds: [string, 'live' | 'test', string | undefined, boolean][] = [
    [LIVE_KEY, 'live', 'live', true],
    [LIVE_KEY, 'live', 'test', false],
    [LIVE_KEY, 'live', undefined, true],
    [TEST_KEY, 'test', 'test', true],
    [TEST_KEY, 'test', 'live', false],
    // In production with a test key, no payment counts.
    [TEST_KEY, 'live', 'test', false],
    [TEST_KEY, 'live', undefined, false],
  ];
  for (const [secretKey, counts, domain, isLive] of kinds) {
    const here = await setUpPaystack({ secretKey, counts });
    await here.payments.startCheckout(PASS);
    here.double.pay(PASS.reference);
    Object.assign(here.double.transactions.get(PASS.reference) ?? {}, { domain });
    const { raw, headers } = here.double.signWebhook('charge.success', { domain, reference: PASS.reference });
    const verified = await here.payments.verify(PASS.reference);
    expect(here.payments.parseWebhook(raw, headers)?.key).toBe(`${isLive ? '' : `${domain ?? 'test'}:`}charge.success:${PASS.reference}`);
    expect([secretKey, counts, domain, verified?.isLive, here.payments.parseWebhook(raw, headers)?.isLive]).toEqual([
      secretKey,
      counts,
      domain,
      isLive,
      isLive,
    ]);
  }
});

test('a second charge under one reference is told apart from other refusals', async () => {
  const here = await setUpPaystack();
  await here.payments.startCheckout(PASS);
  await expect(here.payments.startCheckout(PASS)).rejects.toBeInstanceOf(DuplicateReferenceError);
  const error = await here.payments
    .startCheckout({ ...PASS, reference: 'kiddo-pass-0002', email: 'nobody' })
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PaymentsRejectedError);
  expect(error).not.toBeInstanceOf(DuplicateReferenceError);
});
