import { createElement, type ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import { ADMIN_PAGES, type AdminPage } from '../schema.ts';
import { texts } from '../texts.ts';
import { AdminLayout } from './admin-layout.tsx';
import { CatalogLinks } from './catalog-links.tsx';

test('each page of operators leads to all others, and says which it is', () => {
  for (const page of Object.keys(ADMIN_PAGES) as AdminPage[]) {
    const props = { page, title: 'Title', lead: 'Lead' } as ComponentProps<typeof AdminLayout>;
    const html = renderToHtml(createElement(AdminLayout, props, 'Here'), ADMIN_PAGES[page]);
    expect(findElements(html, 'a', {}).map(({ href }) => href)).toEqual(Object.values(ADMIN_PAGES));
    expect(findElements(html, 'a', { 'aria-current': 'page' }).map(({ href }) => href)).toEqual([ADMIN_PAGES[page]]);
    expect(findElements(html, 'nav', { 'aria-label': texts.label })).toHaveLength(1);
    expect(textOf(html)).toMatch(/^Title Lead Overview .* Here$/);
  }
});

test('the overview leads to what the site offers', () => {
  const links = findElements(renderToHtml(createElement(CatalogLinks), '/operator'), 'a', {});
  expect(links.map(({ href }) => href)).toEqual([
    '/operator/items',
    '/operator/templates',
    '/operator/plans',
    '/operator/newsletter',
    '/operator/texts',
  ]);
});
