import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import type {
  KiddocashPlan,
  PaymentSummary,
  Plan,
  ReceiptView,
  Spending,
  SubscriptionStatus,
  SubscriptionView,
  PaymentActionResult,
} from '../schema.ts';
import { actionFailure } from '../../../shared/action-result.ts';
import { Receipt } from './receipt.tsx';
import { SubscriptionPage } from './subscription-page.tsx';

// Tests the server-rendered HTML: everything must be present and work before any script runs.

const AT = '2026-11-21T12:00:00.000Z';
const ksh = (minor: number) => ({ minor, currency: 'KES' as const });
const plans: Plan[] = [
  { id: 'basic', name: 'Basic', price: ksh(0), kiddocash: 0, features: ['All free games'] },
  { id: 'premium', name: 'Premium', price: ksh(9900), kiddocash: 400, features: ['All premium games'] },
  { id: 'pro', name: 'Pro', price: ksh(19900), kiddocash: 1000, features: ['Priority support'] },
];
const card: Extract<SubscriptionStatus, { kind: 'active' }> = {
  kind: 'active',
  planId: 'premium',
  planName: 'Premium',
  price: ksh(9900),
  channel: 'card',
  until: '2026-12-14T09:00:00.000Z',
  nextBilling: '2026-12-14T09:00:00.000Z',
  autoRenew: true,
  graceUntil: null,
};
const pass: SubscriptionStatus = { ...card, channel: 'mpesa', nextBilling: null, autoRenew: null };
const line: PaymentSummary = {
  reference: 'kd-0123456789',
  what: 'Premium, monthly',
  price: ksh(9900),
  at: '2026-11-14T09:00:00.000Z',
  state: 'success',
  channel: 'card',
  isByGuardian: false,
};

const chosenIn = (html: string) => findElements(html, 'input', { type: 'radio', checked: '' }).map(({ value }) => value);

const NO_KIDDOCASH: KiddocashPlan = { next: null, monthEndsAt: null };

type Shown = {
  status: SubscriptionStatus | null;
  kiddocashPlan?: KiddocashPlan;
  payments?: PaymentSummary[];
  processing?: boolean;
  spending?: Spending | null;
  answer?: PaymentActionResult;
  address?: string;
};

function page({
  status,
  kiddocashPlan = NO_KIDDOCASH,
  payments = [],
  processing = false,
  spending = null,
  answer,
  address = '/subscription',
}: Shown): string {
  const view: SubscriptionView = {
    plans,
    status,
    kiddocash: status && 1250,
    kiddocashPlan: status && kiddocashPlan,
    payments,
    next: null,
    processing,
    spending,
    closed: null,
  };
  const asksCancel = address.includes('ask=cancel');
  return renderToHtml(createElement(SubscriptionPage, { view, at: AT, asksCancel, isStart: true, answer }), address);
}

/** The text of the status card. */
const cardOf = (shown: Shown) => textOf(/<section[^>]*status-card[\s\S]*?<\/section>/.exec(page(shown))?.[0] ?? '');

