import type { Locator, Page } from '@playwright/test';
import { befriend, expect, friendList, open, test as base, toast, type Someone } from './friends.ts';
import { DRAWN_FACE, FIRST_FACE, giveKiddocash, ownFace, sourceOf } from './looks.ts';
import { payForPlan, settled } from './payers.ts';
import { query } from './players.ts';
import { toldPlainly } from './site.ts';

// The catalog and the marketplace: looking, buying with kiddocash, and wearing it.

const test = base.extend<{ buyer: (kiddocash: number, options?: { javaScriptEnabled?: boolean }) => Promise<Someone> }>({
  /** Somebody who has kiddocash. */
  buyer: async ({ someone }, use) => {
    await use(async (kiddocash, options = {}) => {
      const who = await someone(options);
      if (kiddocash > 0) await giveKiddocash(who.known.id, kiddocash);
      return who;
    });
  },
});

const cards = (page: Page) => page.locator('.item-grid .item-card');
const card = (page: Page, name: string) => cards(page).filter({ has: page.getByRole('heading', { name, exact: true }) });
const buyLink = (page: Page, name: string) => page.getByRole('link', { name: `${name}: look and buy`, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name: `Get ${name}?` });
const chip = (page: Page, name: string) => page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name, exact: true });
const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Search the catalog' });
const balance = (page: Page) => page.locator('.catalog-balance b');
const sum = (of: Locator, label: string) =>
  of
    .locator('.buy-sum > div')
    .filter({ has: of.page().getByText(label, { exact: true }) })
    .locator('dd');
const names = (page: Page) => cards(page).getByRole('heading');
const prices = async (page: Page) =>
  (await page.locator('.item-price b').allTextContents()).map((text) => (text === 'Free' ? 0 : Number(text.replaceAll(',', ''))));

const boughtBy = (id: string) =>
  query<{ item_id: string; price: number; is_worn: boolean }>(`select item_id, price, is_worn from inventory where player_id = $1`, [id]);
const balanceOf = async (id: string) =>
  (await query<{ balance: number }>(`select balance from wallets where player_id = $1`, [id]))[0]?.balance ?? 0;
const spentBy = (id: string) =>
  query<{ amount: number }>(`select amount from ledger where player_id = $1 and source = 'purchase' order by id`, [id]);

test('the catalog is searched, with a slip of the finger too, and by category', { tag: '@phone' }, async ({ buyer }) => {
  const { page } = await buyer(0);
  await open(page, '/catalog');
  await expect(page.getByRole('heading', { level: 1, name: 'Catalog' })).toBeVisible();
  await expect(cards(page)).toHaveCount(24);
  await expect(chip(page, 'All Items')).toHaveAttribute('aria-current', 'page');
  // Whoever scrolls down gets the rest without a press.
  await page.locator('.list-end').scrollIntoViewIfNeeded();
  await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(41);
  await expect(page.getByText('That is everything.')).toBeVisible();
  const repeated = async () => (await names(page).allTextContents()).filter((name, at, all) => all.indexOf(name) !== at);
  await expect.poll(repeated).toEqual([]);

  await searchField(page).fill('gutar');
  await searchField(page).press('Enter');
  await expect(page).toHaveURL('/catalog?q=gutar');
  await expect(names(page)).toHaveText(['Guitar']);
  await expect(page.getByRole('heading', { name: 'Results for “gutar”' })).toBeVisible();
  await searchField(page).fill('zzqqzz');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('Nothing here fits.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all items' }).click();
  await expect(page).toHaveURL('/catalog');

  for (const name of ['Hats', 'Shirts', 'Pants', 'Accessories', 'Gear', 'Faces']) {
    await chip(page, name).click();
    await expect(page).toHaveURL(`/catalog?category=${name.toLowerCase()}`);
    await expect(chip(page, name)).toHaveAttribute('aria-current', 'page');
    await expect(cards(page).first()).toContainText(`${name}, by`);
    await expect(page.locator('.item-by').filter({ hasNotText: `${name}, by` })).toHaveCount(0);
  }
  await searchField(page).fill('nose');
  await searchField(page).press('Enter');
  await expect(page).toHaveURL('/catalog?category=faces&q=nose');
  await expect(names(page)).toHaveText(['Clown Nose']);
  await page.goBack();
  await expect(page).toHaveURL('/catalog?category=faces');
  await expect(searchField(page)).toHaveValue('');
});

