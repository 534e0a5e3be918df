import { createElement } from 'react';
import { expect, it } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../../tests/markup.ts';
import type { FlaggedPayment } from '../schema.ts';
import { FlaggedPaymentsLink } from './flagged-payments-link.tsx';
import { FlaggedPaymentsPage } from './flagged-payments-page.tsx';

const AT = '2026-11-14T09:00:00.000Z';
const held: FlaggedPayment = {
  reference: 'kd-0123456789',
  what: 'Premium, monthly',
  price: { minor: 9900, currency: 'KES' },
  at: AT,
  state: 'held',
  channel: 'card',
  isByGuardian: false,
  player: { id: 'p1', username: 'amani', displayName: 'Amani' },
  provider: 'paystack',
  statusMessage: 'paid 100, asked was 9900',
};
const trace = {
  reference: held.reference,
  statusMessage: held.statusMessage,
  checks: 1,
  nextCheck: null,
  backMinor: 0,
  taken: 0,
  period: null,
};
const page = (payments: FlaggedPayment[], next: string | null = null, isStart = true) =>
  renderToHtml(createElement(FlaggedPaymentsPage, { list: { payments, next }, traces: [trace], isStart }), '/operator/payments');

it('shows whose each is, what does not fit, and leads to the player', () => {
  const html = page([held, { ...held, reference: 'kd-9876543210', state: 'disputed', player: null }]);
  const words = textOf(html);
  expect(words).toContain('Premium, monthly KSH 99 held: look at it @amani paystack Nov 14, 2026, 12:00 PM card kd-0123456789');
  expect(words).toContain('Noted: paid 100, asked was 9900');
  expect(words).toContain('disputed The account is gone paystack');
  expect(findElements(html, 'a', { href: '/operator/players/p1' })).toHaveLength(1);
  expect(html).not.toContain('<form');
});

it('says which ones have to be paid back because a guardian does not allow them', () => {
  const words = textOf(page([{ ...held, state: 'not-allowed' }]));
  expect(words).toContain('Premium, monthly KSH 99 held: pay it back @amani');
  expect(words).toContain('Held, to pay back A player under 18, whose guardian allows no buying, or less in that month.');
});

it('has pages by links, and says when nothing waits', () => {
  expect(findElements(page([held], 'c/1'), 'a', { href: '/operator/payments?after=c%2F1' })).toHaveLength(1);
  expect(textOf(page([], null))).toContain('Nothing to look at');
  expect(findElements(page([], null, false), 'a', { class: 'btn soft sm', href: '/operator/payments' })).toHaveLength(1);
});

it('is announced with how many there are', () => {
  const link = (count: number, hasMore = false) =>
    textOf(renderToHtml(createElement(FlaggedPaymentsLink, { count, hasMore }), '/operator'));
  expect(link(0)).toContain('No payment waits for a person.');
  expect(link(1)).toContain('1 payment waits for a person.');
  expect(link(30, true)).toContain('More than 30 payments wait for a person.');
});
