import { describe, expect, it } from 'vitest';
import type { PaymentSummary, Spending, SubscriptionStatus } from './schema.ts';
import {
  getAsking,
  getOffer,
  getStatusEnd,
  getStatusFacts,
  hasReceipt,
  getPlanAction,
  getReturnOutcome,
  getCurrentStatus,
} from './rules.ts';

const at = (iso: string) => Date.parse(iso);
const NOW = '2026-11-21T12:00:00.000Z';

type Active = Extract<SubscriptionStatus, { kind: 'active' }>;
const active = (more: Partial<Active> = {}): Active => ({
  kind: 'active',
  planId: 'premium',
  planName: 'Premium',
  price: { minor: 9900, currency: 'KES' },
  channel: 'card',
  until: '2026-12-14T09:00:00.000Z',
  nextBilling: '2026-12-14T09:00:00.000Z',
  autoRenew: true,
  graceUntil: null,
  ...more,
});

describe('the status at a moment', () => {
  const end = at('2026-12-14T09:00:00.000Z');

  it('is active up to its end, and expired from then on', () => {
    expect(getCurrentStatus(active(), at(NOW), end - 1).kind).toBe('active');
    expect(getCurrentStatus(active(), at(NOW), end)).toEqual({ kind: 'expired', planName: 'Premium', at: '2026-12-14T09:00:00.000Z' });
  });

  it('stays active through the days of grace', () => {
    const grace = active({ graceUntil: '2026-12-17T09:00:00.000Z' });
    expect(getCurrentStatus(grace, at(NOW), end + 1).kind).toBe('active');
    expect(getCurrentStatus(grace, at(NOW), at('2026-12-17T09:00:00.000Z'))).toMatchObject({
      kind: 'expired',
      at: '2026-12-17T09:00:00.000Z',
    });
  });

  it('ends with what was paid where the grace ended before', () =>
    expect(getStatusEnd(active({ graceUntil: '2026-12-01T00:00:00.000Z' }))).toBe(end));

  it('believes a server that calls it active after its end', () => {
    expect(getCurrentStatus(active(), end, end + 5000).kind).toBe('active');
    expect(getCurrentStatus(active(), end + 60_000, end + 61_000).kind).toBe('active');
  });

  it('does not touch what is not active', () => {
    const expired: SubscriptionStatus = { kind: 'expired', planName: 'Pro', at: '2026-01-01T00:00:00.000Z' };
    expect(getCurrentStatus(expired, at(NOW), end)).toBe(expired);
    expect(getCurrentStatus({ kind: 'free' }, at(NOW), end)).toEqual({ kind: 'free' });
    expect(getStatusEnd(expired)).toBeNull();
    expect(getStatusEnd({ kind: 'free' })).toBeNull();
  });
});

describe('the facts of the card', () => {
  const cost = { kind: 'cost', price: { minor: 9900, currency: 'KES' }, per: 'month' };

  it('are the cost and the next billing for a card', () =>
    expect(getStatusFacts(active(), at(NOW))).toEqual([cost, { kind: 'next-billing', at: '2026-12-14T09:00:00.000Z', isPast: false }]));

  it('say that a next billing lies in the past', () =>
    expect(getStatusFacts(active(), at('2026-12-14T09:00:00.000Z'))[1]).toMatchObject({ kind: 'next-billing', isPast: true }));

  it('are the days paid for where nothing renews', () =>
    expect(getStatusFacts(active({ nextBilling: null, autoRenew: false }), at(NOW))[1]).toMatchObject({
      kind: 'paid-until',
      isPast: false,
    }));

  it('are the days paid for where the card was refused', () => {
    const grace = active({ until: '2026-11-20T09:00:00.000Z', graceUntil: '2026-11-23T09:00:00.000Z' });
    expect(getStatusFacts(grace, at(NOW))[1]).toEqual({ kind: 'paid-until', at: '2026-11-20T09:00:00.000Z', isPast: true });
  });

  it('are those of a pass for M-Pesa', () =>
    expect(getStatusFacts(active({ channel: 'mpesa', nextBilling: null, autoRenew: null }), at(NOW))).toMatchObject([
      { kind: 'cost', per: 'pass' },
      { kind: 'paid-until' },
    ]));

  it('are only the days where the plan is not there any more', () =>
    expect(getStatusFacts(active({ planName: '' }), at(NOW)).map(({ kind }) => kind)).toEqual(['paid-until']));

  it('are the day it ended, and none for the free plan', () => {
    const ended = '2026-11-01T00:00:00.000Z';
    expect(getStatusFacts({ kind: 'expired', planName: 'Pro', at: ended }, at(NOW))).toEqual([
      { kind: 'expired-on', at: ended, isPast: true },
    ]);
    expect(getStatusFacts({ kind: 'free' }, at(NOW))).toEqual([]);
  });
});

describe('the button of a plan', () => {
  const expired: SubscriptionStatus = { kind: 'expired', planName: 'Premium', at: NOW };
  it.each([
    ['a visitor', null, ['sign-up', 'log-in', 'log-in']],
    ['a player of the free plan', { kind: 'free' } as const, ['current', 'choose', 'choose']],
    ['a player whose plan ran out', expired, ['current', 'choose', 'choose']],
    ['a player of Premium', active(), ['cancel', 'current', 'choose']],
    ['a player of Pro', active({ planId: 'pro' }), ['cancel', 'choose', 'current']],
  ])('for %s', (_who, status, actions) =>
    expect((['basic', 'premium', 'pro'] as const).map((plan) => getPlanAction(plan, status))).toEqual(actions),
  );
});

