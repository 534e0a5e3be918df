import { createElement } from 'react';
import { expect, it } from 'vitest';
import { renderToHtml, textOf } from '../../../../../tests/markup.ts';
import { FlaggedPaymentsLink } from './flagged-payments-link.tsx';

it('is announced with how many there are', () => {
  const link = (count: number, hasMore = false) =>
    textOf(renderToHtml(createElement(FlaggedPaymentsLink, { count, hasMore }), '/operator'));
  expect(link(0)).toContain('No payment waits for a person.');
  expect(link(1)).toContain('1 payment waits for a person.');
  expect(link(30, true)).toContain('More than 30 payments wait for a person.');
});
