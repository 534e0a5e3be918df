import { expect, test } from 'vitest';
import { CARD, setUpPaystack } from './paystack-setup.ts';

// Tests of the events that Paystack sends.

// The documented samples, reduced to the relevant fields.
const SUBSCRIPTION = {
  domain: 'test',
  status: 'active',
  subscription_code: 'SUB_vsyqdmlzble3uii',
  next_payment_date: '2016-05-19T07:00:00.000Z',
};
const INVOICE = {
  domain: 'test',
  invoice_code: 'INV_thy2vkmirn2urwv',
  amount: 50_000,
  period_start: '2018-12-20T15:00:00.000Z',
  status: 'pending',
  paid: false,
  subscription: { status: 'active', subscription_code: 'SUB_fq7dbe8tju0i1v8', next_payment_date: '2018-12-23T00:00:00.000Z' },
  customer: { id: 46, customer_code: 'CUS_00w4ath3e2ukno4' },
  transaction: {},
};
const PAID = {
  ...INVOICE,
  status: 'success',
  paid: true,
  transaction: { reference: '9cfbae6e-bbf3-5b41-8aef-d72c1a17650g', status: 'success' },
};
const DISPUTE = { id: 358_950, domain: 'test', resolution: null, transaction: { status: 'success', reference: 'v3mjfgbnc19v97x' } };
const REFUND = {
  status: 'processed',
  transaction_reference: 'T2154954_412829_3be32076_6lcg3',
  refund_reference: '132013318360',
  amount: '5000',
  domain: 'test',
};
const CARDS = [
  { expiry_date: '12/2021', subscription: { id: 94_729, subscription_code: 'SUB_lejj927x2kxciw1' } },
  { expiry_date: '12/2021', subscription: { id: 94_730, subscription_code: 'SUB_d638sdiWAio7jnl' } },
];

const SAMPLES: [string, unknown, object][] = [
  [
    'charge.success',
    { reference: 'qTPrJoy9Bx', metadata: 0, plan: {}, customer: { customer_code: 'CUS_x' } },
    { kind: 'charged', key: 'charge.success:qTPrJoy9Bx', reference: 'qTPrJoy9Bx', subscription: null },
  ],
  ['charge.success', { reference: 'qTPrJoy9Bx', plan: null, customer: null }, { kind: 'charged', subscription: null }],
  ['charge.success', { reference: 'qTPrJoy9Bx', plan: 0 }, { kind: 'charged', subscription: null }],
  [
    'charge.success',
    {
      reference: '683e6787-7645-557a-a270-c9035c3a2b65',
      metadata: { invoice_action: 'create' },
      customer: { customer_code: 'CUS_mfkew13owtwcmb2' },
      plan: { plan_code: 'PLN_a5vr5skxg72f4lr', description: 'kiddo:pro' },
    },
    { kind: 'charged', subscription: { customer: 'CUS_mfkew13owtwcmb2', planId: 'pro' } },
  ],
  [
    'subscription.create',
    SUBSCRIPTION,
    { kind: 'subscription', key: 'subscription.create:SUB_vsyqdmlzble3uii', code: 'SUB_vsyqdmlzble3uii' },
  ],
  [
    'subscription.not_renew',
    { ...SUBSCRIPTION, status: 'non-renewing', next_payment_date: null },
    { kind: 'subscription', code: 'SUB_vsyqdmlzble3uii' },
  ],
  ['subscription.disable', { ...SUBSCRIPTION, status: 'complete' }, { kind: 'subscription', code: 'SUB_vsyqdmlzble3uii' }],
  ['subscription.expiring_cards', CARDS, { kind: 'card-expires', codes: ['SUB_lejj927x2kxciw1', 'SUB_d638sdiWAio7jnl'], isLive: true }],
  [
    'invoice.create',
    INVOICE,
    {
      kind: 'charge-due',
      key: 'invoice.create:INV_thy2vkmirn2urwv',
      code: 'SUB_fq7dbe8tju0i1v8',
      at: new Date('2018-12-23T00:00:00.000Z'),
    },
  ],
  [
    'invoice.create',
    PAID,
    { kind: 'charged', reference: '9cfbae6e-bbf3-5b41-8aef-d72c1a17650g', subscription: { customer: 'CUS_00w4ath3e2ukno4', planId: null } },
  ],
  ['invoice.update', PAID, { kind: 'charged', reference: '9cfbae6e-bbf3-5b41-8aef-d72c1a17650g' }],
  ['invoice.update', INVOICE, { kind: 'subscription', code: 'SUB_fq7dbe8tju0i1v8' }],
  ['invoice.update', { ...INVOICE, status: 'failed' }, { kind: 'charge-failed', key: 'invoice.payment_failed:INV_thy2vkmirn2urwv' }],
  [
    'invoice.payment_failed',
    INVOICE,
    { kind: 'charge-failed', key: 'invoice.payment_failed:INV_thy2vkmirn2urwv', code: 'SUB_fq7dbe8tju0i1v8' },
  ],
  [
    'refund.processed',
    REFUND,
    {
      kind: 'refund-changed',
      isProcessed: true,
      reference: REFUND.transaction_reference,
      amountMinor: 5000,
      key: `refund.processed:${REFUND.transaction_reference}:132013318360`,
    },
  ],
  ['refund.processed', { ...REFUND, amount: undefined }, { kind: 'refund-changed', isProcessed: true }],
  ['refund.pending', REFUND, { kind: 'refund-changed', isProcessed: false }],
  ['refund.processing', { ...REFUND, refund_reference: null }, { kind: 'refund-changed', isProcessed: false }],
  ['refund.failed', REFUND, { kind: 'refund-changed', isProcessed: false }],
  [
    'charge.dispute.create',
    DISPUTE,
    {
      kind: 'disputed',
      reference: 'v3mjfgbnc19v97x',
      key: 'charge.dispute.create:358950',
      decidedBy: 'charge.dispute.resolve:358950',
    },
  ],
  ['charge.dispute.remind', DISPUTE, { kind: 'disputed', key: 'charge.dispute.create:358950' }],
  [
    'charge.dispute.resolve',
    { ...DISPUTE, resolution: 'declined' },
    { kind: 'dispute-won', reference: 'v3mjfgbnc19v97x', key: 'charge.dispute.resolve:358950' },
  ],
  [
    'charge.dispute.resolve',
    { ...DISPUTE, resolution: 'auto-accepted', transaction: { reference: 'x1', status: 'reversed' } },
    { kind: 'refunded', reference: 'x1' },
  ],
  ['charge.dispute.resolve', { ...DISPUTE, resolution: 'merchant-accepted' }, { kind: 'refunded' }],
  [
    'charge.dispute.resolve',
    { ...DISPUTE, resolution: 'declined', transaction: { reference: 'x1', status: 'reversed' } },
    { kind: 'refunded' },
  ],
  // Unknown events, or events of the wrong shape: they are stored as 'other' for a person to check, and have no effect.
  ['transfer.success', { domain: 'test' }, { kind: 'other', name: 'transfer.success' }],
  ['charge.success', {}, { kind: 'other', name: 'charge.success' }],
  ['charge.success', { reference: { $ne: null } }, { kind: 'other' }],
  ['charge.success', null, { kind: 'other' }],
  ['subscription.create', [], { kind: 'other' }],
  ['subscription.expiring_cards', {}, { kind: 'other' }],
  ['invoice.update', { ...INVOICE, subscription: null }, { kind: 'other' }],
  ['refund.processed', { ...REFUND, transaction_reference: null }, { kind: 'other' }],
  ['charge.dispute.create', { id: 1 }, { kind: 'other' }],
  ['constructor', {}, { kind: 'other', name: 'constructor' }],
];

