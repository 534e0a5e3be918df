import { createElement, type ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import { ADMIN_PAGES, ADMIN_SECTIONS, type AdminPage } from '../schema.ts';
import { texts } from '../texts.ts';
import { AdminLayout } from './admin-layout.tsx';

test('each page of operators leads to all sections and to the pages of its own, and says which it is', () => {
  const starts = Object.values(ADMIN_SECTIONS).map(([first]) => ADMIN_PAGES[first]);
  for (const pages of Object.values<readonly AdminPage[]>(ADMIN_SECTIONS))
    for (const page of pages) {
      const props = { page, title: 'Title', lead: 'Lead' } as ComponentProps<typeof AdminLayout>;
      const html = renderToHtml(createElement(AdminLayout, props, 'Here'), ADMIN_PAGES[page]);
      const beside = pages.length === 1 ? [] : pages.map((each) => ADMIN_PAGES[each]);
      expect(findElements(html, 'a', {}).map(({ href }) => href)).toEqual([...starts, ...beside]);
      const current = new Set(findElements(html, 'a', { 'aria-current': 'page' }).map(({ href }) => href));
      expect([...current]).toEqual([ADMIN_PAGES[page]]);
      const parents = findElements(html, 'a', { 'aria-current': 'true' }).map(({ href }) => href);
      expect(parents).toEqual(page === pages[0] ? [] : [ADMIN_PAGES[pages[0] as AdminPage]]);
      expect(findElements(html, 'nav', { 'aria-label': texts.label })).toHaveLength(1);
      expect(textOf(html)).toMatch(/^Title Lead Overview .* Here$/);
    }
});

test('each page has its place in one section', () => {
  expect(Object.values(ADMIN_SECTIONS).flat().toSorted()).toEqual(Object.keys(ADMIN_PAGES).toSorted());
});
