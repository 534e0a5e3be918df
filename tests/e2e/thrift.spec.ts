import type { Page } from '@playwright/test';
import { expect, hydrated, isPhone, test } from './site.ts';

// Saving data: what is not fetched, what is said about sizes, and the games that weigh little.

/** The paths a page asks for until it rests. */
function listen(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  return asked;
}

async function rest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(2_500);
}

const ADORNMENT = /hero-(left|right|low)\.svg|token\.svg|star-trail|\/player-(?!access)[\w-]+\.js/;
const switchOf = (page: Page) => page.locator('.footer').getByRole('button', { name: 'Save data' });

test('saving data is switched on and off, holds, and leaves out what only adorns', async ({ page }) => {
  const asked = listen(page);
  await page.goto('/');
  await hydrated(page);
  await expect(switchOf(page)).toHaveAttribute('aria-pressed', 'false');
  await rest(page);
  // What there is to save.
  if (!isPhone(page)) expect(asked.filter((path) => ADORNMENT.test(path)).length).toBeGreaterThan(1);
  await switchOf(page).click();
  await expect(switchOf(page)).toHaveAttribute('aria-pressed', 'true');
  asked.length = 0;

  // A browser that has nothing of it yet: the same one keeps files.
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await page.goto('/');
  await hydrated(page);
  await expect(switchOf(page)).toHaveAttribute('aria-pressed', 'true');
  await rest(page);
  if (!isPhone(page)) await page.getByRole('link', { name: 'Discover Games' }).first().hover();
  await page.waitForTimeout(500);
  await page.goto('/games/matatu-rush');
  await hydrated(page);
  await rest(page);
  expect(asked.filter((path) => ADORNMENT.test(path) || path === '/games.data')).toEqual([]);
  // Nothing runs by itself.
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  // The player comes when it is wanted.
  await page.getByRole('link', { name: 'Play', exact: true }).first().click();
  await expect(page.locator('.player iframe.shown')).toBeVisible({ timeout: 15_000 });
  await page.locator('.player .close').click();
  await switchOf(page).click();
  await page.reload();
  await hydrated(page);
  await expect(switchOf(page)).toHaveAttribute('aria-pressed', 'false');
});

test('a browser whose owner saves data is believed, unless it is switched off here', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, addEventListener() {} }, configurable: true });
  });
  await page.setExtraHTTPHeaders({ 'save-data': 'on' });
  const asked = listen(page);
  await page.goto('/');
  await hydrated(page);
  await expect(switchOf(page)).toHaveAttribute('aria-pressed', 'true');
  await rest(page);
  expect(asked.filter((path) => ADORNMENT.test(path))).toEqual([]);
  await switchOf(page).click();
  await page.reload();
  await hydrated(page);
  await expect(switchOf(page)).toHaveAttribute('aria-pressed', 'false');
});

/** As after the switch, from the first page on. */
const savingFromStart = (page: Page) => page.context().addCookies([{ name: 'kiddo_saver', value: 'on', domain: 'localhost', path: '/' }]);

test('with data saved the genres of a phone do not turn by themselves; switched off, they do', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await savingFromStart(page);
  await page.goto('/');
  await hydrated(page);
  const rail = page.locator('.tiles');
  const inView = () => rail.evaluate((list) => list.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const turned = () => rail.evaluate((list) => list.scrollLeft);
  await inView();
  await expect(rail).toBeInViewport();
  // Longer than a turn takes to begin.
  await page.waitForTimeout(3_500);
  expect(await turned()).toBe(0);
  await switchOf(page).click();
  await expect(switchOf(page)).toHaveAttribute('aria-pressed', 'false');
  await inView();
  await expect.poll(turned).toBeGreaterThan(0);
});

for (const { address, more, items, first } of [
  { address: '/games', more: 'Load More Games', items: 'main ul.grid > li:not([aria-hidden])', first: 12 },
  { address: '/catalog', more: 'Load More Items', items: 'main ul.item-grid > li', first: 24 },
]) {
  test(`with data saved ${address} goes on when it is asked, and not by itself`, async ({ page }) => {
    await savingFromStart(page);
    const asked = listen(page);
    const pages = () => asked.filter((path) => path === `${address}.data`).length;
    await page.goto(address);
    await hydrated(page);
    const all = page.locator(items);
    await expect(all).toHaveCount(first);
    const goOn = page.getByRole('link', { name: more });
    await goOn.evaluate((link) => link.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await rest(page);
    await expect(goOn).toBeInViewport();
    expect([pages(), await all.count()]).toEqual([0, first]);
    await goOn.click();
    await expect.poll(() => all.count()).toBeGreaterThan(first);
    expect(pages()).toBe(1);
  });
}

test('a list that waited goes on by itself again once data is not saved any more', async ({ page }) => {
  await savingFromStart(page);
  await page.goto('/games');
  await hydrated(page);
  const count = page.getByText(/^Showing \d+ of/);
  await expect(count).toHaveText(/^Showing 12 of/);
  await switchOf(page).click();
  await page.locator('.list-end').scrollIntoViewIfNeeded();
  await expect(count).toHaveText(/^Showing (?!12 )\d+ of/);
});

test('each card and page says what a game weighs; light games are a filter with an address', async ({ page }) => {
  await page.goto('/games');
  await hydrated(page);
  const cards = page.locator('.card');
  await expect(cards.first()).toBeVisible();
  expect(await cards.count()).toBe(await cards.filter({ hasText: /\d+\.\d MB/ }).count());
  await page.locator('.filter-toggle').click();
  await page.getByLabel('Size').selectOption({ label: 'Light games (under 2 MB)' });
  await expect(page).toHaveURL(/[?&]size=light/);
  await expect(page.locator('.filter-count')).toHaveText('1');
  await page.reload();
  await hydrated(page);
  await expect(page.locator('.filter-count')).toHaveText('1');
  await expect(cards.first()).toBeVisible();
  for (const size of await page.locator('.card-size').allInnerTexts()) expect(Number.parseFloat(size)).toBeLessThan(2.1);
  // A visitor is asked to sign in by the card of a premium game.
  await cards.filter({ hasNotText: 'Premium Required' }).first().getByRole('link').first().click();
  await expect(page.locator('.fact-list')).toContainText(/\d+\.\d MB/);
  await page.goBack();
  await expect(page).toHaveURL(/[?&]size=light/);
});
