import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import { actionFailure } from '../../../shared/action-result.ts';
import type { ConsentDoor } from '../../guardians/schema.ts';
import { PacksPage } from '../../wallet/ui/packs.tsx';
import type { PurchaseItem } from '../purchase-requests/schema.ts';
import type { PaymentActionResult, Plan, Spending, SubscriptionStatus } from '../schema.ts';
import { SubscriptionPage } from './subscription-page.tsx';

// What players under 18 see where things cost money, before any script runs.

const AT = '2026-11-21T12:00:00.000Z';
const ksh = (minor: number) => ({ minor, currency: 'KES' as const });
const plans: Plan[] = [
  { id: 'basic', name: 'Basic', price: ksh(0), kiddocash: 0, features: ['All free games'] },
  { id: 'premium', name: 'Premium', price: ksh(9900), kiddocash: 400, features: ['All premium games'] },
  { id: 'pro', name: 'Pro', price: ksh(19_900), kiddocash: 1000, features: ['Priority support'] },
];
const packs = [
  { id: 'small', amount: 400, bonus: 0, prices: { mpesa: ksh(9900), card: { minor: 499, currency: 'USD' as const } } },
  { id: 'large', amount: 800, bonus: 0, prices: { mpesa: ksh(19_900), card: { minor: 999, currency: 'USD' as const } } },
];
const card: SubscriptionStatus = {
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
const FREE: SubscriptionStatus = { kind: 'free' };
const closed = (state: ConsentDoor['state'], canRemind = false): Spending => ({
  door: { state, canRemind },
  sum: null,
  asking: null,
  canRenew: false,
});
const upTo = (leftMinor: number, more: Partial<NonNullable<Spending['sum']>> = {}): Spending => ({
  door: null,
  sum: { limitMinor: 50_000, leftMinor, open: [], dueMinor: 0, ...more },
  canRenew: true,
  asking: null,
});

function plansPage(spending: Spending | null, status: SubscriptionStatus = FREE, answer?: PaymentActionResult) {
  const kiddocashPlan = { next: null, monthEndsAt: null };
  const view = { plans, status, kiddocash: 0, kiddocashPlan, payments: [], next: null, processing: false, spending, closed: null };
  return renderToHtml(createElement(SubscriptionPage, { view, at: AT, asksCancel: false, isStart: true, answer }), '/subscription');
}

function packsPage(spending: Spending | null) {
  const view = { kiddocash: 0, payments: [], processing: false, spending, closed: null };
  return renderToHtml(createElement(PacksPage, { packs, view, at: AT, answer: undefined }), '/robux');
}

const offered = (html: string, name: string) => findElements(html, 'button', { type: 'submit', name }).map(({ value }) => value);
const channels = (html: string) => findElements(html, 'input', { type: 'radio', name: 'channel' }).length;

describe('buying that is closed', () => {
  it.each(['none', 'asked', 'given', 'refused', 'withdrawn'] as const)(
    'says why (%s), keeps the prices, and has no button to buy',
    (state) => {
      for (const [html, name] of [
        [plansPage(closed(state)), 'plan'],
        [packsPage(closed(state)), 'pack'],
      ] as const) {
        expect(textOf(html)).toContain('Buying is closed for now');
        expect(textOf(html)).toContain('KSH 199');
        expect([offered(html, name), channels(html)]).toEqual([[], 0]);
        expect(textOf(html)).not.toContain('Ask a parent or guardian to pay for you');
      }
    },
  );

  it('leads to asking a grown-up, and back to its page', () => {
    expect(plansPage(closed('none'))).toContain('href="/guardian?returnUrl=%2Fsubscription"');
    expect(packsPage(closed('none'))).toContain('href="/guardian?returnUrl=%2Frobux"');
  });

  it('reminds without JavaScript, in a form of its own', () => {
    for (const html of [plansPage(closed('asked', true)), packsPage(closed('asked', true))])
      expect(findElements(html, 'button', { type: 'submit', name: 'do', value: 'remind' })).toHaveLength(1);
  });

  it('leaves a plan that is there: it is cancelled and its renewal turned off, not on, and a card not changed', () => {
    const on = plansPage(closed('withdrawn'), card);
    expect(findElements(on, 'button', { role: 'switch', name: 'on', value: 'no' })).toHaveLength(1);
    expect(textOf(on)).toContain('Cancel');
    const off = plansPage(closed('withdrawn'), { ...card, nextBilling: null, autoRenew: false });
    expect(findElements(off, 'button', { role: 'switch' })).toHaveLength(0);
    expect(textOf(off)).toContain(
      'Auto-renew is off Your days end on Dec 14, 2026. Nothing is paid after that. The card can pay again when',
    );
    const failed = plansPage(closed('withdrawn'), { ...card, graceUntil: '2026-12-17T09:00:00.000Z' });
    expect(findElements(failed, 'button', { value: 'fix-card' })).toHaveLength(0);
    expect(textOf(failed)).toContain('Premium goes on until Dec 17, 2026. The card can pay again when');
    const pass = plansPage(closed('withdrawn'), { ...card, channel: 'mpesa', nextBilling: null, autoRenew: null });
    expect(offered(pass, 'plan')).toEqual([]);
  });
});

describe('buying up to a sum', () => {
  it('says what is left this month, and offers what fits', () => {
    const html = plansPage(upTo(19_900));
    expect(textOf(html)).toContain('KSH 199 of KSH 500 left this month Your parent or guardian chose this sum.');
    expect([offered(html, 'plan'), channels(html)]).toEqual([['premium', 'pro'], 2]);
    expect(offered(packsPage(upTo(19_900)), 'pack')).toEqual(['small', 'large']);
  });

  it('says of what does not fit that it is too much, instead of its button', () => {
    const html = plansPage(upTo(10_000));
    expect(offered(html, 'plan')).toEqual(['premium']);
    expect(textOf(html)).toContain('Priority support More than is left this month');
    const shop = packsPage(upTo(10_000));
    expect([offered(shop, 'pack'), channels(shop)]).toEqual([['small'], 2]);
    expect(textOf(shop)).toContain('800 kiddocash KSH 199 USD 9.99 by card More than is left this month');
    expect(textOf(plansPage(upTo(9900, { limitMinor: 9900 })))).toContain('Priority support More than your sum for a month');
    const nothing = packsPage(upTo(0));
    expect([offered(nothing, 'pack'), channels(nothing)]).toEqual([[], 0]);
    const pass = plansPage(upTo(0), { ...card, channel: 'mpesa', nextBilling: null, autoRenew: null });
    expect(textOf(pass)).toContain('bring their kiddocash then. More than is left this month');
  });

  it('keeps what the card pays this month, but for a plan that ends the card', () => {
    const spending = upTo(10_000, { dueMinor: 9900 });
    const html = plansPage(spending, card);
    expect(textOf(html)).toContain('KSH 99 is kept for your plan: the card pays it this month.');
    expect(offered(html, 'plan')).toEqual(['pro']);
    expect(offered(packsPage(spending), 'pack')).toEqual(['small']);
  });

  it('leads back to a checkout that is not finished, by the same way to pay', () => {
    const html = plansPage(upTo(0, { open: [{ product: 'premium', channel: 'mpesa', minor: 9900 }] }));
    expect(textOf(html)).toContain('KSH 99 waits in a payment that is not finished.');
    expect(offered(html, 'plan')).toEqual(['premium']);
    expect(findElements(html, 'input', { name: 'channel', checked: '' }).map(({ value }) => value)).toEqual(['mpesa']);
    const shop = packsPage(upTo(0, { open: [{ product: 'large', channel: 'card', minor: 19_900 }] }));
    expect(offered(shop, 'pack')).toEqual(['large']);
    expect(findElements(shop, 'input', { name: 'channel', checked: '' }).map(({ value }) => value)).toEqual(['card']);
  });

  it('says what to do when only a checkout that is not finished stands in the way', () => {
    const html = packsPage(upTo(0, { open: [{ product: 'premium', channel: 'mpesa', minor: 9900 }] }));
    expect(offered(html, 'pack')).toEqual([]);
    expect(textOf(html)).toContain('USD 4.99 by card A payment that you began is not finished. Finish it, or wait an hour.');
    expect(textOf(html)).toContain('USD 9.99 by card More than is left this month');
    // After a press by the other way to pay, the page offers the one by which it can be finished.
    const answer: PaymentActionResult = actionFailure('payment-unfinished', { values: { channel: 'card' } });
    const again = plansPage(upTo(0, { open: [{ product: 'premium', channel: 'mpesa', minor: 9900 }] }), FREE, answer);
    expect(textOf(again)).toContain('A payment that you began is not finished. Finish it, or wait an hour. Nothing was taken.');
    expect(offered(again, 'plan')).toEqual(['premium']);
    expect(findElements(again, 'input', { name: 'channel', checked: '' }).map(({ value }) => value)).toEqual(['mpesa']);
  });

  it('says that nothing is left when more was paid than the sum is now', () => {
    expect(textOf(plansPage(upTo(-5000)))).toContain('KSH 0 of KSH 500 left this month');
  });

  it('says of a plan that costs more than the sum that the card cannot pay it again', () => {
    const html = plansPage({ ...upTo(0), canRenew: false }, { ...card, nextBilling: null, autoRenew: false });
    expect(findElements(html, 'button', { role: 'switch' })).toHaveLength(0);
    expect(textOf(html)).toContain('It does not fit into the sum that your parent or guardian chose.');
  });

  it('says after a press that came too late how much is left, and that nothing was taken', () => {
    const answer = (code: string): PaymentActionResult => actionFailure(code, { values: { channel: 'mpesa' } });
    expect(textOf(plansPage(upTo(10_000), FREE, answer('over-monthly-sum')))).toContain(
      'It costs more than your parent or guardian allows in a month. Nothing was taken. KSH 100 of KSH 500 left this month.',
    );
    expect(textOf(plansPage(closed('withdrawn'), FREE, answer('guardian-required')))).toContain(
      'Your parent or guardian decides what you can buy here, and has not allowed this. Nothing was taken.',
    );
  });
});

describe('asking at home', () => {
  const ITEM: PurchaseItem = { kind: 'plan', id: 'premium', name: 'Premium', days: 30, features: [], kiddocash: 400, priceMinor: 9900 };
  const asking = (sum: Spending['sum'], open: NonNullable<Spending['asking']>['open'] = null): Spending => ({
    door: null,
    sum,
    asking: { open },
    canRenew: false,
  });
  const sum = (leftMinor: number) => upTo(leftMinor).sum;
  const waiting = { item: ITEM, expiresAt: '2026-11-28T12:00:00.000Z' };
  const askLinks = (html: string) =>
    findElements(html, 'a', {})
      .filter(({ href = '' }) => href.startsWith('/ask-at-home?'))
      .map(({ href, class: look = '' }) => [href, look.includes('primary') ? 'main' : 'beside']);

  it('is the way to each plan and pack where nobody pays alone', () => {
    const html = plansPage(asking(null));
    expect(askLinks(html)).toEqual([
      ['/ask-at-home?plan=premium', 'main'],
      ['/ask-at-home?plan=pro', 'main'],
    ]);
    expect([offered(html, 'plan'), channels(html)]).toEqual([[], 0]);
    expect(textOf(html)).toContain('Your parent or guardian wants to be asked each time');
    expect(textOf(html)).toContain('Ask at home for Premium');
    const shop = packsPage(asking(null));
    expect(askLinks(shop)).toEqual([
      ['/ask-at-home?pack=small', 'main'],
      ['/ask-at-home?pack=large', 'main'],
    ]);
    expect([offered(shop, 'pack'), channels(shop)]).toEqual([[], 0]);
    expect(textOf(shop)).toContain('Ask at home for 800 kiddocash');
  });

  it('stands beside what fits into the sum, and in place of what does not', () => {
    const html = plansPage(asking(sum(10_000)));
    expect(offered(html, 'plan')).toEqual(['premium']);
    expect(askLinks(html)).toEqual([
      ['/ask-at-home?plan=premium', 'beside'],
      ['/ask-at-home?plan=pro', 'main'],
    ]);
    expect(textOf(html)).toContain('More than is left this month Ask at home for Pro');
    expect(textOf(html)).not.toContain('asked each time');
    expect(askLinks(packsPage(asking(sum(0)))).map(([, place]) => place)).toEqual(['main', 'main']);
  });

  it('is not offered while something waits for an answer, which the pages say', () => {
    for (const spending of [asking(null, waiting), asking(sum(50_000), waiting)])
      for (const html of [plansPage(spending), packsPage(spending)]) {
        expect(askLinks(html)).toEqual([]);
        expect(textOf(html)).toContain('You asked for Premium, 30 days Waiting for an answer until November 28.');
        expect(findElements(html, 'a', { href: '/ask-at-home' })).toHaveLength(1);
      }
    expect(offered(plansPage(asking(sum(50_000), waiting)), 'plan')).toEqual(['premium', 'pro']);
  });

  it('brings another 30 days too, and a card that cannot be charged says so without a sum that nobody chose', () => {
    const pass = plansPage(asking(null), { ...card, channel: 'mpesa', nextBilling: null, autoRenew: null });
    expect(askLinks(pass).filter(([href]) => href === '/ask-at-home?plan=premium')).toHaveLength(1);
    expect(offered(pass, 'plan')).toEqual([]);
    const off = textOf(plansPage(asking(null), { ...card, nextBilling: null, autoRenew: false }));
    expect(off).toContain('The card can pay again when your parent or guardian allows it.');
    expect(off).not.toContain('the sum that your parent or guardian chose');
  });
});

it('players of age see nothing of it', () => {
  for (const html of [plansPage(null), packsPage(null)]) {
    expect(textOf(html)).not.toMatch(/left this month|closed for now|chose this|Ask at home/);
    expect(channels(html)).toBe(2);
  }
});
