import { expect, test } from 'vitest';
import { newId } from '../../src/shared/ids.ts';
import type { TestPlayer } from '../test-players.ts';
import { findElements, followLink, findLinks, open, submitForm, within, textOf, type Page } from './page.ts';
import { createPlayerClient, createVisitorClient, type HttpClient } from './http-client.ts';
import { openSite, type TestSite } from './site.ts';

// The catalog and the marketplace by forms and links, without JavaScript, and requests that bypass the forms. With JavaScript:
// tests/e2e/market.spec.ts.

const cards = ({ html }: Page) => findElements(findElements(html, 'ul', { class: 'item-grid' }).join(''), 'article');
const nameOn = (card: string) => [...findElements(card, 'h2'), ...findElements(card, 'h3')].map(textOf).join();
const names = (page: Page) => cards(page).map(nameOn);
const wordsOn = (page: Page, name: string) => textOf(cards(page).find((card) => nameOn(card) === name) ?? '');
const prices = (page: Page) =>
  cards(page)
    .flatMap((card) => findElements(card, 'p', { class: 'item-price' }).flatMap((price) => findElements(price, 'b')))
    .map((text) => (text === 'Free' ? 0 : Number(text.replaceAll(',', ''))));
/** The text of the confirmation before a purchase. */
const question = ({ html }: Page) => textOf(findElements(html, 'section', { class: 'buy-panel' }).join(' '));
/** Submits the catalog's search form; the bar above has one too. */
const search = (person: HttpClient, page: Page, q: string) =>
  submitForm(person, within(page, 'div', { class: 'catalog-head' }), 'Search', { q });
/** The message about the last action. */
const noscriptText = ({ html }: Page) => textOf(findElements(html, 'noscript').join(' '));

/** A player with kiddocash. */
async function buyer(site: TestSite, kiddocash: number): Promise<HttpClient & { known: TestPlayer }> {
  const me = await createPlayerClient(site);
  await site.query(`insert into wallets (player_id, balance) values ($1, $2)`, [me.known.id, kiddocash]);
  await site.query(`insert into ledger (id, player_id, amount, balance, source, source_ref) values ($1, $2, $3, $3, 'pack', $4)`, [
    newId(),
    me.known.id,
    kiddocash,
    `test ${me.known.username}`,
  ]);
  return me;
}

const boughtBy = ({ query }: TestSite, { known }: { known: TestPlayer }) =>
  query<{ item_id: string; price: number; is_worn: boolean }>(
    `select item_id, price, is_worn from inventory where player_id = $1 order by item_id`,
    [known.id],
  );
/** A player's balance and payments. */
const purse = async ({ query }: TestSite, { known }: { known: TestPlayer }) => {
  const [wallet] = await query<{ balance: number }>(`select balance from wallets where player_id = $1`, [known.id]);
  const paid = await query<{ amount: number }>(`select amount from ledger where player_id = $1 and source = 'purchase' order by id`, [
    known.id,
  ]);
  return { balance: wallet?.balance, paid: paid.map(({ amount }) => amount) };
};

