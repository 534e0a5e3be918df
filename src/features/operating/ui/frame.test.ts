import { createElement, type ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import { OPERATOR_PAGES, type OperatorPage } from '../schema.ts';
import { texts } from '../texts.ts';
import { OperatorFrame } from './frame.tsx';
import { OfferLinks } from './offer-links.tsx';

test('each page of operators leads to all others, and says which it is', () => {
  for (const page of Object.keys(OPERATOR_PAGES) as OperatorPage[]) {
    const props = { page, title: 'Title', lead: 'Lead' } as ComponentProps<typeof OperatorFrame>;
    const html = renderToHtml(createElement(OperatorFrame, props, 'Here'), OPERATOR_PAGES[page]);
    expect(findElements(html, 'a', {}).map(({ href }) => href)).toEqual(Object.values(OPERATOR_PAGES));
    expect(findElements(html, 'a', { 'aria-current': 'page' }).map(({ href }) => href)).toEqual([OPERATOR_PAGES[page]]);
    expect(findElements(html, 'nav', { 'aria-label': texts.label })).toHaveLength(1);
    expect(textOf(html)).toMatch(/^Title Lead Overview .* Here$/);
  }
});

test('the overview leads to what the site offers', () => {
  const links = findElements(renderToHtml(createElement(OfferLinks), '/operator'), 'a', {});
  expect(links.map(({ href }) => href)).toEqual(['/operator/items', '/operator/templates', '/operator/plans', '/operator/newsletter']);
});