test('every documented event is understood', async () => {
  const { double, payments } = await setUpPaystack();
  for (const [event, data, expected] of SAMPLES) {
    const { raw, headers } = double.signWebhook(event, data);
    expect([event, data, payments.parseWebhook(raw, headers)]).toEqual([event, data, expect.objectContaining(expected)]);
  }
});

test('the same event written in another way has the same key; another has another', async () => {
  const { double, payments } = await setUpPaystack();
  const key = (event: string, data: unknown, text?: (body: object) => string) => {
    const { raw, headers } = double.signWebhook(event, data, text);
    return payments.parseWebhook(raw, headers)?.key;
  };
  const turned = (data: unknown) =>
    typeof data === 'object' && data !== null && !Array.isArray(data) ? Object.fromEntries(Object.entries(data).toReversed()) : data;
  const keys = SAMPLES.slice(0, -9).map(([event, data]) => {
    const once = key(event, data);
    expect(key(event, data, (body) => JSON.stringify(body, null, 2))).toBe(once);
    expect(key(event, turned(data))).toBe(once);
    return `${event} ${once}`;
  });
  expect(keys.every((each) => !each.endsWith('undefined'))).toBe(true);
  const not_renew = (next: string) => key('subscription.not_renew', { ...SUBSCRIPTION, next_payment_date: next });
  expect(not_renew('2016-05-19')).not.toBe(not_renew('2016-06-19'));
  expect(key('refund.processed', REFUND)).not.toBe(key('refund.processed', { ...REFUND, refund_reference: '2' }));
  expect(key('invoice.create', INVOICE)).not.toBe(key('invoice.payment_failed', INVOICE));
});

test('parts of a payment that go back without a name of their own are told apart; null is no amount', async () => {
  const { double, payments } = await setUpPaystack();
  const open = (data: object) => {
    const { raw, headers } = double.signWebhook('refund.processed', { ...REFUND, refund_reference: null, ...data });
    return payments.parseWebhook(raw, headers) as { key: string; amountMinor?: number } | null;
  };
  const [one, other, same] = [open({ id: 1 }), open({ id: 2 }), open({ id: 1 })];
  expect(one?.key).toBe(same?.key);
  expect(one?.key).not.toBe(other?.key);
  for (const amount of [null, 0, '0', '']) expect(open({ amount })).not.toHaveProperty('amountMinor');
});

test('the double sends webhooks several times, late and in another order when a test asks for it', async () => {
  const { double, payments } = await setUpPaystack();
  await payments.startCheckout(CARD);
  double.pay(CARD.reference);
  const heard: string[] = [];
  const take = async ({ raw, headers }: { raw: Buffer; headers: Headers }) =>
    void heard.push(payments.parseWebhook(raw, headers)?.kind ?? 'refused');
  await double.deliver(take, { times: 3, order: 'reversed', delayMs: 1 });
  expect(heard).toEqual(['subscription', 'subscription', 'subscription', 'charged', 'charged', 'charged']);
});
