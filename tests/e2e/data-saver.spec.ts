import type { Page } from '@playwright/test';
import { expect, waitForHydration, test } from './site.ts';

// The data saver: what is not fetched, which sizes are shown, and the list of small games.

/** Records the paths that pages request from now on, and installs a fake clock. */
async function listen(page: Page): Promise<string[]> {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.clock.install();
  return asked;
}

/** Waits until a page has sent all its requests, including those delayed until it is idle or for some seconds. */
async function rest(page: Page): Promise<void> {
  // What loads in the first round may itself have a delay.
  for (let whiles = 0; whiles < 2; whiles++) {
    await page.clock.runFor(6_000);
    // By then, everything that was pressed or scrolled into view is rendered. This request comes after all earlier ones.
    await page.evaluate(async () => {
      for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      await fetch('/healthz');
    });
  }
}

const ADORNMENT = /hero-(left|right|low)\.svg|token\.svg|star-trail|\/player-(?!access|manifest)[\w-]+\.js/;
/** The prefetched code and data of the games list. */
const AHEAD = /^\/assets\/games-|^\/games\.data/;
const discover = (page: Page) => page.getByRole('link', { name: 'Discover Games' }).first();
const switchOf = (page: Page) => page.locator('.footer').getByRole('button', { name: 'Save data' });

test('saving data is switched on and off, holds, and leaves out what only adorns', async ({ page }) => {
  const asked = await listen(page);
  await page.goto('/');
  await waitForHydration(page);
  await expect(switchOf(page)).toHaveAttribute('aria-pressed', 'false');
  await rest(page);
  await discover(page).hover();
  await rest(page);
  // What the data saver can save.
  expect(asked.filter((path) => ADORNMENT.test(path)).length).toBeGreaterThan(1);
  expect(asked.some((path) => AHEAD.test(path))).toBe(true);
  await switchOf(page).click();
  await expect(switchOf(page)).toHaveAttribute('aria-pressed', 'true');
  asked.length = 0;

  // Starts without cached files: the same browser has them already.
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await page.goto('/');
  await waitForHydration(page);
  await expect(switchOf(page)).toHaveAttribute('aria-pressed', 'true');
  await rest(page);
  await discover(page).hover();
  await rest(page);
  expect(asked.filter((path) => AHEAD.test(path))).toEqual([]);
  await page.goto('/games/matatu-rush');
  await waitForHydration(page);
  await rest(page);
  expect(asked.filter((path) => ADORNMENT.test(path))).toEqual([]);
  // Nothing is animated.
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  // The player's code loads on demand.
  await page.getByRole('link', { name: 'Play', exact: true }).first().click();
  await expect(page.locator('.player iframe.shown')).toBeVisible({ timeout: 60_000 });
  await page.locator('.player .close').click();
  await switchOf(page).click();
  await page.reload();
  await waitForHydration(page);
  await expect(switchOf(page)).toHaveAttribute('aria-pressed', 'false');
});

test('a browser whose owner saves data is believed, unless it is switched off here', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, addEventListener() {} }, configurable: true });
  });
  await page.setExtraHTTPHeaders({ 'save-data': 'on' });
  const asked = await listen(page);
  await page.goto('/');
  await waitForHydration(page);
  await expect(switchOf(page)).toHaveAttribute('aria-pressed', 'true');
  await rest(page);
  expect(asked.filter((path) => ADORNMENT.test(path))).toEqual([]);
  await switchOf(page).click();
  await page.reload();
  await waitForHydration(page);
  await expect(switchOf(page)).toHaveAttribute('aria-pressed', 'false');
});

/** The data saver is on from the first page. */
const savingFromStart = (page: Page) => page.context().addCookies([{ name: 'kiddo_saver', value: 'on', domain: 'localhost', path: '/' }]);

