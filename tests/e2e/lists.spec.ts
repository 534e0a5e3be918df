import type { Locator, Page } from '@playwright/test';
import { signInNewPlayer, query } from './players.ts';
import { expect, waitForHydration, test } from './site.ts';

// Infinite lists: to their end, without a network, after failures, and with the keyboard. Without JavaScript: tests/http/lists.test.ts.

const HISTORY = '/profile?tab=history';
const lines = (page: Page): Locator => page.locator('.history-line');
const more = (page: Page): Locator => page.locator('.list-end').getByRole('link', { name: 'Load more' });

/** Signs in a player with 70 plays: three pages. */
async function asOftenPlayer(page: Page, origin: string): Promise<void> {
  const { id } = await signInNewPlayer(page.context(), { origin });
  await query(
    `insert into play_history (id, player_id, game_id, played_at)
     select gen_random_uuid(), $1::uuid, (select id from games order by id limit 1), now() - make_interval(mins => n) from generate_series(1, 70) as n`,
    [id],
  );
}

test('a list grows by the keyboard, says so, and keeps the place where one reads; what did not come is asked for again', async ({
  page,
  baseURL,
  quiet,
}) => {
  quiet.allow(/ERR_FAILED/);
  await asOftenPlayer(page, baseURL ?? '');
  await page.goto(HISTORY);
  await waitForHydration(page);
  await page.route('**/profile.data*', (route) => route.abort());
  await more(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The rest could not be loaded. Please try again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeFocused();
  await expect(lines(page)).toHaveCount(30);
  await page.unrouteAll();
  await page.keyboard.press('Enter');
  await expect(lines(page)).toHaveCount(60);
  await expect(page.locator('.list-said')).toContainText('30 more loaded.');
  await expect(lines(page).nth(30)).toBeFocused();

  // While more is on its way, grey lines stand for it.
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/profile.data*', (route) => held.then(() => route.continue()));
  await more(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.list-end .skeleton').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Loading more...' })).toHaveAttribute('aria-disabled', 'true');
  letGo();
  await expect(lines(page)).toHaveCount(70);
  await expect(page.locator('.list-end .skeleton')).toHaveCount(0);
  await expect(lines(page).nth(60)).toBeFocused();
  await expect(page.getByText('That is everything.')).toBeVisible();
  await expect(more(page)).toHaveCount(0);
});

test('a press below an endless list works even if more of the list arrives during it', async ({ page }) => {
  const cards = page.locator('.card:not(.coming)');
  const toggle = page.locator('.footer').getByRole('button', { name: 'Show data cost' });
  await page.goto('/games');
  await waitForHydration(page);
  const shown = await cards.count();
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/games.data*', (route) => held.then(() => route.continue()));
  await toggle.scrollIntoViewIfNeeded();
  await expect(page.getByRole('link', { name: 'Loading more' })).toBeAttached();
  await toggle.hover();
  await page.mouse.down();
  const arrived = page.waitForResponse(/games\.data/);
  letGo();
  await (await arrived).finished();
  // Long enough for the list to have grown: a few frames.
  await page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 300)))));
  await expect(cards).toHaveCount(shown);
  await page.mouse.up();
  await expect(toggle).toHaveAccessibleName('Show data cost on');
  await expect.poll(() => cards.count()).toBeGreaterThan(shown);
});

test('without a network a list says so, and goes on by itself when it is back', { tag: '@phone' }, async ({ page, baseURL, quiet }) => {
  quiet.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to/);
  await asOftenPlayer(page, baseURL ?? '');
  await page.goto(HISTORY);
  await waitForHydration(page);
  await page.context().setOffline(true);
  await more(page).click();
  await expect(page.getByText('You are offline. The list goes on by itself when the network is back.')).toBeVisible();
  await expect(lines(page)).toHaveCount(30);
  await page.context().setOffline(false);
  await expect(lines(page)).toHaveCount(60);
  await expect(page.getByText('You are offline. The list goes on')).toHaveCount(0);
});

test('code that does not come takes nothing away, and works once it is there', async ({ page, baseURL, quiet }) => {
  quiet.allow(/ERR_FAILED|Failed to/);
  await asOftenPlayer(page, baseURL ?? '');
  await page.route('**/assets/bell-*', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/bell-'));
  await page.goto(HISTORY);
  await waitForHydration(page);
  await failed;
  await expect(lines(page)).toHaveCount(30);
  // Nothing depends on that code: the list grows and links work.
  await more(page).click();
  await expect(lines(page)).toHaveCount(60);
  await page.getByRole('link', { name: 'Favorites' }).click();
  await expect(page).toHaveURL('/profile');
  await page.unrouteAll();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeVisible();
});