describe('the status card', () => {
  it('is not there for a visitor', () => expect(page({ status: null })).not.toContain('status-card'));

  it('of the free plan says so, and what to do when somebody just paid', () =>
    expect(cardOf({ status: { kind: 'free' } })).toMatch(
      /^Free Plan You don't have an active subscription Did somebody just pay\? .*refresh\. Kiddocash 1,250/,
    ));

  it('of a plan that ran out says when, and how to renew', () =>
    expect(cardOf({ status: { kind: 'expired', planName: 'Pro', at: '2026-11-20T22:00:00.000Z' } })).toMatch(
      /^Expired Your subscription has expired .*renew it\. Expired on Nov 21, 2026/,
    ));

  it('of a card says what it costs, when it is billed next, and that it renews', () => {
    const words = cardOf({ status: card });
    expect(words).toMatch(/^Premium Active Monthly Cost KSH 99 Next Billing Dec 14, 2026 Kiddocash 1,250/);
    expect(words).toContain('Cancel');
    expect(
      findElements(page({ status: card }), 'button', { name: 'on', value: 'no', role: 'switch', 'aria-checked': 'true' }),
    ).toHaveLength(1);
  });

  it('of a card that does not renew says until when it is paid, and offers to renew', () => {
    const status: SubscriptionStatus = { ...card, nextBilling: null, autoRenew: false };
    expect(cardOf({ status })).toMatch(/Paid until Dec 14, 2026/);
    expect(findElements(page({ status }), 'button', { name: 'on', value: 'yes', role: 'switch', 'aria-checked': 'false' })).toHaveLength(1);
  });

  it('of a next billing that lies behind us calls it expired', () =>
    expect(page({ status: { ...card, until: AT, nextBilling: '2026-11-21T11:00:00.000Z' } })).toMatch(
      /<dt>Next Billing<\/dt><dd class="status-past">Expired<\/dd>/,
    ));

  it('of a pass says that it does not renew, and adds 30 days by a form', () => {
    const html = page({ status: pass });
    expect(textOf(html)).toMatch(/Cost for 30 days KSH 99 Paid until Dec 14, 2026/);
    expect(html).toContain('Add 30 days');
    expect(findElements(html, 'input', { type: 'hidden', name: 'channel', value: 'mpesa' })).toHaveLength(1);
    expect(findElements(html, 'button', { type: 'submit', name: 'plan', value: 'premium' })).toHaveLength(1);
    expect(html).not.toContain('role="switch"');
  });

  it('of a card that was refused says until when, and leads to mend it', () => {
    const html = page({ status: { ...card, graceUntil: '2026-11-24T09:00:00.000Z' } });
    expect(textOf(html)).toContain('Premium goes on until Nov 24, 2026. Ask a parent');
    expect(findElements(html, 'button', { type: 'submit', name: 'do', value: 'fix-card' })).toHaveLength(1);
    // The date of the next charge is unknown for such a card.
    expect(textOf(html)).toContain('Once the card works, it pays again every month.');
    expect(textOf(html)).not.toContain('The card pays again on');
  });

  it('of a plan that is not there any more still says that premium works', () =>
    expect(cardOf({ status: { ...card, planName: '' } })).toMatch(
      /^Active Subscription Premium features are available Active Paid until Dec 14, 2026/,
    ));

  it('says that a payment is being confirmed', () =>
    expect(cardOf({ status: { kind: 'free' }, processing: true })).toContain('A payment is being confirmed'));
});

