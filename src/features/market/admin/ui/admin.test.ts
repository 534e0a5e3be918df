import { createElement } from 'react';
import { expect, test } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../../tests/markup.ts';
import { actionFailure } from '../../../../shared/action-result.ts';
import type { AdminItem } from '../../item-editor/schema.ts';
import { ItemsPage } from './items-page.tsx';
import type { AdminPack } from '../../pack-editor/schema.ts';
import type { AdminPlan } from '../../plan-editor/schema.ts';
import { PlansPage } from './plans-page.tsx';
import type { AdminTemplate } from '../../template-editor/schema.ts';
import { TemplatesPage } from './templates-page.tsx';
import type { EditorView, SaveResult } from '../schema.ts';

const CAP: AdminItem = {
  id: 'cap',
  name: 'Blue Cap',
  category: 'hats',
  creator: 'Kiddo',
  price: 30,
  stock: 10,
  sold: 4,
  position: 10,
  isListed: false,
  isBehind: true,
  layer: '/media/items/cap/1/layer.webp',
  thumb: '/media/items/cap/1/thumb.webp',
};
const LOG = [{ id: '1', at: '2026-11-21T14:30:00.000Z', actor: 'boss', action: 'item-changed', note: 'Dearer now' }];
const VIEW: EditorView<AdminItem> = { rows: [CAP], next: 'abc', open: null, log: [] };
const AVATAR = { figure: null, head: '/avatars/x.svg', body: 'data:,' };
const PLANS: AdminPlan[] = [
  { id: 'basic', name: 'Basic', priceMinor: 0, currency: 'KES', kiddocash: 0, features: ['All free games'], renewingCount: 0, log: [] },
  {
    id: 'premium',
    name: 'Premium',
    priceMinor: 9950,
    currency: 'KES',
    kiddocash: 400,
    features: ['Games', 'Editor'],
    renewingCount: 2,
    log: [],
  },
];

const items = (view: Partial<EditorView<AdminItem>>, result?: SaveResult) => {
  const props = { view: { ...VIEW, ...view }, avatar: AVATAR, isStart: true, isAdded: false, result };
  return renderToHtml(createElement(ItemsPage, props), '/operator/items');
};
const PACKS: AdminPack[] = [
  { id: 'pack-4500', amount: 4500, bonus: 450, shillingsMinor: 109_900, dollarsMinor: 4999, perShilling: 4950 / 1099, log: [] },
];
const plans = (result?: SaveResult) =>
  renderToHtml(createElement(PlansPage, { plans: PLANS, packs: PACKS, dataPrice: { price: 195, log: [] }, result }), '/operator/plans');

test('the list leads to each item, to a new one, and to its next page', () => {
  const html = items({});
  for (const address of ['/operator/items?item=new', '/operator/items?item=cap', '/operator/items?after=abc', '/operator/templates'])
    expect(findElements(html, 'a', { href: address }), address).not.toHaveLength(0);
  expect(textOf(html)).toContain('Hats, 30 kiddocash, 4 of 10 sold, not on offer');
});

test('the form of an item shows how it looks, what was done with it, and sends a picture without scripts', () => {
  const html = items({ open: CAP, log: LOG });
  expect(findElements(html, 'form', { method: 'post', enctype: 'multipart/form-data', action: '/operator/items?item=cap' })).toHaveLength(
    1,
  );
  const [file] = findElements(html, 'input', { type: 'file', name: 'picture' });
  expect(file?.['accept']).toBe('image/png,image/webp');
  expect(file).not.toHaveProperty('required');
  expect(html.match(/<img[^>]+\/media\/items\/cap\/1\/layer\.webp/g)).toHaveLength(1);
  expect(textOf(html)).toContain('@boss changed it Dearer now Nov 21, 2026, 5:30 PM');
  expect(findElements(html, 'input', { type: 'checkbox', name: 'isBehind' })[0]).toHaveProperty('checked');
  expect(findElements(html, 'input', { type: 'checkbox', name: 'isListed' })[0]).not.toHaveProperty('checked');
  // The category of an existing item cannot change, because players may own it.
  expect(findElements(html, 'select', { name: 'category' })).toHaveLength(0);
  const fresh = items({ open: 'new' });
  expect(findElements(fresh, 'input', { type: 'file', name: 'picture' })[0]).toHaveProperty('required');
  expect(findElements(fresh, 'select', { name: 'category' })).toHaveLength(1);
});

test('what was typed stands in the form again, with what is wrong beside it', () => {
  const values = { id: 'new', name: 'New Cap', category: 'gear', price: 'ten', stock: '', creator: 'Kiddo', note: 'A reason' };
  const html = items({ open: 'new' }, actionFailure('bad-input', { fieldErrors: { price: 'Write a whole number' }, values }));
  expect(findElements(html, 'input', { name: 'name', value: 'New Cap' })).toHaveLength(1);
  expect(findElements(html, 'input', { name: 'price', value: 'ten', 'aria-invalid': 'true' })).toHaveLength(1);
  expect(textOf(html)).toContain('Write a whole number');
  // The checkbox was not checked in the submitted form.
  expect(findElements(html, 'input', { type: 'checkbox', name: 'isListed' })[0]).not.toHaveProperty('checked');
  expect(textOf(html)).toContain('A reason');
});

test('templates have such a form too', () => {
  const template = {
    id: 'robot',
    name: 'Robot',
    style: 'robots',
    position: 10,
    isPremium: true,
    isListed: true,
    picture: '/media/templates/robot/1.webp',
  };
  const view: EditorView<AdminTemplate> = { rows: [template], next: null, open: template, log: [] };
  const html = renderToHtml(
    createElement(TemplatesPage, { view, isStart: true, isAdded: false, result: undefined }),
    '/operator/templates',
  );
  expect(
    findElements(html, 'form', { method: 'post', enctype: 'multipart/form-data', action: '/operator/templates?template=robot' }),
  ).toHaveLength(1);
  expect(findElements(html, 'input', { type: 'file', name: 'picture' })[0]?.['accept']).not.toContain('svg');
  expect(textOf(html)).toContain('robots, premium');
});

test('the form of a plan says for whom a new price counts; names and the free plan stay', () => {
  const html = plans();
  expect(textOf(html)).toContain('A new price counts for new checkouts only. Cards that renew by themselves keep what they pay');
  expect(textOf(html)).toContain('2 cards renew this plan now');
  expect(findElements(html, 'input', { name: 'price', value: '99.50' })).toHaveLength(1);
  expect(findElements(html, 'input', { name: 'price' })).toHaveLength(1);
  expect(findElements(html, 'input', { name: 'name' })).toHaveLength(0);
  expect(textOf(html)).toContain('This plan is free, and stays free.');
  const refused = plans(
    actionFailure('bad-input', { fieldErrors: { price: 'Pro has to cost more' }, values: { id: 'premium', price: '900' } }),
  );
  expect(findElements(refused, 'input', { name: 'price', value: '900', 'aria-invalid': 'true' })).toHaveLength(1);
});
