import type { Locator, Page } from '@playwright/test';
import type { Known } from './players.ts';
import { expect, waitForHydration } from './site.ts';

// What somebody does so that the site stores something in the browser.

const player = (page: Page): Locator => page.locator('.player iframe');

/** Plays a game until it has saved something, and closes it. */
async function play(page: Page, game: string): Promise<void> {
  await page.goto(`/games/${game}`);
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await page.frameLocator('.player iframe').getByRole('button', { name: 'Sound off' }).click();
  await expect
    .poll(() =>
      page.evaluate((id) => Object.keys(localStorage).filter((key) => key.startsWith('kiddo-game:') && key.endsWith(`:${id}`)), game),
    )
    .not.toEqual([]);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(player(page)).toHaveCount(0);
}

/** Plays a game, switches the theme, extends a list, and returns to it. */
export async function doThings(page: Page, game: string): Promise<void> {
  await play(page, game);
  await page.goto('/games');
  await waitForHydration(page);
  // For players, and on a phone, it is in a menu.
  const theme = page.getByRole('button', { name: 'Light or dark' }).locator('visible=true').first();
  if (!(await theme.isVisible())) await page.locator('header summary:visible').first().click();
  await theme.click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('kiddo-theme'))).not.toBeNull();
  await page.mouse.wheel(0, 20_000);
  await page.locator('main .card-title a').last().click();
  await expect(page).toHaveURL(/\/games\/\w/);
  await page.goBack();
  await expect(page).toHaveURL('/games');
}

/** Writes a draft to a friend, and sends a message that does not arrive. */
export async function chat(page: Page, friend: Known): Promise<void> {
  await page.goto(`/friends?chat=${friend.id}`);
  await waitForHydration(page);
  const field = page.getByRole('textbox', { name: `Message ${friend.displayName}` });
  await page.route(`**/chat/${friend.id}*`, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()));
  await field.fill('Sawa sawa');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage).join())).toContain('kiddo:mine:unsent:');
  await field.fill('Habari, are you there?');
  await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage).join())).toContain('kiddo:mine:draft:');
}

/** The cookie question. */
export const banner = (page: Page) => page.getByRole('region', { name: 'Cookies', exact: true });

/** Answers the cookie question on /cookies. */
export async function choose(page: Page, words: 'Reject non-essential' | 'Accept all'): Promise<void> {
  await page.goto('/cookies');
  await waitForHydration(page);
  await page.getByRole('region', { name: 'Your choice' }).getByRole('button', { name: words }).click();
  await expect(
    page
      .locator('.toasts')
      .getByText(words === 'Accept all' ? 'All accepted' : 'Only what is needed')
      .first(),
  ).toBeVisible();
}
