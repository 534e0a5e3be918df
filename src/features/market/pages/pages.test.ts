import { createElement } from 'react';
import { expect, test } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import { createPaymentsPages } from '../../../../tests/pages.ts';
import { actionFailure } from '../../../shared/action-result.ts';
import { VISITOR, type Actor } from '../../../shared/permissions.ts';
import { postEntry } from '../../wallet/service.server.ts';
import { urlForCatalog, parseItemFilters, type Buyer, type CatalogItem, type ItemList, type MarketActionResult } from '../schema.ts';
import { CatalogPage } from '../ui/catalog.tsx';
import { MarketplacePage } from '../ui/marketplace.tsx';
import * as catalog from './catalog.tsx';
import * as inventory from './inventory.tsx';
import * as marketplace from './marketplace.tsx';

const LOOK = { figure: null, head: '/avatars/of/00000000.svg' };
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
const CROWN: CatalogItem = { ...CAP, id: 'crown', name: 'Crown', limited: { pieces: 10, left: 3 }, key: 'crown:30' };

type View = {
  items?: CatalogItem[];
  query?: string;
  next?: string | null;
  buyer?: Buyer | null;
  asked?: CatalogItem | null;
  answer?: MarketActionResult;
};

function pageOf({ items = [CAP, CROWN], query = '', next = null, buyer = null, asked, answer }: View): string {
  const list: ItemList = { filters: parseItemFilters(new URLSearchParams(query)), items, next };
  const page = createElement(CatalogPage, { list, buyer, requestedItem: asked, isStart: true, isStale: false, answer });
  return renderToHtml(page, urlForCatalog(list.filters));
}

const rich: Buyer = { balance: 100, avatar: LOOK, worn: [] };
const links = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, address]) => address?.replaceAll('&amp;', '&'));

async function shop() {
  const { ctx, world, player, ...pages } = await createPaymentsPages();
  const rows = [
    { id: 'cap', name: 'Blue Cap', price: 30, stock: null },
    { id: 'crown', name: 'Crown', price: 80, stock: 1 },
  ];
  for (const row of rows)
    await ctx.db
      .insertInto('items')
      .values({ ...row, category: 'hats', position: 1, picture: `items/${row.id}/1/layer.webp`, thumb: `items/${row.id}/1/thumb.webp` })
      .execute();
  const give = (amount: number) =>
    ctx.db.transaction().execute((trx) => postEntry(ctx, trx, { playerId: player.id, amount, source: 'operator', sourceRef: ctx.newId() }));
  return { ctx, world, player, give, ...pages };
}

test('the catalog without scripts: search, categories, filters and the next page are links and forms', () => {
  const html = pageOf({ query: 'category=hats&q=cap&limited=yes', next: 'abc', buyer: rich });
  const all = links(html);
  for (const category of ['shirts', 'pants', 'accessories', 'gear', 'faces'])
    expect(all).toContain(`/catalog?category=${category}&q=cap&limited=yes`);
  expect(all).toContain('/catalog?q=cap&limited=yes');
  expect(all).toContain('/catalog?category=hats&q=cap&limited=yes&after=abc');
  expect(findElements(html, 'form', { method: 'get', action: '/catalog' })).toHaveLength(2);
  expect(findElements(html, 'input', { type: 'search', name: 'q', value: 'cap' })).toHaveLength(1);
  // Each of the two forms carries the other's values along.
  expect(findElements(html, 'input', { type: 'hidden', name: 'limited', value: 'yes' })).toHaveLength(1);
  expect(findElements(html, 'input', { type: 'hidden', name: 'category', value: 'hats' })).toHaveLength(2);
  expect(textOf(html)).toContain('All Items Hats Shirts Pants Accessories Gear Faces');
});

test('a card says what it costs, how many pieces are left, and leads to buying or to signing in', () => {
  const player = pageOf({ buyer: rich });
  expect(textOf(player)).toContain('Limited : 3 of 10 left Crown');
  expect(textOf(player)).not.toContain('of null');
  expect(links(player)).toContain('/catalog?buy=crown');
  const visitor = pageOf({});
  expect(links(visitor)).toContain('/login?returnUrl=%2Fcatalog%3Fbuy%3Dcrown');
  expect(links(visitor)).not.toContain('/catalog?buy=crown');
  const soldOut = pageOf({ buyer: rich, items: [{ ...CROWN, limited: { pieces: 10, left: 0 } }] });
  expect(textOf(soldOut)).toContain('Sold out');
  expect(links(soldOut)).not.toContain('/catalog?buy=crown');
  const owner = pageOf({ buyer: rich, items: [{ ...CROWN, ownership: { number: 4, isWorn: true } }] });
  expect(textOf(owner)).toContain('Yours is number 4');
  expect(findElements(owner, 'button', { name: 'on', value: 'no' })).toHaveLength(1);
  expect(findElements(owner, 'form', { method: 'post', action: '/inventory' })).toHaveLength(1);
});

