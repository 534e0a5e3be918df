import { expect, waitForHydration, isPhone, listSeededGames, test } from './site.ts';

// Finding games. Without JavaScript: tests/http/games.test.ts.

test('home leads to games, by rows, tiles and the big button', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle(/Kiddo/);
  const popular = page.getByRole('region', { name: 'Popular Games' });
  const trending = page.getByRole('region', { name: 'Trending Now' });
  const ids = async (row: typeof popular) => [
    ...new Set(await row.locator('.card-title a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))),
  ];
  await expect.poll(() => ids(popular)).toHaveLength(6);
  const inBoth = async () => {
    const first = await ids(popular);
    return (await ids(trending)).filter((href) => first.includes(href));
  };
  await expect.poll(inBoth).toEqual([]);
  await expect(page.getByRole('heading', { name: 'Join the Adventure!' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign Up Free' })).toHaveAttribute('href', '/signup');
  await expect(page.getByRole('link', { name: 'Already have an account? Log In' })).toHaveAttribute('href', '/login');
  const tile = page.getByRole('link', { name: 'Racing', exact: true });
  await expect(tile).toHaveAttribute('href', '/games?genre=Racing');
  await page.getByRole('link', { name: 'Discover Games' }).click();
  await expect(page).toHaveURL('/games');
  await expect(page.getByRole('heading', { level: 1, name: 'Games' })).toBeVisible();
});

test('filters apply live, stand in the address, and survive reload and back', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/games');
  await waitForHydration(page);
  await page.getByText('Filter', { exact: true }).click();
  await page.getByLabel('Device').selectOption('Mobile');
  await expect(page).toHaveURL(/device=Mobile/);
  await page.getByLabel('Genre').selectOption('Puzzle');
  await expect(page).toHaveURL(/genre=Puzzle/);
  const api = await (await page.request.get('/api/v1/games?genre=Puzzle&device=Mobile&limit=48')).json();
  const count = page.getByText(/^Showing \d+ of \d+ games$/);
  await expect(count).toHaveText(`Showing ${Math.min(12, api.total)} of ${api.total} games`);
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page.getByLabel('Genre')).toBeHidden();
  await page.reload();
  await expect(count).toHaveText(`Showing ${Math.min(12, api.total)} of ${api.total} games`);
  await waitForHydration(page);
  await page
    .getByRole('tab', { name: 'Top Rated' })
    .or(page.getByRole('link', { name: 'Top Rated' }))
    .click();
  await expect(page).toHaveURL(/tab=top-rated/);
  await expect(page).toHaveURL(/genre=Puzzle/);
  await page.goBack();
  await expect(page).not.toHaveURL(/tab=/);
  await expect(page).toHaveURL(/genre=Puzzle/);
});

test('a second choice is added to the first, which is still on its way', async ({ page }) => {
  await page.goto('/games');
  await waitForHydration(page);
  let go = () => {};
  const gate = new Promise<void>((resolve) => (go = resolve));
  await page.route('**/games.data*', async (route) => {
    await gate;
    await route.fallback();
  });
  await page.getByText('Filter', { exact: true }).click();
  await page.getByLabel('Device').selectOption('Mobile');
  await expect(page.getByLabel('Device')).toHaveValue('Mobile');
  await page.getByLabel('Genre').selectOption('Puzzle');
  await expect(page.getByLabel('Genre')).toHaveValue('Puzzle');
  await expect(page).toHaveURL('/games');
  go();
  await expect(page).toHaveURL(/device=Mobile/);
  await expect(page).toHaveURL(/genre=Puzzle/);
  await expect(page.getByLabel('Device')).toHaveValue('Mobile');
});

test('a menu that was opened before the page was ready stays open', { tag: '@phone' }, async ({ page }) => {
  let go = () => {};
  const gate = new Promise<void>((resolve) => (go = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await gate;
    await route.fallback();
  });
  await page.goto('/?news=signed-out', { waitUntil: 'commit' });
  await page.locator('summary[aria-label="Menu"]').click();
  const link = page.locator('.menu-sheet').getByRole('link', { name: 'Games', exact: true });
  await expect(link).toBeVisible();
  go();
  await waitForHydration(page);
  // The flash message was shown, and its parameter removed from the URL.
  await expect(page).toHaveURL('/');
  await expect(page.locator('.toast')).toBeVisible();
  await expect(link).toBeVisible();
  await link.click();
  await expect(page).toHaveURL('/games');
  await expect(link).toBeHidden();
});

test('the list grows to its end without repeating or leaving out a game', { tag: '@phone' }, async ({ page }) => {
  // The order of popular games changes when plays are counted, every ten minutes; this order is stable.
  await page.goto('/games?tab=recommended');
  await waitForHydration(page);
  const shipped = await listSeededGames();
  const end = page.getByText("You've reached the end of the games list!");
  await expect
    .poll(
      async () => {
        await page.evaluate(() => document.querySelector('.list-end')?.scrollIntoView());
        return end.isVisible();
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  const cards = page.locator('main ul.grid > li:not([aria-hidden])');
  const ids = () =>
    cards.evaluateAll((items) => items.map((item) => item.querySelector('a[href^="/games/"], a[href^="/login"]')?.getAttribute('href')));
  await expect.poll(ids).toHaveLength(shipped.length);
  await expect.poll(async () => new Set(await ids()).size).toBe(shipped.length);
  await expect(page.getByText(`Showing ${shipped.length} of ${shipped.length} games`)).toBeAttached();
});

test('back from a game finds the list as long as it was, at the same place', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/games');
  await waitForHydration(page);
  const count = page.getByText(/^Showing (\d+) of/);
  await expect
    .poll(async () => {
      await page.evaluate(() => document.querySelector('.list-end')?.scrollIntoView());
      return Number(/\d+/.exec((await count.textContent()) ?? '')?.[0]);
    })
    .toBeGreaterThanOrEqual(24);
  const link = page.locator('main li a[href^="/games/"]').nth(15);
  await link.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  const href = (await link.getAttribute('href')) ?? '';
  await link.click();
  await expect(page).toHaveURL(href);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(50);
  await page.goBack();
  await expect.poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - before)).toBeLessThan(60);
});

test('a lost connection says so and loads on when asked again', async ({ page, quiet }) => {
  quiet.allow(/Failed to load resource|ERR_/);
  await page.goto('/games');
  await waitForHydration(page);
  await page.route('**/games.data*', (route) => route.abort());
  await page.evaluate(() => document.querySelector('.list-end')?.scrollIntoView());
  await expect(page.getByText(/^Error loading games:/)).toBeVisible();
  await page.unroute('**/games.data*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText(/^Showing 24 of/)).toBeVisible();
});

test('a failing cover falls back to the placeholder', { tag: '@phone' }, async ({ page, quiet }) => {
  quiet.allow(/Failed to load resource|ERR_/);
  await page.route('**/media/games/**/cover.svg', (route) => route.abort());
  await page.goto('/games/matatu-rush');
  await expect(page.locator('main img[src*="placeholder"]').first()).toBeVisible();
});

test('the theme follows the system until it is chosen, and stays chosen', { tag: ['@phone', '@desktop'] }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  await waitForHydration(page);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await expect.poll(ground).toBe('rgb(8, 29, 33)');
  if (isPhone(page)) await page.getByRole('button', { name: 'Menu' }).or(page.locator('summary[aria-label="Menu"]')).first().click();
  await page
    .getByRole('button', { name: /Light or dark/ })
    .locator('visible=true')
    .first()
    .click();
  await expect.poll(ground).toBe('rgb(237, 246, 241)');
  await page.reload();
  await expect.poll(ground).toBe('rgb(237, 246, 241)');
});