test('without JavaScript: the whole list, searching, buying, wearing, and taking it off', async () => {
  const site = await openSite();
  const me = await buyer(site, 200);
  const first = await open(me, '/catalog');
  expect(names(first)).toHaveLength(24);
  const second = await followLink(me, first, 'Load More Items');
  expect(second.at.searchParams.has('after')).toBe(true);
  expect(textOf(second.html)).toContain('That is everything.');
  const all = [...names(first), ...names(second)];
  expect(all.length).toBeGreaterThanOrEqual(41);
  expect(new Set(all).size).toBe(all.length);
  const start = await followLink(me, second, 'Start of the list');
  expect(start.at.href).toBe(`${site.origin}/catalog`);
  expect(names(start)).toEqual(names(first));

  const found = await search(me, start, 'kofia');
  // The item of that name, then what else a kofia may be: other hats.
  expect(names(found)[0]).toBe('Lamu Kofia');
  expect(names(found)).not.toContain('Football');
  const asked = await followLink(me, found, 'Lamu Kofia: look and buy');
  expect(asked.at.searchParams.get('buy')).toBe('lamu-kofia');
  expect(question(asked)).toContain('Get Lamu Kofia? It costs 120 kiddocash You have 200 kiddocash Then you have left 80 kiddocash');
  const dismissed = await followLink(me, asked, 'Not now');
  expect([dismissed.at.searchParams.get('q'), dismissed.at.searchParams.get('buy'), question(dismissed)]).toEqual(['kofia', null, '']);
  expect(await boughtBy(site, me)).toEqual([]);
  const bought = await submitForm(me, asked, 'Buy for 120');
  expect(noscriptText(bought)).toContain('Lamu Kofia is yours! You have 80 kiddocash left.');
  expect(await purse(site, me)).toEqual({ balance: 80, paid: [-120] });

  const worn = await submitForm(me, await open(me, '/catalog?category=hats'), 'Wear Lamu Kofia');
  expect(noscriptText(worn)).toContain('On it goes');
  expect(worn.at.href).toBe(`${site.origin}/inventory`);
  expect(textOf(worn.html)).toContain('1 item');
  expect(await boughtBy(site, me)).toEqual([{ item_id: 'lamu-kofia', price: 120, is_worn: true }]);
  const off = await submitForm(me, worn, 'Take off Lamu Kofia');
  expect(noscriptText(off)).toContain('Taken off');
  expect(await boughtBy(site, me)).toEqual([{ item_id: 'lamu-kofia', price: 120, is_worn: false }]);

  const dear = await open(me, '/catalog?buy=golden-crown');
  expect(question(dear)).toContain('You need 1,420 more kiddocash for this.');
  expect(question(dear)).not.toContain('Buy for');
  expect((await followLink(me, dear, 'Get Kiddokash')).at.pathname).toBe('/robux');
});

test('categories, prices, what is limited, what one has, and the order', async () => {
  const site = await openSite();
  const me = await buyer(site, 1000);
  const everything = await open(me, '/catalog');
  for (const name of ['Hats', 'Shirts', 'Pants', 'Accessories', 'Gear', 'Faces']) {
    const some = await followLink(me, everything, name);
    expect(some.at.search).toBe(`?category=${name.toLowerCase()}`);
    expect(names(some).length, name).toBeGreaterThan(0);
    for (const card of cards(some)) expect(textOf(card)).toContain(`${name}, by`);
    expect(findElements(some.html, 'a', { 'aria-current': 'page', class: 'chip' }).map(textOf)).toEqual([name]);
  }
  expect(names(await search(me, await open(me, '/catalog?category=faces'), 'nose'))).toEqual(['Clown Nose']);

  const cheap = await submitForm(me, everything, 'Apply Filters', { min: '100', max: '150', sort: 'cheap' });
  expect(names(cheap)[0]).toBe('Blue Jeans');
  expect(prices(cheap)).toEqual(prices(cheap).toSorted((one, other) => one - other));
  expect([prices(cheap)[0], prices(cheap).at(-1)]).toEqual([100, 150]);
  expect(textOf(findElements(cheap.html, 'summary', { class: 'filter-toggle' }).join(''))).toContain('3 filters on');
  const cleared = await followLink(me, cheap, 'Clear all filters');
  expect(names(cleared)).toEqual(names(everything));
  expect(prices(await open(me, '/catalog?min=40&max=60&sort=cheap')).length).toBeGreaterThan(2);

  const limited = await submitForm(me, everything, 'Apply Filters', { limited: 'yes', sort: 'dear' });
  expect(names(limited)[0]).toBe('Golden Crown');
  expect(prices(limited)).toEqual(prices(limited).toSorted((one, other) => other - one));
  for (const card of cards(limited)) expect(textOf(card)).toMatch(/^Limited ?: \d+ of \d+ left/);
  expect(wordsOn(limited, 'Golden Crown')).toContain('25 of 25 left');

  await site.query(`insert into inventory (player_id, item_id, category, price) values ($1, 'guitar', 'gear', 350)`, [me.known.id]);
  expect(names(await submitForm(me, everything, 'Apply Filters', { owned: 'yes' }))).toEqual(['Guitar']);
  const others = names(await open(me, '/catalog?owned=no&category=gear'));
  expect(others).toContain('Football');
  expect(others).not.toContain('Guitar');
});

