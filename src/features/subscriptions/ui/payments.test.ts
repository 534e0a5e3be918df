import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { expectEnds } from '../../../../tests/grown.ts';
import { htmlOf, wordsOf } from '../../../../tests/markup.ts';
import type { PaymentLine } from '../schema.ts';
import { Payments } from './payments.tsx';

vi.mock('../../../web/growing-list.ts', () => import('../../../../tests/grown.ts'));

const PAID: PaymentLine = {
  reference: 'kd-0123456789',
  what: 'Premium, monthly',
  price: { minor: 9900, currency: 'KES' },
  at: '2026-11-14T09:00:00.000Z',
  state: 'success',
  channel: 'card',
};
const list = (payments: PaymentLine[], next: string | null) =>
  htmlOf(createElement(Payments, { page: { payments, next }, isStart: false }), '/subscription?after=c0');

test('payments say at their end how they go on, and that there is nothing older', () => {
  expectEnds((next) => list([PAID], next), '/subscription?after=c1');
  expect(wordsOf(list([PAID], null))).toContain('Premium, monthly');
  expect(wordsOf(list([PAID], null))).not.toContain('There is nothing older.');
  expect(wordsOf(list([], null))).toContain('There is nothing older.');
});