test('before buying one sees the price and what is left afterwards, or how much is missing', () => {
  const enough = pageOf({ buyer: rich, asked: CAP, query: 'category=hats' });
  expect(textOf(enough)).toContain('It costs 30 kiddocash You have 100 kiddocash Then you have left 70 kiddocash');
  expect(findElements(enough, 'form', { method: 'post', action: '/catalog?category=hats' })).toHaveLength(1);
  expect(findElements(enough, 'input', { type: 'hidden', name: 'key', value: 'cap:30' })).toHaveLength(1);
  const poor = pageOf({ buyer: { ...rich, balance: 12, worn: ['hats'] }, asked: CAP });
  expect(textOf(poor)).toContain('You need 18 more kiddocash for this.');
  expect(textOf(poor)).toContain('You wear something else there now.');
  expect(links(poor)).toContain('/robux');
  expect(findElements(poor, 'form', { method: 'post', action: '/catalog' })).toHaveLength(1);
  expect(poor).not.toContain('Buy for');
  expect(textOf(pageOf({ buyer: rich, asked: null }))).toContain('This item is not on offer now.');
  // There is no confirmation for an item that the player already owns.
  const owned = { ...CAP, ownership: { number: null, isWorn: false } };
  expect(pageOf({ buyer: rich, items: [owned], asked: owned })).not.toContain('Buy for');
});

test('visitors who want to buy sign in first and come back to it; players buy and see it', async () => {
  const { get, post, give, player, ctx } = await shop();
  expect((await get(catalog, '/catalog?category=hats&buy=cap', VISITOR)).to).toBe(
    '/login?returnUrl=%2Fcatalog%3Fcategory%3Dhats%26buy%3Dcap',
  );
  expect(await post(catalog, { item: 'cap', key: 'cap:30' }, VISITOR)).toMatchObject({ to: '/login?returnUrl=%2Fcatalog' });
  expect((await post(catalog, { item: 'cap', key: 'cap:30' })).data).toMatchObject({
    ok: false,
    code: 'not-enough-kiddocash',
    error: 'You need 30 more kiddocash for this.',
  });
  await give(100);
  expect((await post(catalog, { item: 'cap', key: 'cap:30' })).data).toMatchObject({ ok: true, action: 'buy', balance: 70, isNew: true });
  expect((await post(catalog, { item: 'cap', key: 'cap:30' })).data).toMatchObject({ ok: true, isNew: false });
  expect(await post(catalog, { item: 'crown', key: 'crown:10' })).toMatchObject({
    status: 200,
    data: { code: 'price-changed', error: 'Crown costs 80 kiddocash now. Nothing was paid.' },
  });
  expect(await post(catalog, { item: 'none', key: 'none:10' })).toMatchObject({ status: 404, data: { ok: false, code: 'not-found' } });
  expect(await post(catalog, { item: 'cap' })).toMatchObject({ status: 400, data: { ok: false, code: 'bad-input' } });
  expect((await get(catalog, '/catalog?buy=cap')).data).toMatchObject({ requestedItem: { id: 'cap', ownership: { isWorn: false } } });
  expect((await post(inventory, { item: 'cap', on: 'yes' })).data).toMatchObject({
    ok: true,
    action: 'wear',
    isWorn: true,
    category: 'hats',
  });
  expect(await post(inventory, { item: 'crown', on: 'yes' })).toMatchObject({ status: 404, data: { ok: false, code: 'not-found' } });
  expect((await get(inventory, '/inventory')).data).toMatchObject({
    page: { total: 1, items: [{ id: 'cap', ownership: { isWorn: true } }] },
  });
  for (const address of ['/inventory']) expect((await get(inventory, address, VISITOR)).to).toBe('/login?returnUrl=%2Finventory');
  expect(await ctx.db.selectFrom('inventory').select('player_id').execute()).toEqual([{ player_id: player.id }]);
});

test('the marketplace has its heading, items, three tips, and the avatar card for visitors, players and premium', async () => {
  const { get, player } = await shop();
  const premium: Actor = { ...player, premium: true };
  const shown = async (actor: Actor) => {
    const { data } = await get(marketplace, '/marketplace', actor);
    const { offers, buyer, viewerKind } = data as { offers: CatalogItem[]; buyer: Buyer | null; viewerKind: 'visitor' };
    return renderToHtml(createElement(MarketplacePage, { offers, buyer: buyer && { ...buyer, avatar: LOOK }, viewerKind }), '/marketplace');
  };
  const [visitor, plain, paying] = [await shown(VISITOR), await shown(player), await shown(premium)];
  for (const html of [visitor, plain, paying]) {
    expect(textOf(html)).toContain('Gaming Marketplace');
    expect(textOf(html)).toContain('Pro Gaming Tips');
    expect(html.match(/<li>(?=<svg)/g)).toHaveLength(3);
    expect(textOf(html)).toContain('Blue Cap');
  }
  const cards = (html: string) => findElements(html, 'img', { class: 'avatar' }).map(({ src }) => src);
  expect([cards(visitor), cards(plain), cards(paying)]).toEqual([['/avatars/cartoon-01.svg'], [LOOK.head], [LOOK.head]]);
  expect(textOf(visitor)).toContain('Sign In to Customize');
  expect(links(visitor)).toContain('/login?returnUrl=%2Favatar-customization');
  expect(textOf(plain)).toContain('Premium Feature');
  expect(links(plain)).toContain('/subscription');
  expect(textOf(plain)).toContain('Upgrade to Premium');
  expect(textOf(paying)).toContain('Customize Avatar');
  expect(links(paying)).toContain('/avatar-customization');
  expect(textOf(paying)).not.toContain('Premium Feature');
});

test('the result of a form is shown once on a page without scripts', () => {
  const html = pageOf({ buyer: rich, answer: actionFailure('not-enough-kiddocash', { error: 'You need 30 more kiddocash for this.' }) });
  expect(textOf(html)).toContain('Not enough kiddocash You need 30 more kiddocash for this. Get Kiddokash');
});
