import type { Page } from '@playwright/test';
import { expect, isPhone, test, waitForHydration } from './site.ts';

// From a card into the game by one press, back to where one was, and on to other games.

const viewer = (page: Page) => page.getByRole('dialog', { name: /\w/ });
const game = (page: Page) => page.frameLocator('.player iframe');
const isPlaying = (page: Page) => expect(game(page).locator('html')).toHaveAttribute('data-state', 'playing', { timeout: 60_000 });
const firstToken = (page: Page) => page.locator('.card-play:visible').first();

test(
  'one press on home starts the game, without its title; Close and Back return to where one was',
  { tag: ['@phone', '@desktop'] },
  async ({ page }) => {
    await page.goto('/');
    await waitForHydration(page);
    const token = firstToken(page);
    await token.scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => window.scrollY);
    const id = ((await token.getAttribute('href')) ?? '').replace(/^\/games\/|#play$/g, '');
    await token.click();
    await isPlaying(page);
    await expect(game(page).locator('.kk-panel')).toBeHidden();
    // The address is that of the page: who copies it shares the page.
    await expect(page).toHaveURL(`/games/${id}`);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(viewer(page)).toHaveCount(0);
    await expect(page).toHaveURL('/');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);

    await page.goForward();
    await expect(viewer(page)).toBeVisible();
    // Nobody pressed Play: the game waits with its title.
    await expect(game(page).locator('html')).toHaveAttribute('data-state', 'title', { timeout: 60_000 });
    await page.goBack();
    await expect(page).toHaveURL('/');
    if (isPhone(page)) return;
    await page
      .getByRole('link', { name: /^Play / })
      .filter({ hasText: 'Play now' })
      .first()
      .click();
    await isPlaying(page);
  },
);

test('on a low laptop screen a game can be started without scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/');
  await expect(page.locator('.card-play:visible').first()).toBeInViewport({ ratio: 1 });
});

test('Back right after the press leads back', async ({ page }) => {
  await page.goto('/games');
  await waitForHydration(page);
  await firstToken(page).click();
  await page.waitForURL(/\/games\/\w/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Games' })).toBeVisible();
  await expect(page).toHaveURL('/games');
  await expect(viewer(page)).toHaveCount(0);
});

test('Back between the drawing of the page and the start of the game leads back', async ({ page }) => {
  // React runs effects some time after it has drawn a page. Here that takes long enough for Back to come in between.
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...args: unknown[]) {
      if (sessionStorage.getItem('slow') === null) Reflect.apply(post, this, args);
      else setTimeout(() => Reflect.apply(post, this, args), 300);
    };
  });
  await page.goto('/games');
  await waitForHydration(page);
  const left = page.evaluate(() => {
    sessionStorage.setItem('slow', 'yes');
    return new Promise<string>((resolve) => {
      addEventListener('popstate', () => resolve(location.pathname), { once: true });
      const watcher = new MutationObserver(() => {
        if (document.querySelector('h1')?.textContent === 'Games') return;
        watcher.disconnect();
        history.back();
      });
      watcher.observe(document.body, { childList: true, subtree: true });
    });
  });
  await firstToken(page).click();
  expect(await left).toBe('/games');
  await page.evaluate(() => sessionStorage.removeItem('slow'));
  await expect(page.getByRole('heading', { level: 1, name: 'Games', exact: true })).toBeVisible();
  await expect(page).toHaveURL('/games');
  await expect(viewer(page)).toHaveCount(0);
});

test('the title card stays for the pause, and a reload stays in the game', async ({ page }) => {
  await page.goto('/games/rhino-sumo#play');
  await isPlaying(page);
  await expect(page).toHaveURL('/games/rhino-sumo');
  await expect(game(page).locator('.kk-hint')).toContainText('Push the other rhino off the drum!');
  await game(page).getByRole('button', { name: 'Pause' }).click();
  await expect(game(page).locator('.kk-panel')).toContainText('Push the other rhino off the drum!');
  await page.reload();
  await expect(game(page).locator('html')).toHaveAttribute('data-state', 'title', { timeout: 60_000 });
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Rhino Sumo' })).toBeVisible();
});

/** Ends the run of the open game as the game itself does. */
const endRun = (page: Page) =>
  game(page)
    .locator('html')
    .evaluate(() => (window as unknown as { Kiddo: { over(run: object): void } }).Kiddo.over({ score: 128, text: 'What a ride.' }));

test(
  'after a run: play again first, then other games, which take the place of this one',
  { tag: ['@phone', '@desktop'] },
  async ({ page }) => {
    await page.goto('/');
    await waitForHydration(page);
    await firstToken(page).click();
    await isPlaying(page);
    await endRun(page);
    const over = page.getByRole('region', { name: 'The game is over' });
    await expect(over).toContainText('128');
    await expect(over).toContainText('What a ride.');
    await expect(over.getByRole('button', { name: 'Play again' })).toBeFocused();
    await expect(over.getByRole('listitem').filter({ has: page.locator('.card') })).toHaveCount(6);
    await page.keyboard.press('Enter');
    await expect(over).toHaveCount(0);
    await isPlaying(page);

    await endRun(page);
    const other = over.locator('.card-play').first();
    const id = ((await other.getAttribute('href')) ?? '').replace(/^\/games\/|#play$/g, '');
    await other.click();
    await expect(page).toHaveURL(`/games/${id}`);
    await isPlaying(page);
    await endRun(page);
    await over.getByRole('button', { name: 'Game page' }).click();
    await expect(viewer(page)).toHaveCount(0);
    await expect(page).toHaveURL(`/games/${id}`);
    const more = page.getByRole('region', { name: 'More like this' });
    await expect(more.locator('.card')).toHaveCount(6);
    await page.goBack();
    await expect(page).toHaveURL('/');
  },
);

test('a page that is slow says in sight what it loads', { tag: ['@phone', '@desktop'] }, async ({ page }) => {
  await page.goto('/blog');
  await waitForHydration(page);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\.data/, (route) => released.then(() => route.continue()));
  const said = page.locator('.going-text');
  await page.getByRole('link', { name: 'Kiddo, home' }).first().click();
  await expect(said).toHaveText('Loading games...');
  await expect(said).toHaveCSS('opacity', '1');
  await expect(said).toBeInViewport();
  release();
  await expect(page).toHaveURL('/');
  await expect(said).toHaveCSS('opacity', '0');
});

test('a narrow card has room for two tags and the number of the others', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/games');
  const tags = page
    .locator('.card-tags')
    .filter({ has: page.locator('.rest') })
    .first();
  await tags.scrollIntoViewIfNeeded();
  await expect(tags.locator('.tag:visible')).toHaveCount(3);
  const isInside = () =>
    tags.evaluate((list) => {
      const right = list.getBoundingClientRect().right + 0.5;
      return [...list.children].every((tag) => tag.getBoundingClientRect().right <= right && tag.getBoundingClientRect().width > 20);
    });
  await expect.poll(isInside).toBe(true);
});