test('filters: prices, what is limited, what one has, and the order', async ({ buyer }) => {
  const me = await buyer(1000);
  const { page, known } = me;
  await open(page, '/catalog');
  const filters = page.locator('.catalog-filters');
  await filters.locator('summary').click();
  await page.getByLabel('Lowest price', { exact: true }).fill('100');
  await page.getByLabel('Highest price', { exact: true }).fill('150');
  await page.getByLabel('Order').selectOption('Lowest price first');
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page).toHaveURL('/catalog?min=100&max=150&sort=cheap');
  await expect(filters).toContainText('3');
  await expect(names(page).first()).toHaveText('Blue Jeans');
  await expect(async () => {
    const some = await prices(page);
    expect(some).toEqual(some.toSorted((a, b) => a - b));
    expect([some[0], some.at(-1)]).toEqual([100, 150]);
  }).toPass();
  await page.getByRole('link', { name: 'Clear all filters' }).click();
  await expect(page).toHaveURL('/catalog');

  await filters.locator('summary').click();
  await page.getByLabel('Limited only').check();
  await page.getByLabel('Order').selectOption('Highest price first');
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page).toHaveURL('/catalog?limited=yes&sort=dear');
  await expect(names(page).first()).toHaveText('Golden Crown');
  await expect(cards(page).filter({ hasNot: page.locator('.sticker.limited') })).toHaveCount(0);
  await expect(card(page, 'Golden Crown')).toContainText(/Limited:\s+\d+ of 25 left/);

  await query(`insert into inventory (player_id, item_id, category, price) values ($1, 'guitar', 'gear', 350)`, [known.id]);
  await page.goto('/catalog?owned=yes');
  await expect(names(page)).toHaveText(['Guitar']);
  await page.goto('/catalog?owned=no&category=gear');
  await expect(card(page, 'Football')).toBeVisible();
  await expect(card(page, 'Guitar')).toHaveCount(0);
});

test('an item is bought: the sums, the balance, the statement, and it is owned', { tag: '@phone' }, async ({ buyer }) => {
  const me = await buyer(500);
  const { page, known } = me;
  await open(page, '/catalog');
  await expect(balance(page)).toHaveText('500');
  await buyLink(page, 'Lamu Kofia').click();
  const question = dialog(page, 'Lamu Kofia');
  await expect(question.getByRole('img', { name: 'You with Lamu Kofia' })).toBeVisible();
  await expect(sum(question, 'It costs')).toHaveText('120 kiddocash');
  await expect(sum(question, 'You have')).toHaveText('500 kiddocash');
  await expect(sum(question, 'Then you have left')).toHaveText('380 kiddocash');
  await question.getByRole('button', { name: 'Not now' }).click();
  await expect(question).toBeHidden();
  await expect(buyLink(page, 'Lamu Kofia')).toBeFocused();
  await expect.poll(() => boughtBy(known.id)).toEqual([]);

  await buyLink(page, 'Lamu Kofia').click();
  await question.getByRole('button', { name: 'Buy for 120' }).click();
  await expect(toast(page, 'Lamu Kofia is yours!')).toBeVisible();
  await expect(toast(page, 'You have 380 kiddocash left.')).toBeVisible();
  await expect(question).toBeHidden();
  await expect(balance(page)).toHaveText('380');
  await expect(card(page, 'Lamu Kofia')).toContainText('You have it');
  await expect(buyLink(page, 'Lamu Kofia')).toHaveCount(0);
  await expect.poll(() => boughtBy(known.id)).toEqual([{ item_id: 'lamu-kofia', price: 120, is_worn: false }]);
  await expect.poll(() => spentBy(known.id)).toEqual([{ amount: -120 }]);
  await open(page, '/robux/statement');
  await expect(page.getByRole('row').nth(1)).toContainText('120');
  await expect(page.getByRole('row').nth(1).getByRole('cell').last()).toHaveText('380');
});