describe('what can be bought of a sum', () => {
  const open = { product: 'premium', channel: 'mpesa', minor: 9900 } as const;
  const spending = (sum: Partial<NonNullable<Spending['sum']>>): Spending => ({
    door: null,
    sum: { limitMinor: 20_000, leftMinor: 0, open: [], dueMinor: 0, ...sum },
    canRenew: true,
    asking: null,
  });
  const offer = (sum: Parameters<typeof spending>[0], id: string, channel: 'card' | 'mpesa', replacesCard = false) =>
    getOffer(spending(sum), { id, priceMinor: 9900, replacesCard }, channel);

  it('a checkout that is not finished is taken up by the same way to pay; everything else waits for it', () => {
    expect(offer({ open: [open] }, 'premium', 'mpesa')).toBe('open');
    expect(offer({ open: [open] }, 'premium', 'card')).toBe('unfinished');
    expect(offer({ open: [open] }, 'pack-400', 'mpesa')).toBe('unfinished');
    expect(offer({ leftMinor: 9900, open: [open] }, 'pack-400', 'card')).toBe('open');
    // Each way to pay has its own.
    expect(offer({ open: [{ ...open, channel: 'card' }, open] }, 'premium', 'mpesa')).toBe('open');
  });

  it('what is paid beyond a sum that became smaller does not turn into money by an open checkout', () => {
    expect(offer({ leftMinor: -1, open: [open] }, 'premium', 'mpesa')).toBe('too-much');
    expect(offer({ leftMinor: -9900, dueMinor: 9900 }, 'pro', 'card', true)).toBe('too-much');
    expect(offer({ leftMinor: 0, dueMinor: 9900 }, 'pro', 'card', true)).toBe('open');
    expect(offer({ leftMinor: -9900, dueMinor: 9900, open: [open] }, 'pro', 'card', true)).toBe('unfinished');
  });

  it('is asked for beside what can be bought, and instead of what cannot, but not while something waits for an answer', () => {
    const asking = { ...spending({}), asking: { open: null } };
    expect(getAsking(spending({}), 'open')).toBe('none');
    expect(getAsking(null, 'open')).toBe('none');
    expect(getAsking(asking, 'open')).toBe('beside');
    for (const state of ['closed', 'unfinished', 'too-much'] as const) expect(getAsking({ ...asking, sum: null }, state)).toBe('instead');
    const item = { kind: 'pack', id: 'small', kiddocash: 400, priceMinor: 9900 } as const;
    const waiting = { ...asking, asking: { open: { item, expiresAt: '2026-12-01T00:00:00.000Z' } } };
    for (const state of ['open', 'closed', 'too-much'] as const) expect(getAsking(waiting, state)).toBe('none');
  });

  it('nothing while it is closed, and everything for players of age', () => {
    expect(
      getOffer(
        { door: { state: 'none', canRemind: false }, sum: null, asking: null, canRenew: false },
        { id: 'pro', priceMinor: 1 },
        'card',
      ),
    ).toBe('closed');
    expect(getOffer(null, { id: 'pro', priceMinor: 1 }, 'card')).toBe('open');
  });
});

describe('coming back from paying', () => {
  const line = (state: PaymentSummary['state'], reference = 'kd-newest', when = '2026-11-21T11:58:00.000Z') => ({
    reference,
    state,
    at: when,
  });
  it.each([
    ['success', 'paid'],
    ['pending', 'confirming'],
    ['held', 'held'],
    ['failed', 'not-paid'],
    ['abandoned', 'not-paid'],
    ['refunded', 'paid-back'],
    ['disputed', 'held'],
    ['not-allowed', 'not-allowed'],
  ] as const)('with a payment that is %s tells %s', (state, outcome) => {
    expect(getReturnOutcome(null, [line(state), line('success', 'kd-before')], at(NOW))).toBe(outcome);
    expect(getReturnOutcome('kd-newest', [line(state)], at(NOW))).toBe(outcome);
  });

  it('is about the payment that the address names, where it is one of theirs', () => {
    const payments = [line('pending'), line('success', 'kd-before')];
    expect(getReturnOutcome('kd-before', payments, at(NOW))).toBe('paid');
    expect(getReturnOutcome('kd-of-another', payments, at(NOW))).toBe('confirming');
  });

  it('finds nothing without a payment, or a day later', () => {
    expect(getReturnOutcome(null, [], at(NOW))).toBe('missing');
    expect(getReturnOutcome(null, [line('success', 'kd-newest', '2026-11-20T11:00:00.000Z')], at(NOW))).toBe('missing');
  });
});

it('a receipt is for what was paid', () => {
  const states: PaymentSummary['state'][] = ['pending', 'success', 'failed', 'abandoned', 'refunded', 'disputed', 'held', 'not-allowed'];
  expect(states.filter(hasReceipt)).toEqual(['success', 'refunded', 'disputed']);
});
