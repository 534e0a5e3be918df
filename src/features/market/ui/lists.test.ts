import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { expectListEndStates } from '../../../../tests/infinite-list.ts';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import { parseItemFilters, type CatalogItem, type OwnedItem } from '../schema.ts';
import { CatalogPage } from './catalog.tsx';
import { Inventory } from './inventory.tsx';

vi.mock('../../../web/infinite-list.ts', () => import('../../../../tests/infinite-list.ts'));

const CAP: CatalogItem = {
  id: 'cap',
  name: 'Blue Cap',
  category: 'hats',
  creator: 'Kiddo',
  price: 30,
  thumb: '/media/items/cap/1/thumb.webp',
  layer: '/media/items/cap/1/layer.webp',
  isBehind: false,
  limited: null,
  ownership: null,
  key: 'cap:30',
};
const OWNED: OwnedItem = { ...CAP, ownership: { number: null, isWorn: false }, boughtAt: '2026-01-02T03:04:05.000Z', paid: 30 };

const catalog = (items: CatalogItem[], next: string | null) => {
  const list = { filters: parseItemFilters(new URLSearchParams('category=hats')), items, next };
  const props = { list, buyer: null, requestedItem: undefined, isStart: true, isStale: false, answer: undefined };
  return renderToHtml(createElement(CatalogPage, props), '/catalog?category=hats');
};
const inventory = (items: OwnedItem[], next: string | null) =>
  renderToHtml(createElement(Inventory, { page: { items, total: items.length, next } }), '/inventory');

test('the catalog says at its end how it goes on, and what to try where nothing fits', () => {
  expectListEndStates((next) => catalog([CAP], next), '/catalog?category=hats&after=c1', {
    more: 'Load More Items',
    loading: 'Loading more items...',
    failed: 'More items could not be loaded. Please try again.',
  });
  expect(textOf(catalog([CAP], null))).toContain('That is everything.');
  expect(textOf(catalog([], null))).toContain('Nothing here fits. Try another word or fewer filters.');
  expect(textOf(catalog([], null))).not.toContain('That is everything.');
});

test('the inventory says at its end how it goes on, and leads an owner of nothing to the catalog', () => {
  expectListEndStates((next) => inventory([OWNED], next), '/inventory?after=c1');
  expect(textOf(inventory([OWNED], null))).toContain('Blue Cap');
  expect(textOf(inventory([], null))).toContain('You have no items yet What you get in the catalog shows here, and you can wear it.');
  expect(findElements(inventory([], null), 'a', { href: '/catalog' })).toHaveLength(1);
});
