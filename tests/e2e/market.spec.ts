import type { Locator, Page } from '@playwright/test';
import { befriend, expect, friendList, openPage, test as base, toast, type PlayerSession } from './friends.ts';
import { RENDERED_FACE, DEFAULT_FACE, giveKiddocash, ownAvatar, waitForSource } from './avatar-images.ts';
import { payForPlan, waitForPaidPeriods } from './payments.ts';
import { query } from './players.ts';

// The catalog and the marketplace: browsing, buying with kiddocash, and wearing items. Without JavaScript: tests/http/market.test.ts.

const test = base.extend<{ buyer: (kiddocash: number) => Promise<PlayerSession> }>({
  /** A player with kiddocash. */
  buyer: async ({ someone }, use) => {
    await use(async (kiddocash) => {
      const who = await someone();
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

const boughtBy = (id: string) =>
  query<{ item_id: string; price: number; is_worn: boolean }>(`select item_id, price, is_worn from inventory where player_id = $1`, [id]);
const balanceOf = async (id: string) =>
  (await query<{ balance: number }>(`select balance from wallets where player_id = $1`, [id]))[0]?.balance ?? 0;
const spentBy = (id: string) =>
  query<{ amount: number }>(`select amount from ledger where player_id = $1 and source = 'purchase' order by id`, [id]);

test('the catalog is searched, with a slip of the finger too, and by category', { tag: '@phone' }, async ({ buyer }) => {
  const { page } = await buyer(0);
  await openPage(page, '/catalog');
  await expect(page.getByRole('heading', { level: 1, name: 'Catalog' })).toBeVisible();
  await expect(cards(page)).toHaveCount(24);
  await expect(chip(page, 'All Items')).toHaveAttribute('aria-current', 'page');
  // Scrolling down loads the rest without a press.
  await page.locator('.list-end').scrollIntoViewIfNeeded();
  await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(41);
  await expect(page.getByText('That is everything.')).toBeVisible();
  const repeated = async () => (await names(page).allTextContents()).filter((name, at, all) => all.indexOf(name) !== at);
  await expect.poll(repeated).toEqual([]);

  await searchField(page).fill('gutar');
  await searchField(page).press('Enter');
  await expect(page).toHaveURL('/catalog?q=gutar');
  await expect(names(page).first()).toHaveText('Guitar');
  await expect(page.getByRole('heading', { name: 'Results for “gutar”' })).toBeVisible();
  await searchField(page).fill('zzqqzz');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('Nothing here fits.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all items' }).click();
  await expect(page).toHaveURL('/catalog');

  await chip(page, 'Faces').click();
  await expect(page).toHaveURL('/catalog?category=faces');
  await expect(chip(page, 'Faces')).toHaveAttribute('aria-current', 'page');
  await expect(page.locator('.item-by').filter({ hasNotText: 'Faces, by' })).toHaveCount(0);
  await searchField(page).fill('nose');
  await searchField(page).press('Enter');
  await expect(page).toHaveURL('/catalog?category=faces&q=nose');
  await expect(names(page)).toHaveText(['Clown Nose']);
  await page.goBack();
  await expect(page).toHaveURL('/catalog?category=faces');
  await expect(searchField(page)).toHaveValue('');
});

test('filters make an address that says only what they ask for, and are cleared', async ({ buyer }) => {
  const { page } = await buyer(0);
  await openPage(page, '/catalog');
  const filters = page.locator('.catalog-filters');
  await filters.locator('summary').click();
  await page.getByLabel('Lowest price', { exact: true }).fill('100');
  await page.getByLabel('Highest price', { exact: true }).fill('2000');
  await page.getByLabel('Limited only').check();
  await page.getByLabel('Order').selectOption('Highest price first');
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page).toHaveURL('/catalog?min=100&max=2000&limited=yes&sort=dear');
  await expect(filters).toContainText('4');
  await expect(names(page).first()).toHaveText('Golden Crown');
  await expect(cards(page).filter({ hasNot: page.locator('.sticker.limited') })).toHaveCount(0);
  await page.getByRole('link', { name: 'Clear all filters' }).click();
  await expect(page).toHaveURL('/catalog');
  await expect(cards(page)).toHaveCount(24);
});

test('an item is bought: the sums, the balance, the statement, and it is owned', { tag: '@phone' }, async ({ buyer }) => {
  const me = await buyer(500);
  const { page, known } = me;
  await openPage(page, '/catalog');
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
  await openPage(page, '/robux/statement');
  await expect(page.getByRole('row').nth(1)).toContainText('120');
  await expect(page.getByRole('row').nth(1).getByRole('cell').last()).toHaveText('380');
});

test('a limited item: its number, one less once it is bought, and none once it is sold out', async ({ buyer, quiet }) => {
  quiet.allow(/status of 409/);
  const [me, other] = [await buyer(2000), await buyer(2000)];
  // An item for this test only: its last piece is sold while another player views it.
  const id = `last-${me.known.username.replaceAll(/[^a-z0-9]/g, '')}`;
  const name = `Last ${me.known.displayName}`;
  await query(
    `insert into items (id, name, category, price, stock, picture, thumb, position, created_at)
     select $1, $2, category, 10, 1, picture, thumb, 100000, now() - interval '10 years' from items where id = 'football'`,
    [id, name],
  );
  try {
    await openPage(me.page, `/catalog?q=${encodeURIComponent(name)}`);
    await openPage(other.page, `/catalog?q=${encodeURIComponent(name)}`);
    await buyLink(other.page, name).click();
    await buyLink(me.page, name).click();
    await expect(dialog(me.page, name)).toContainText(/Limited:\s+1 of 1 left/);
    await dialog(me.page, name).getByRole('button', { name: 'Buy for 10' }).click();
    await expect(toast(me.page, `${name} is yours!`)).toBeVisible();
    await expect(card(me.page, name)).toContainText('Yours is number 1');
    await expect(card(me.page, name)).toContainText('0 of 1 left');
    await dialog(other.page, name).getByRole('button', { name: 'Buy for 10' }).click();
    await expect(toast(other.page, 'Sold out')).toBeVisible();
    await expect(card(other.page, name)).toContainText('Sold out');
    await expect.poll(() => balanceOf(other.known.id)).toBe(2000);
    await expect.poll(() => boughtBy(other.known.id)).toEqual([]);
  } finally {
    await query(`update items set is_listed = false where id = $1`, [id]);
  }
});

test('not enough kiddocash: it says how much is missing, and leads to packs', { tag: '@phone' }, async ({ buyer }) => {
  const { page } = await buyer(50);
  await openPage(page, '/catalog');
  await buyLink(page, 'Lamu Kofia').click();
  const question = dialog(page, 'Lamu Kofia');
  await expect(question).toContainText('You need 70 more kiddocash for this.');
  await expect(question.getByRole('button', { name: /^Buy/ })).toHaveCount(0);
  await question.getByRole('link', { name: 'Get Kiddokash' }).click();
  await expect(page).toHaveURL('/robux');
  await expect(page.getByRole('heading', { level: 1, name: 'Get Kiddokash' })).toBeVisible();
});

test('pressing twice buys once, and so do two tabs', async ({ buyer }) => {
  const me = await buyer(500);
  const { page, known, context } = me;
  await openPage(page, '/catalog');
  const other = await context.newPage();
  // The live connection is blocked: otherwise the page would learn of the purchase and no longer offer the item.
  await other.routeWebSocket('**/live', () => {});
  await openPage(other, '/catalog');
  await buyLink(page, 'Blue Jeans').click();
  await dialog(page, 'Blue Jeans').getByRole('button', { name: 'Buy for 100' }).dblclick();
  await expect(toast(page, 'Blue Jeans is yours!')).toBeVisible();
  await expect.poll(() => spentBy(known.id)).toEqual([{ amount: -100 }]);

  const second = card(other, 'Blue Jeans');
  await buyLink(other, 'Blue Jeans').click();
  await dialog(other, 'Blue Jeans').getByRole('button', { name: 'Buy for 100' }).click();
  await expect(toast(other, 'You have it already. You pay for it only once.')).toBeVisible();
  await expect(second).toContainText('You have it');
  await expect.poll(() => spentBy(known.id)).toEqual([{ amount: -100 }]);
  await expect.poll(() => balanceOf(known.id)).toBe(400);
  await expect.poll(async () => (await boughtBy(known.id)).map((one) => one.item_id)).toEqual(['blue-jeans']);
});

test('what is worn shows on the figure, in the bar and to a friend; taken off, it is gone there', async ({ buyer, someone }) => {
  const [me, friend] = [await buyer(500), await someone()];
  await befriend(me.known.id, friend.known.id);
  const { page, known } = me;
  await openPage(page, '/catalog?category=hats');
  await buyLink(page, 'Lamu Kofia').click();
  await dialog(page, 'Lamu Kofia').getByRole('button', { name: 'Buy for 120' }).click();
  await expect(card(page, 'Lamu Kofia')).toContainText('You have it');
  await expect(ownAvatar(page)).toHaveAttribute('src', DEFAULT_FACE);
  await page.getByRole('button', { name: 'Wear Lamu Kofia' }).click();
  await expect(toast(page, 'On it goes')).toBeVisible();
  await expect(ownAvatar(page)).toHaveAttribute('src', RENDERED_FACE, { timeout: 60_000 });
  const withHat = await waitForSource(ownAvatar(page));
  await expect(page.getByRole('button', { name: 'Take off Lamu Kofia' })).toBeVisible();
  await expect.poll(() => boughtBy(known.id)).toEqual([{ item_id: 'lamu-kofia', price: 120, is_worn: true }]);

  await openPage(friend.page, '/friends');
  await expect(friendList(friend.page).locator('img.avatar').first()).toHaveAttribute('src', withHat);
  await openPage(page, '/profile?tab=items');
  await expect(page.locator('.profile-figure')).toHaveAttribute('src', withHat.replace('face.webp', 'figure.webp'));

  // Another hat replaces it.
  await query(`insert into inventory (player_id, item_id, category, price) values ($1, 'chef-hat', 'hats', 180)`, [known.id]);
  await openPage(page, '/inventory');
  await expect(page.getByText('2 items')).toBeVisible();
  await page.getByRole('button', { name: 'Wear Chef Hat' }).click();
  await expect(page.getByRole('button', { name: 'Take off Chef Hat' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Wear Lamu Kofia' })).toBeVisible();
  await expect(ownAvatar(page)).not.toHaveAttribute('src', withHat, { timeout: 60_000 });
  const withOther = await waitForSource(ownAvatar(page));
  expect(withOther).toMatch(RENDERED_FACE);
  await page.getByRole('button', { name: 'Take off Chef Hat' }).click();
  await expect(toast(page, 'Taken off')).toBeVisible();
  await expect(ownAvatar(page)).not.toHaveAttribute('src', withOther, { timeout: 60_000 });
  await expect.poll(async () => (await boughtBy(known.id)).map((one) => one.is_worn)).toEqual([false, false]);
  const withNone = await waitForSource(ownAvatar(page));
  expect(withNone).not.toBe(withHat);
  await openPage(friend.page, '/friends');
  await expect(friendList(friend.page).locator('img.avatar').first()).toHaveAttribute('src', withNone);
});

test('the marketplace: an item is bought right here, and who gets premium may change their avatar', async ({ buyer, baseURL }) => {
  const avatar = (of: Page) => of.getByRole('region', { name: 'Avatar Customization' });
  const me = await buyer(5000);
  const { page } = me;
  await openPage(page, '/marketplace');
  await expect(avatar(page)).toContainText('Premium Feature');
  await expect(avatar(page).getByRole('link', { name: 'Upgrade to Premium' })).toHaveAttribute('href', '/subscription');
  const name = (await names(page).first().textContent()) ?? '';
  await buyLink(page, name).click();
  await dialog(page, name)
    .getByRole('button', { name: /^(Buy for|Get it)/ })
    .click();
  await expect(toast(page, `${name} is yours!`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Wear ${name}` })).toBeVisible();
  await expect.poll(() => boughtBy(me.known.id)).toHaveLength(1);

  await payForPlan(me.context, baseURL ?? '', 'premium', 'mpesa');
  await waitForPaidPeriods(me.known.id, 1);
  await expect(avatar(page).getByRole('link', { name: 'Customize Avatar' })).toHaveAttribute('href', '/avatar-customization');
});