test('a limited item: its number, one less for everybody, and none once it is sold out', async ({ buyer, quiet }) => {
  quiet.allow(/status of 409/);
  const [me, other] = [await buyer(2000), await buyer(2000)];
  const left = async (page: Page) => Number(/(\d+) of 80 left/.exec((await card(page, 'Wave Board').textContent()) ?? '')?.[1]);
  await open(me.page, '/catalog?category=gear');
  const before = await left(me.page);
  await buyLink(me.page, 'Wave Board').click();
  await expect(dialog(me.page, 'Wave Board')).toContainText(/Limited:\s+\d+ of 80 left/);
  await dialog(me.page, 'Wave Board').getByRole('button', { name: 'Buy for 650' }).click();
  await expect(toast(me.page, 'Wave Board is yours!')).toBeVisible();
  await expect(card(me.page, 'Wave Board')).toContainText(/Yours is number \d+/);
  await expect.poll(() => left(me.page)).toBeLessThan(before);
  const [mine] = await query<{ number: number; sold: number }>(
    `select i.number, t.sold from inventory i join items t on t.id = i.item_id where i.player_id = $1`,
    [me.known.id],
  );
  expect(mine?.number).toBeGreaterThanOrEqual(1);
  expect(mine?.number).toBeLessThanOrEqual(mine?.sold ?? 0);

  // The last piece goes while somebody looks at it: an item of this test's own.
  const id = `last-${me.known.username.replaceAll(/[^a-z0-9]/g, '')}`;
  const name = `Last ${me.known.displayName}`;
  await query(
    `insert into items (id, name, category, price, stock, picture, thumb, place, created_at)
     select $1, $2, category, 10, 1, picture, thumb, 100000, now() - interval '10 years' from items where id = 'football'`,
    [id, name],
  );
  try {
    await open(me.page, `/catalog?q=${encodeURIComponent(name)}`);
    await open(other.page, `/catalog?q=${encodeURIComponent(name)}`);
    await buyLink(other.page, name).click();
    await buyLink(me.page, name).click();
    await dialog(me.page, name).getByRole('button', { name: 'Buy for 10' }).click();
    await expect(toast(me.page, `${name} is yours!`)).toBeVisible();
    await expect(card(me.page, name)).toContainText('Yours is number 1');
    await dialog(other.page, name).getByRole('button', { name: 'Buy for 10' }).click();
    await expect(toast(other.page, 'Sold out')).toBeVisible();
    await expect(card(other.page, name)).toContainText('Sold out');
    await expect.poll(() => balanceOf(other.known.id)).toBe(2000);
    await expect.poll(() => boughtBy(other.known.id)).toEqual([]);
  } finally {
    await query(`update items set is_offered = false where id = $1`, [id]);
  }
});

test('not enough kiddocash: it says how much is missing, and leads to packs', { tag: '@phone' }, async ({ buyer, baseURL }) => {
  const me = await buyer(50);
  const { page, known, context } = me;
  await open(page, '/catalog');
  await buyLink(page, 'Lamu Kofia').click();
  const question = dialog(page, 'Lamu Kofia');
  await expect(question).toContainText('You need 70 more kiddocash for this.');
  await expect(question.getByRole('button', { name: /^Buy/ })).toHaveCount(0);
  await question.getByRole('link', { name: 'Get Kiddokash' }).click();
  await expect(page).toHaveURL('/robux');
  await expect(page.getByRole('heading', { level: 1, name: 'Get Kiddokash' })).toBeVisible();
  // The page is not the lock, neither is what it says about the price.
  const send = (key: string) => context.request.post('/catalog', { headers: { origin: baseURL ?? '' }, form: { item: 'lamu-kofia', key } });
  for (const key of ['lamu-kofia:120', 'lamu-kofia:1', 'lamu-kofia:0', 'guitar:350', '']) await send(key);
  await expect.poll(() => boughtBy(known.id)).toEqual([]);
  await expect.poll(() => balanceOf(known.id)).toBe(50);
});

test('pressing twice buys once, and so do two tabs', async ({ buyer }) => {
  const me = await buyer(500);
  const { page, known, context } = me;
  await open(page, '/catalog');
  const other = await context.newPage();
  // It would hear of the purchase by itself, and not offer the item any more.
  await other.routeWebSocket('**/live', () => {});
  await open(other, '/catalog');
  await buyLink(page, 'Blue Jeans').click();
  await dialog(page, 'Blue Jeans').getByRole('button', { name: 'Buy for 100' }).dblclick();
  await expect(toast(page, 'Blue Jeans is yours!')).toBeVisible();
  await expect.poll(() => spentBy(known.id)).toEqual([{ amount: -100 }]);

  const second = card(other, 'Blue Jeans');
  await buyLink(other, 'Blue Jeans').click();
  await dialog(other, 'Blue Jeans').getByRole('button', { name: 'Buy for 100' }).click();
  await expect(toast(other, 'You have it already. You pay for it only once.')).toBeVisible();
  await expect(second).toContainText('You have it');
  const origin = new URL(page.url()).origin;
  const again = () => context.request.post('/catalog', { headers: { origin }, form: { item: 'star-tee', key: 'star-tee:60' } });
  await Promise.all([again(), again(), again(), again(), again()]);
  await expect.poll(() => spentBy(known.id)).toEqual([{ amount: -100 }, { amount: -60 }]);
  await expect.poll(() => balanceOf(known.id)).toBe(340);
  await expect.poll(async () => (await boughtBy(known.id)).map((one) => one.item_id).toSorted()).toEqual(['blue-jeans', 'star-tee']);
});

