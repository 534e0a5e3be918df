import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { expectListEndStates } from '../../../../tests/infinite-list.ts';
import { renderToHtml, textOf } from '../../../../tests/markup.ts';
import type { PaymentSummary } from '../schema.ts';
import { Payments } from './payments.tsx';

vi.mock('../../../web/infinite-list.ts', () => import('../../../../tests/infinite-list.ts'));

const PAID: PaymentSummary = {
  reference: 'kd-0123456789',
  what: 'Premium, monthly',
  price: { minor: 9900, currency: 'KES' },
  at: '2026-11-14T09:00:00.000Z',
  state: 'success',
  channel: 'card',
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