test('with data saved the genres of a phone do not turn by themselves; switched off, they do', { tag: '@phone' }, async ({ page }) => {
  await savingFromStart(page);
  await page.clock.install();
  await page.goto('/');
  await waitForHydration(page);
  const rail = page.locator('.tiles');
  const inView = () => rail.evaluate((list) => list.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const turned = () => rail.evaluate((list) => list.scrollLeft);
  await inView();
  await expect(rail).toBeInViewport();
  const begun = await rail.evaluateHandle((list) => {
    const places: unknown[] = [];
    const scrollTo = list.scrollTo.bind(list) as (place: unknown) => void;
    list.scrollTo = (place: unknown) => {
      places.push(place);
      scrollTo(place);
    };
    return places;
  });
  const turns = () => begun.evaluate((places) => places.length);
  // As long as four turns take.
  await page.clock.runFor(10_000);
  await expect.poll(turns).toBe(0);
  await expect.poll(turned).toBe(0);
  await switchOf(page).click();
  await expect(switchOf(page)).toHaveAttribute('aria-pressed', 'false');
  await inView();
  await expect(rail).toBeInViewport();
  await page.clock.runFor(10_000);
  await expect.poll(turns).toBeGreaterThan(0);
  await expect.poll(turned).toBeGreaterThan(0);
});

for (const { address, more, items, first } of [
  { address: '/games', more: 'Load More Games', items: 'main ul.grid > li:not([aria-hidden])', first: 12 },
  { address: '/catalog', more: 'Load More Items', items: 'main ul.item-grid > li', first: 24 },
]) {
  test(`with data saved ${address} goes on when it is asked, and not by itself`, async ({ page }) => {
    await savingFromStart(page);
    const asked = await listen(page);
    const pages = () => asked.filter((path) => path === `${address}.data`).length;
    await page.goto(address);
    await waitForHydration(page);
    const all = page.locator(items);
    await expect(all).toHaveCount(first);
    const goOn = page.getByRole('link', { name: more });
    await goOn.evaluate((link) => link.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await expect(goOn).toBeInViewport();
    await rest(page);
    await expect(goOn).toBeInViewport();
    await expect(all).toHaveCount(first);
    expect(pages()).toBe(0);
    await goOn.click();
    await expect.poll(() => all.count()).toBeGreaterThan(first);
    expect(pages()).toBe(1);
    if (address !== '/games') return;
    // It goes on by itself again once data is not saved any more.
    const shown = await all.count();
    await switchOf(page).click();
    await page.locator('.list-end').scrollIntoViewIfNeeded();
    await expect.poll(() => all.count()).toBeGreaterThan(shown);
  });
}

test('each card and page says what a game weighs; light games are a filter with an address', async ({ page }) => {
  await page.goto('/games');
  await waitForHydration(page);
  const cards = page.locator('.card');
  await expect(cards.first()).toBeVisible();
  await expect(cards.filter({ hasNotText: /\d+\.\d MB/ })).toHaveCount(0);
  await page.locator('.filter-toggle').click();
  await page.getByLabel('Size').selectOption({ label: 'Light games (under 2 MB)' });
  await expect(page).toHaveURL(/[?&]size=light/);
  await expect(page.locator('.filter-count')).toHaveText('1');
  await page.reload();
  await waitForHydration(page);
  await expect(page.locator('.filter-count')).toHaveText('1');
  await expect(cards.first()).toBeVisible();
  const heavy = async () => (await page.locator('.card-size').allInnerTexts()).filter((size) => !(Number.parseFloat(size) < 2.1));
  await expect.poll(heavy).toEqual([]);
  // Without "Premium Required", because such a card asks visitors to sign in.
  await cards.filter({ hasNotText: 'Premium Required' }).first().getByRole('link').first().click();
  await expect(page.locator('.fact-list')).toContainText(/\d+\.\d MB/);
  await page.goBack();
  await expect(page).toHaveURL(/[?&]size=light/);
});

test('beside the size stands what it costs on a phone: where the clock is that of Nairobi, or where somebody asked for it', async ({
  page,
  browser,
  baseURL,
}) => {
  const costOf = (shown: Page) => shown.locator('.card .data-cost').first();
  const toggleOf = (shown: Page) => shown.locator('.footer').getByRole('button', { name: 'Show data cost' });
  await page.goto('/games');
  await waitForHydration(page);
  await expect(costOf(page)).toBeHidden();
  await toggleOf(page).click();
  await expect(toggleOf(page)).toHaveAccessibleName('Show data cost on');
  await expect(costOf(page)).toHaveText(/^ about KSh \d+\.\d\d$/);
  await expect(costOf(page)).toBeVisible();
  await page.goto('/games/matatu-rush');
  await expect(page.locator('.fact-list')).toContainText(/\d+\.\d MB about KSh \d+\.\d\d/);
  await expect(page.getByRole('button', { name: /^Keep for offline \(\d+\.\d MB\) about KSh \d+\.\d\d$/ })).toBeVisible();

  const nairobi = await browser.newContext({ baseURL, timezoneId: 'Africa/Nairobi' });
  const there = await nairobi.newPage();
  await there.goto('/games');
  await waitForHydration(there);
  await expect(costOf(there)).toBeVisible();
  await expect(toggleOf(there)).toHaveAccessibleName('Show data cost on');
  await toggleOf(there).click();
  await expect(costOf(there)).toBeHidden();
  await there.reload();
  await waitForHydration(there);
  await expect(costOf(there)).toBeHidden();
  await nairobi.close();
});