describe('the plans', () => {
  const buttons = (html: string) =>
    [...html.matchAll(/<(?:button|a) [^>]*class="btn [^"]*block"[^>]*>([\s\S]*?)<\/(?:button|a)>/g)].map(([, words = '']) => textOf(words));

  it.each([
    ['a visitor', null, ['Sign Up Free', 'Choose Premium', 'Choose Pro']],
    ['a player of the free plan', { kind: 'free' } as const, ['Current Plan', 'Choose Premium', 'Choose Pro']],
    ['a player of Premium', card, ['Choose Basic', 'Current Plan', 'Choose Pro']],
  ])('have the buttons of %s', (_who, status, words) => expect(buttons(page({ status }))).toEqual(words));

  it('say Free for nothing, the price in KSH, and which is the most popular: the second', () => {
    const [basic = '', premium = '', pro = ''] = page({ status: null })
      .split(/<li class="plan/)
      .slice(1)
      .map(textOf);
    expect(basic).toMatch(/Basic Free All free games/);
    expect(premium).toMatch(/Premium KSH 99 per month Most Popular All premium games/);
    expect(pro).toMatch(/Pro KSH 199 per month Priority support/);
    expect(`${basic}${pro}`).not.toContain('Most Popular');
  });

  it('are chosen with a form that names the plan and the way to pay, the one of before at first', () => {
    const html = page({ status: { kind: 'free' } });
    expect(findElements(html, 'form', { method: 'post', action: '/subscription', 'aria-label': 'Plans' })).toHaveLength(1);
    expect(findElements(html, 'input', { type: 'hidden', name: 'do', value: 'subscribe' })).toHaveLength(1);
    expect(findElements(html, 'button', { type: 'submit', name: 'plan' }).map(({ value }) => value)).toEqual(['premium', 'pro']);
    expect(chosenIn(html)).toEqual(['card']);
    expect(chosenIn(page({ status: pass }))).toEqual(['mpesa']);
  });

  it('keep the way to pay that was chosen when it failed, and say why', () => {
    const html = page({ status: { kind: 'free' }, answer: actionFailure('unavailable', { values: { channel: 'mpesa' } }) });
    expect(chosenIn(html)).toEqual(['mpesa']);
    expect(html).toMatch(/<noscript>.*The payment company cannot be reached at the moment\. Nothing was taken\./);
  });

  it('say that a parent pays', () => expect(textOf(page({ status: null }))).toContain('Ask a parent or guardian to pay'));
});

describe('cancelling', () => {
  it('is asked about on a page of its own, in the words of the specification', () => {
    expect(page({ status: card })).toMatch(/<a class="btn danger"[^>]*href="\/subscription\?ask=cancel"/);
    const html = page({ status: card, address: '/subscription?ask=cancel' });
    const panel = /<section class="panel cancel-panel"[\s\S]*?<\/section>/.exec(html)?.[0] ?? '';
    expect(textOf(panel)).toBe(
      'Cancel subscription immediately? This will end your premium access right now. You can subscribe again anytime. ' +
        'To keep the days that are paid, turn Auto-renew off instead. Keep subscription Confirm cancel',
    );
    expect(findElements(panel, 'button', { type: 'submit', name: 'do', value: 'cancel' })).toHaveLength(1);
  });

  it('is not asked about where there is nothing to cancel', () =>
    expect(page({ status: { kind: 'free' }, address: '/subscription?ask=cancel' })).not.toContain('cancel-panel'));
});

describe('payments', () => {
  it('have a receipt once they are paid, and say what happens next until then', () => {
    const waiting: PaymentSummary = { ...line, reference: 'kd-waiting-01', state: 'pending', channel: 'mpesa' };
    const html = page({ status: card, payments: [waiting, line] });
    expect(html).toContain('href="/subscription/receipts/kd-0123456789"');
    expect(html).not.toContain('receipts/kd-waiting-01');
    expect(textOf(html)).toContain('Waiting Look at the phone: M-Pesa asks there for the PIN.');
    const declined = page({ status: card, payments: [{ ...line, state: 'failed' }] });
    expect(textOf(declined)).toContain('Not paid');
    expect(declined).not.toContain('/subscription/receipts/');
  });

  it('are shown to a player who returns from paying, as the server knows them', () => {
    const address = '/subscription?payment=success&for=kd-0123456789';
    const messageFor = (state: PaymentSummary['state']) => {
      const html = page({ status: card, payments: [{ ...line, state, at: AT }], address });
      return textOf(/<noscript>.*?<\/noscript>/.exec(html)?.[0] ?? '');
    };
    expect(messageFor('success')).toMatch(/^Payment Successful! .*kiddocash balance will be updated shortly/);
    expect(messageFor('pending')).toMatch(/^Your payment is being confirmed .* See what became of it$/);
    expect(messageFor('failed')).toMatch(/^The payment was not finished/);
  });
});

it('a receipt says all that a payer has to show', () => {
  const receipt: ReceiptView = { ...line, username: 'amani', email: 'mama@example.com', from: line.at, until: '2026-12-14T09:00:00.000Z' };
  expect(textOf(renderToHtml(createElement(Receipt, { receipt }), '/'))).toBe(
    'Back to your plan Print Kiddo, Nairobi, Kenya Receipt Number kd-0123456789 What Premium, monthly For the player @amani ' +
      'Mail mama@example.com Paid on Nov 14, 2026, 12:00 PM Days Nov 14, 2026 to Dec 14, 2026 Paid with Card State Paid ' +
      'Total KSH 99 Days and times are those of Nairobi.',
  );
});
