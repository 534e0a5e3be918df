import type { Page } from '@playwright/test';
import { query, signInNewPlayer, type Known } from './players.ts';
import { expect, waitForHydration, test as base } from './site.ts';

// What games save for players who are signed in. Which save wins: src/features/games/saves.

const test = base.extend<{ me: Known }>({
  me: async ({ page, baseURL }, use) => use(await signInNewPlayer(page.context(), { origin: baseURL ?? '' })),
});

const GAME = 'bubble-baobab';
const frameOf = '.player iframe';
type Kit = { Kiddo: { data: unknown; save(data: unknown): void } };

/** The kit of the open game. */
const kitOf = (page: Page) => page.frameLocator(frameOf).locator('html');
const dataOf = (page: Page) => kitOf(page).evaluate(() => (window as unknown as Kit).Kiddo.data);
const save = (page: Page, data: object) => kitOf(page).evaluate((_, value) => (window as unknown as Kit).Kiddo.save(value), data);
const toast = (page: Page, text: string) => page.locator('.toasts').getByText(text).first();
const savedFor = (player: Known) => query<{ save: string | null }>('select save from game_saves where player_id = $1', [player.id]);
const textOf = (data: object) => [{ save: JSON.stringify(data) }];

async function press(page: Page): Promise<void> {
  // A game that is open would stay open over a reload.
  await page.goto('/robots.txt');
  await page.goto(`/games/${GAME}`);
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Play', exact: true }).click();
}

/** Opens the game, and waits until it runs with what was saved. */
async function open(page: Page): Promise<void> {
  await press(page);
  await expect(kitOf(page)).toHaveAttribute('data-state', 'playing', { timeout: 60_000 });
}

const close = (page: Page) => page.getByRole('button', { name: 'Close' }).click();

test('a player goes on at another phone where they were', { tag: '@phone' }, async ({ page, me, browser, baseURL }) => {
  await open(page);
  await save(page, { tree: 3 });
  await close(page);
  await expect.poll(() => savedFor(me)).toEqual(textOf({ tree: 3 }));

  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  await other.addCookies(await page.context().cookies());
  const laptop = await other.newPage();
  await open(laptop);
  expect(await dataOf(laptop)).toEqual({ tree: 3 });
  // The page is left without closing the game.
  await save(laptop, { tree: 4 });
  // The page has heard of it: what a frame says arrives a moment later.
  await expect.poll(() => laptop.evaluate(() => Object.values(localStorage).join())).toContain('{"tree":4}');
  await laptop.goto('/robots.txt');
  await expect.poll(() => savedFor(me)).toEqual(textOf({ tree: 4 }));
  await open(page);
  expect(await dataOf(page)).toEqual({ tree: 4 });
  await other.close();
});

test('what is too large is refused to the game, which goes on', async ({ page, me, quiet }) => {
  quiet.allow(/Kiddo\.save: not kept/);
  await open(page);
  const answer = kitOf(page).evaluate(
    () =>
      new Promise((resolve) => {
        window.addEventListener('message', ({ data }) => data.type === 'save-refused' && resolve([data.reason, data.max]));
        // As a game without our kit would.
        parent.postMessage({ kiddo: 1, type: 'save', data: { data: 'x'.repeat(10_000_000) } }, '*');
      }),
  );
  expect(await answer).toEqual(['too-large', 65_536]);
  await save(page, { text: 'x'.repeat(70_000) });
  expect(await dataOf(page)).toBeNull();
  await save(page, { tree: 2 });
  await close(page);
  await expect.poll(() => savedFor(me)).toEqual(textOf({ tree: 2 }));
});

test('what was played without a network is in the account when it is back', async ({ page, me, quiet }) => {
  quiet.allow(/Failed to load resource|ERR_INTERNET_DISCONNECTED|WebSocket/);
  await open(page);
  await page.context().setOffline(true);
  await save(page, { tree: 1 });
  await save(page, { tree: 5 });
  await close(page);
  await expect.poll(() => page.evaluate(() => caches.has('kiddo-waiting'))).toBe(true);
  await page.context().setOffline(false);
  await expect.poll(() => savedFor(me), { timeout: 60_000 }).toEqual(textOf({ tree: 5 }));
});

test('what was played before signing in is taken over, or asked about; the other save can be had back, and deleted', async ({
  page,
  baseURL,
}) => {
  const dialog = page.getByRole('region', { name: 'Which one do you want to go on with?' });
  const playAsVisitor = (data: object) =>
    page.evaluate(([id, text]) => localStorage.setItem(`kiddo-game:visitor:${id}`, text), [
      GAME,
      JSON.stringify({ best: 7, data, at: Date.now() }),
    ] as const);
  await open(page);
  await save(page, { tree: 2 });
  await close(page);
  const me = await signInNewPlayer(page.context(), { origin: baseURL ?? '' });
  await open(page);
  await expect(toast(page, 'Your game from this device is now in your account.')).toBeVisible();
  expect(await dataOf(page)).toEqual({ tree: 2 });
  await expect.poll(() => savedFor(me)).toEqual(textOf({ tree: 2 }));

  await playAsVisitor({ tree: 8 });
  await press(page);
  await expect(dialog.getByRole('heading')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: /^This device/ })).toBeFocused();
  await dialog.getByRole('button', { name: /^Leave it/ }).click();
  await expect(kitOf(page)).toHaveAttribute('data-state', 'playing');
  expect(await dataOf(page)).toEqual({ tree: 2 });
  // It is not asked about again.
  await open(page);
  expect(await savedFor(me)).toEqual(textOf({ tree: 2 }));

  await playAsVisitor({ tree: 9 });
  await press(page);
  await dialog.getByRole('button', { name: /^This device/ }).click();
  await expect(kitOf(page)).toHaveAttribute('data-state', 'playing');
  expect(await dataOf(page)).toEqual({ tree: 9 });
  await expect.poll(() => savedFor(me)).toEqual(textOf({ tree: 9 }));

  await page.goto('/settings');
  await page.getByRole('link', { name: 'Saved games' }).click();
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Go back to the earlier save of Bubble Baobab' }).click();
  await expect(toast(page, 'The earlier save is your save now.')).toBeVisible();
  expect(await savedFor(me)).toEqual(textOf({ tree: 2 }));
  await page.getByText('Delete', { exact: true }).click();
  await page.getByRole('button', { name: 'Yes, delete the save of Bubble Baobab' }).click();
  await expect(page.getByText('No saved games yet')).toBeVisible();
  expect(await savedFor(me)).toEqual([{ save: null }]);
  await open(page);
  expect(await dataOf(page)).toBeNull();
});
