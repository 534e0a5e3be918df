import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { expectListEndStates } from '../../../../tests/infinite-list.ts';
import { renderToHtml, textOf } from '../../../../tests/markup.ts';
import type { PaymentSummary } from '../schema.ts';
import { Payments } from './payments.tsx';
import { Receipt } from './receipt.tsx';

vi.mock('../../../web/infinite-list.ts', () => import('../../../../tests/infinite-list.ts'));

const PAID: PaymentSummary = {
  reference: 'kd-0123456789',
  what: 'Premium, monthly',
  price: { minor: 9900, currency: 'KES' },
  at: '2026-11-14T09:00:00.000Z',
  state: 'success',
  channel: 'card',
  isByGuardian: false,
};
const list = (payments: PaymentSummary[], next: string | null) =>
  renderToHtml(createElement(Payments, { page: { payments, next }, isStart: false }), '/subscription?after=c0');

test('payments say at their end how they go on, and that there is nothing older', () => {
  expectListEndStates((next) => list([PAID], next), '/subscription?after=c1');
  expect(textOf(list([PAID], null))).toContain('Premium, monthly');
  expect(textOf(list([PAID], null))).not.toContain('There is nothing older.');
  expect(textOf(list([], null))).toContain('There is nothing older.');
});

test('a payment that a guardian does not allow says so, and what becomes of it', () => {
  const words = textOf(list([{ ...PAID, state: 'not-allowed' }], null));
  expect(words).toContain(
    'Not allowed Your parent or guardian does not allow this, so it brings nothing. Somebody of our team pays it back.',
  );
  expect(words).not.toContain('Receipt');
});

test('what a guardian pays says so, and does not send the player to a phone', () => {
  const words = textOf(list([{ ...PAID, state: 'pending', channel: 'mpesa', isByGuardian: true }], null));
  expect(words).toContain('M-Pesa At home');
  expect(words).not.toContain('Look at the phone');
  const receipt = { ...PAID, isByGuardian: true, username: 'amani', email: 'amani@example.com', from: null, until: null };
  const page = textOf(renderToHtml(createElement(Receipt, { receipt }), '/subscription/receipts/kd-0123456789'));
  expect(page).toContain('Card (At home)');
  expect(page).not.toContain('amani@example.com');
});

test('the page of a payment that is held does not say that nothing was paid', () => {
  const page = (state: PaymentSummary['state']) => {
    const receipt = { ...PAID, state, username: 'amani', email: 'amani@example.com', from: null, until: null };
    return textOf(renderToHtml(createElement(Receipt, { receipt }), '/subscription/receipts/kd-0123456789'));
  };
  expect(page('not-allowed')).toContain('so it brings nothing. Somebody of our team pays it back. Number');
  expect(page('held')).toContain('Somebody of our team looks at it, and nothing is lost. Number');
  for (const state of ['held', 'not-allowed'] as const) expect(page(state)).not.toContain('nothing was paid');
  expect(page('abandoned')).toContain('This is no receipt yet: nothing was paid.');
});