test('a limited item has one piece less for everybody, and each piece its number', async () => {
  const site = await openSite();
  const [one, other] = [await buyer(site, 2000), await buyer(site, 2000)];
  const card = async (who: HttpClient) => wordsOn(await open(who, '/catalog?category=gear'), 'Wave Board');
  for (const [index, who] of [one, other].entries()) {
    expect(await card(who)).toContain(`${80 - index} of 80 left`);
    const asked = await open(who, '/catalog?category=gear&buy=wave-board');
    expect(question(asked)).toContain(`Limited: ${80 - index} of 80 left`);
    await submitForm(who, asked, 'Buy for 650');
    expect(await card(who)).toContain(`Yours is number ${index + 1}`);
  }
  for (const who of [one, other]) expect(await card(who)).toContain('78 of 80 left');
});

test('neither the page nor what it says about the price is the lock; many presses at once buy once', async () => {
  const site = await openSite();
  const poor = await buyer(site, 50);
  const send = (who: HttpClient, item: string, key: string) => who.post('/catalog', { item, key });
  for (const [item, key] of [
    ['lamu-kofia', 'lamu-kofia:120'],
    ['lamu-kofia', 'lamu-kofia:1'],
    ['lamu-kofia', 'lamu-kofia:0'],
    ['lamu-kofia', 'guitar:350'],
    ['lamu-kofia', ''],
    ['golden-crown', 'blue-jeans:1'],
  ] as const)
    await send(poor, item, key);
  expect(await boughtBy(site, poor)).toEqual([]);
  expect(await purse(site, poor)).toEqual({ balance: 50, paid: [] });
  // Players cannot wear items that they do not own.
  expect((await poor.post('/inventory', { item: 'golden-crown', on: 'yes' })).status).toBe(404);
  expect(await boughtBy(site, poor)).toEqual([]);

  const rich = await buyer(site, 500);
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(rich, 'star-tee', 'star-tee:60')));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await purse(site, rich)).toEqual({ balance: 440, paid: [-60] });
  expect(await boughtBy(site, rich)).toEqual([{ item_id: 'star-tee', price: 60, is_worn: false }]);
});

test('a visitor looks around, signs in to buy, and comes back to the question', async () => {
  const site = await openSite();
  const person = createVisitorClient(site);
  const market = await open(person, '/marketplace');
  expect(findElements(market.html, 'h1').map(textOf)).toEqual(['Gaming Marketplace']);
  expect(cards(market)).toHaveLength(8);
  expect(findElements(findElements(market.html, 'ul', { class: 'tips' }).join(''), 'li')).toHaveLength(3);
  expect(findLinks(market.html).find(({ words }) => words === 'Sign In to Customize')?.to).toMatch(/^\/login/);

  const looking = await open(person, '/catalog?category=gear');
  expect(looking.html).not.toContain('catalog-balance');
  const login = await followLink(person, looking, 'Log in to buy Guitar');
  expect(login.at.pathname + login.at.search).toBe(`/login?returnUrl=${encodeURIComponent('/catalog?category=gear&buy=guitar')}`);
  await site.query(
    `insert into wallets (player_id, balance) select id, 400 from players where username = 'chao' on conflict (player_id) do update set balance = 400`,
  );
  const back = await submitForm(person, login, 'Sign In', { identifier: 'chao', password: 'kiddo-demo' });
  expect(back.at.href).toBe(`${site.origin}/catalog?category=gear&buy=guitar`);
  expect(question(back)).toContain('Get Guitar?');
  const bought = await submitForm(person, back, 'Buy for 350');
  expect(noscriptText(bought)).toContain('Guitar is yours!');
  expect(textOf(findElements(bought.html, 'p', { class: 'catalog-balance' }).join(''))).toContain('You have 50 kiddocash');
});
