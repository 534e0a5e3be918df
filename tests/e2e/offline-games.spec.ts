import type { Page } from '@playwright/test';
import {
  listCachedPaths,
  listCacheNames,
  consentStorageState,
  keptState,
  saveGameOffline,
  saveOfflineButton,
  NO_NETWORK,
  waitForGameFrame,
  waitForServiceWorker,
} from './offline.ts';
import { signInNewSubscriber, canPlayPremium } from './payments.ts';
import { query } from './players.ts';
import { expect, waitForHydration, listSeededGames, test } from './site.ts';

// Games that are saved on a device and played without a network.

test.use({ storageState: consentStorageState('all') });
test.beforeEach(({ quiet }) => quiet.allow(NO_NETWORK));

test('a game is kept, listed, played in its sandbox, and removed', { tag: '@full-browser' }, async ({ page, context, baseURL, quiet }) => {
  // The attempts below are refused, and the browser logs that.
  quiet.allow(/Content Security Policy|Blocked opening|Unsafe attempt|sandboxed/);
  await page.goto('/games/kite-club');
  await waitForHydration(page);
  const before = Number.parseFloat(/\d+\.\d/.exec(await saveOfflineButton(page).innerText())?.[0] ?? '');
  await saveGameOffline(page, 'kite-club');
  const said = /\d+\.\d MB/.exec(await keptState(page).innerText())?.[0];
  expect(Number.parseFloat(said ?? '')).toBeLessThanOrEqual(before);
  await context.setOffline(true);
  await page.goto('/offline');
  const item = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Kite Club' }) });
  await expect(item).toContainText(said ?? 'its size');
  await expect(page.locator('.offline-game-room')).toContainText(`Kept games take ${said}`);
  await expect.poll(() => item.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await item.getByRole('button', { name: 'Play Kite Club' }).click();
  const game = await waitForGameFrame(page);
  await expect(game.locator('html')).toHaveAttribute('data-state', 'playing');

  // Even with a network it reaches nothing: neither our origin, nor its parent page, nor its own storage.
  await context.setOffline(false);
  const reached = await game.evaluate(async (origin) => {
    const tries: Record<string, () => unknown> = {
      cookies: () => document.cookie,
      storage: () => localStorage.length,
      database: () => indexedDB.open('a'),
      caches: () => caches.keys(),
      worker: () => navigator.serviceWorker.register('/sw.js'),
      frame: () => parent.document.title,
      page: () => window.top?.document.title,
      fetch: () => fetch(`${origin}/api/v1/games`),
      picture: () =>
        new Promise((resolve, reject) => Object.assign(new Image(), { onload: resolve, onerror: reject, src: `${origin}/icon.svg` })),
      script: () => import(`${origin}/sw.js`),
      window: () => window.open(origin) ?? Promise.reject(new Error('refused')),
    };
    const through: string[] = [];
    for (const [name, run] of Object.entries(tries)) {
      const well = await Promise.resolve()
        .then(run)
        .then(
          () => true,
          () => false,
        );
      if (well) through.push(name);
    }
    return { through, origin: self.origin };
  }, baseURL);
  expect(reached).toEqual({ through: [], origin: 'null' });
  // It cannot navigate the page or its own frame elsewhere: the former is refused, the latter ends in an error.
  const ended = page.waitForEvent('framenavigated', (frame) => frame === game);
  const isRefused = await game.evaluate((origin) => {
    let hasFailed = false;
    try {
      if (window.top) window.top.location.href = `${origin}/about`;
    } catch {
      hasFailed = true;
    }
    location.href = `${origin}/about`;
    return hasFailed;
  }, baseURL);
  expect(isRefused).toBe(true);
  await ended;
  expect(page.frames().map((frame) => new URL(frame.url()).pathname)).not.toContain('/about');

  await page.locator('.player .close').click();
  await item.getByRole('button', { name: 'Remove Kite Club' }).click();
  await expect(page.getByText('No games kept yet.')).toBeVisible();
  await expect(page).toHaveURL('/offline');
  await expect.poll(() => listCacheNames(page)).not.toContain('kiddo-games');
});

/** Makes the saved version of a game outdated. */
async function outdate(page: Page, id: string): Promise<void> {
  await page.evaluate(async (name) => {
    const cache = await caches.open('kiddo-games');
    const facts = (await (await cache.match(name))?.json()) as object;
    await cache.put(name, Response.json({ ...facts, src: 'http://localhost/older/index.html' }));
  }, `/offline/facts/${id}`);
}

test('a page that no worker controls although one is active is controlled a moment later', async ({ page, context }) => {
  await page.goto('/games/kite-club');
  await waitForServiceWorker(page);
  // Such as a page that was loading while the worker became active; loading it past the worker makes one for certain.
  const devTools = await context.newCDPSession(page);
  const loaded = page.waitForEvent('load');
  await devTools.send('Page.reload', { ignoreCache: true });
  await loaded;
  await waitForServiceWorker(page);
});

test('who plays is not given another version in the middle of it when the network goes', async ({ page, context }) => {
  await page.clock.install();
  await saveGameOffline(page, 'kite-club');
  await outdate(page, 'kite-club');
  await page.reload();
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  const frame = page.locator('.player iframe');
  await expect(page.locator('.player iframe.shown')).toBeVisible({ timeout: 60_000 });
  await expect(frame).toHaveAttribute('src', /^http/);
  const src = await frame.getAttribute('src');
  await context.setOffline(true);
  // Anything that renders the player again.
  await page.getByRole('button', { name: 'Fullscreen', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Leave fullscreen' })).toBeVisible();
  // Nor does it load later.
  await page.clock.runFor(10_000);
  await expect(frame).toHaveAttribute('src', src ?? '');
  await expect(page.locator('.player iframe.shown')).toBeVisible();
});

test('a game that is not reached is played from what is kept of it, in the sandbox of kept games', async ({ page, context }) => {
  await saveGameOffline(page, 'kite-club');
  await outdate(page, 'kite-club');
  await page.reload();
  await waitForHydration(page);
  // A network without a route to the server: the browser does not notice it.
  let lose = () => {};
  const isLost = new Promise<void>((resolve) => (lose = resolve));
  await context.route(/\/index\.html/, async (route) => {
    await route.abort();
    lose();
  });
  await context.route('**/plays', async (route) => {
    await isLost;
    await route.abort();
  });
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  const game = await waitForGameFrame(page);
  await expect(game.locator('html')).toHaveAttribute('data-state', 'playing');
});

test('games of all kinds play without a network', async ({ page, context, baseURL }) => {
  test.setTimeout(360_000);
  await signInNewSubscriber(context, baseURL ?? '');
  const ids = process.env['ALL_GAMES']
    ? await listSeededGames()
    : ['matatu-rush', 'coral-divers', 'bao-master', 'star-farm', 'reli-tycoon'];
  for (const id of ids) await saveGameOffline(page, id);
  await context.setOffline(true);
  await page.goto('/offline');
  await expect(page.locator('.offline-game-item')).toHaveCount(ids.length);
  for (const button of await page.getByRole('button', { name: /^Play / }).all()) {
    await button.click();
    const game = await waitForGameFrame(page);
    await expect(game.locator('html')).not.toHaveAttribute('data-state', 'title');
    await page.locator('.player .close').click();
    await expect(page.locator('.player')).toHaveCount(0);
  }
  await expect(page.locator('.offline-game-item')).toHaveCount(ids.length);
});

test('a full device and a stop leave nothing behind', async ({ page, baseURL, quiet }) => {
  quiet.allow(/quota/i);
  await page.goto('/games/kite-club');
  await waitForHydration(page);
  const session = await page.context().newCDPSession(page);
  const origin = baseURL ?? '';
  await waitForServiceWorker(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 20_000 });
  await saveOfflineButton(page).click();
  await expect(page.getByText('Not enough room')).toBeVisible();
  await session.send('Storage.overrideQuotaForOrigin', { origin });
  await expect.poll(() => listCachedPaths(page, 'kiddo-games')).toBeNull();
  // A connection so slow that there is time to stop.
  let go = () => {};
  const gate = new Promise<void>((resolve) => (go = resolve));
  await page.route('**/game.js', async (route) => {
    await gate;
    await route.fallback();
  });
  const asked = page.waitForRequest('**/game.js', { timeout: 60_000 });
  await saveOfflineButton(page).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await asked;
  // The pending request must be aborted: otherwise the game would be saved a moment later, when the file arrives.
  const calledOff = page.waitForEvent('requestfailed', { predicate: (request) => request.url().endsWith('/game.js'), timeout: 60_000 });
  await page.getByRole('button', { name: 'Stop' }).click();
  await calledOff;
  await expect(saveOfflineButton(page)).toBeVisible();
  go();
  await expect.poll(() => listCachedPaths(page, 'kiddo-games')).toBeNull();
});

test('a premium game that is kept is played from there, also online; of another version only without a network', async ({
  page,
  context,
  baseURL,
}) => {
  await signInNewSubscriber(context, baseURL ?? '');
  await saveGameOffline(page, 'coral-divers');
  const loaded: string[] = [];
  page.on(
    'request',
    (request) => request.url().includes('/games/coral-divers/') && request.url().includes('/t/') && loaded.push(request.url()),
  );
  const play = async (src: RegExp) => {
    await page.goto('/about');
    await page.goto('/games/coral-divers');
    await waitForHydration(page);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(page.locator('.player iframe.shown')).toBeVisible({ timeout: 60_000 });
    await expect(page.locator('.player iframe')).toHaveAttribute('src', src);
  };
  await play(/^\/offline\/frame/);
  expect(loaded).toEqual([]);
  await outdate(page, 'coral-divers');
  await play(/\/t\/coral-divers\./);
});

test('a premium game that is kept goes when premium ends', async ({ page, context, baseURL, quiet }) => {
  quiet.allow(/status of 403/);
  const me = await signInNewSubscriber(context, baseURL ?? '');
  await saveGameOffline(page, 'coral-divers');
  await saveGameOffline(page, 'kite-club');
  await query(`update paid_periods set begins_at = now() - interval '1 day', ends_at = now() - interval '1 minute' where player_id = $1`, [
    me.id,
  ]);
  await expect.poll(() => canPlayPremium(context, baseURL ?? '')).toBe(false);
  await page.goto('/offline');
  await expect(page.getByText('cannot be played any more')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Coral Divers' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Kite Club' })).toBeVisible();
});