test('what is worn shows on the figure, in the bar and to a friend; taken off, it is gone there', async ({ buyer, someone }) => {
  const [me, friend] = [await buyer(500), await someone()];
  await befriend(me.known.id, friend.known.id);
  const { page, known } = me;
  await open(page, '/catalog?category=hats');
  await buyLink(page, 'Lamu Kofia').click();
  await dialog(page, 'Lamu Kofia').getByRole('button', { name: 'Buy for 120' }).click();
  await expect(card(page, 'Lamu Kofia')).toContainText('You have it');
  await expect(ownFace(page)).toHaveAttribute('src', FIRST_FACE);
  await page.getByRole('button', { name: 'Wear Lamu Kofia' }).click();
  await expect(toast(page, 'On it goes')).toBeVisible();
  await expect(ownFace(page)).toHaveAttribute('src', DRAWN_FACE, { timeout: 20_000 });
  const withHat = await sourceOf(ownFace(page));
  await expect(page.getByRole('button', { name: 'Take off Lamu Kofia' })).toBeVisible();
  await expect.poll(() => boughtBy(known.id)).toEqual([{ item_id: 'lamu-kofia', price: 120, is_worn: true }]);

  await open(friend.page, '/friends');
  await expect(friendList(friend.page).locator('img.avatar').first()).toHaveAttribute('src', withHat);
  await open(page, '/profile?tab=items');
  await expect(page.locator('.profile-figure')).toHaveAttribute('src', withHat.replace('face.webp', 'figure.webp'));

  // Another hat takes its place.
  await query(`insert into inventory (player_id, item_id, category, price) values ($1, 'chef-hat', 'hats', 180)`, [known.id]);
  await open(page, '/inventory');
  await expect(page.getByText('2 items')).toBeVisible();
  await page.getByRole('button', { name: 'Wear Chef Hat' }).click();
  await expect(page.getByRole('button', { name: 'Take off Chef Hat' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Wear Lamu Kofia' })).toBeVisible();
  await expect(ownFace(page)).not.toHaveAttribute('src', withHat, { timeout: 20_000 });
  const withOther = await sourceOf(ownFace(page));
  expect(withOther).toMatch(DRAWN_FACE);
  await page.getByRole('button', { name: 'Take off Chef Hat' }).click();
  await expect(toast(page, 'Taken off')).toBeVisible();
  await expect(ownFace(page)).not.toHaveAttribute('src', withOther, { timeout: 20_000 });
  await expect.poll(async () => (await boughtBy(known.id)).map((one) => one.is_worn)).toEqual([false, false]);
  const withNone = await sourceOf(ownFace(page));
  expect(withNone).not.toBe(withHat);
  await open(friend.page, '/friends');
  await expect(friendList(friend.page).locator('img.avatar').first()).toHaveAttribute('src', withNone);
});

test('nobody wears what they do not have', async ({ buyer, baseURL }) => {
  const me = await buyer(0);
  const sent = await me.context.request.post('/inventory', {
    headers: { origin: baseURL ?? '' },
    form: { item: 'golden-crown', on: 'yes' },
  });
  expect(sent.ok()).toBe(false);
  await expect.poll(() => boughtBy(me.known.id)).toEqual([]);
});

test('a visitor looks, signs in to buy, and comes back to the question', { tag: '@phone' }, async ({ browserOf, buyer }) => {
  const visitor = await (await browserOf()).newPage();
  await open(visitor, '/catalog?category=gear');
  await expect(visitor.locator('.catalog-balance')).toHaveCount(0);
  await visitor.getByRole('link', { name: 'Log in to buy Guitar' }).click();
  await expect(visitor).toHaveURL(`/login?returnUrl=${encodeURIComponent('/catalog?category=gear&buy=guitar')}`);
  const me = await buyer(400);
  await open(me.page, '/catalog?category=gear&buy=guitar');
  await expect(dialog(me.page, 'Guitar')).toBeVisible();
  await dialog(me.page, 'Guitar').getByRole('button', { name: 'Buy for 350' }).click();
  await expect(toast(me.page, 'Guitar is yours!')).toBeVisible();
  await expect(balance(me.page)).toHaveText('50');
});

test('the marketplace: new items, three tips, and the avatar card in its three states', async ({ browserOf, buyer, baseURL }) => {
  const visitor = await (await browserOf()).newPage();
  await open(visitor, '/marketplace');
  await expect(visitor.getByRole('heading', { level: 1, name: 'Gaming Marketplace' })).toBeVisible();
  await expect(cards(visitor)).toHaveCount(8);
  await expect(visitor.getByRole('region', { name: 'Pro Gaming Tips' }).getByRole('listitem')).toHaveCount(3);
  const avatar = (page: Page) => page.getByRole('region', { name: 'Avatar Customization' });
  await expect(avatar(visitor).getByRole('link', { name: 'Sign In to Customize' })).toHaveAttribute('href', /^\/login/);

  const me = await buyer(5000);
  const { page } = me;
  await open(page, '/marketplace');
  await expect(avatar(page)).toContainText('Premium Feature');
  await expect(avatar(page).getByRole('link', { name: 'Upgrade to Premium' })).toHaveAttribute('href', '/subscription');
  // Bought right here.
  const name = (await names(page).first().textContent()) ?? '';
  await buyLink(page, name).click();
  await dialog(page, name)
    .getByRole('button', { name: /^(Buy for|Get it)/ })
    .click();
  await expect(toast(page, `${name} is yours!`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Wear ${name}` })).toBeVisible();
  await expect.poll(() => boughtBy(me.known.id)).toHaveLength(1);

  await payForPlan(me.context, baseURL ?? '', 'premium', 'mpesa');
  await settled(me.known.id, 1);
  await expect(avatar(page).getByRole('link', { name: 'Customize Avatar' })).toHaveAttribute('href', '/avatar-customization');
});

test('without JavaScript: searching, filtering, buying, wearing', async ({ buyer }) => {
  const me = await buyer(200, { javaScriptEnabled: false });
  const { page, known } = me;
  await page.goto('/catalog');
  const shown = await names(page).allTextContents();
  await page.getByRole('link', { name: 'Load More Items' }).click();
  await expect(page).toHaveURL(/after=/);
  await expect(page.getByText('That is everything.')).toBeVisible();
  await expect.poll(async () => (await names(page).allTextContents()).filter((name) => shown.includes(name))).toEqual([]);
  await page.getByRole('link', { name: 'Start of the list' }).click();
  await expect(page).toHaveURL('/catalog');
  await searchField(page).fill('kofia');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(names(page)).toHaveText(['Lamu Kofia']);
  await buyLink(page, 'Lamu Kofia').click();
  await expect(page).toHaveURL(/buy=lamu-kofia/);
  const question = page.getByRole('region', { name: 'Get Lamu Kofia?' });
  await expect(sum(question, 'Then you have left')).toHaveText('80 kiddocash');
  await question.getByRole('button', { name: 'Buy for 120' }).click();
  await toldPlainly(page, 'Lamu Kofia is yours!');
  await page.goto('/catalog?category=hats');
  await page.getByRole('button', { name: 'Wear Lamu Kofia' }).click();
  await toldPlainly(page, 'On it goes');
  await expect(page).toHaveURL('/inventory');
  await expect.poll(() => boughtBy(known.id)).toEqual([{ item_id: 'lamu-kofia', price: 120, is_worn: true }]);
  await page.getByRole('button', { name: 'Take off Lamu Kofia' }).click();
  await toldPlainly(page, 'Taken off');
  await page.goto('/catalog?buy=golden-crown');
  await expect(page.getByText('You need 1,420 more kiddocash for this.')).toBeVisible();
  await page.goto('/catalog?min=40&max=60&sort=cheap');
  await expect(async () => {
    const some = await prices(page);
    expect(some).toEqual(some.toSorted((a, b) => a - b));
    expect(some.length).toBeGreaterThan(2);
  }).toPass();
});
