import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { waitForLiveConnection } from './friends.ts';
import {
  offlineBanner,
  listCachedPaths,
  listCacheNames,
  consentStorageState,
  recordVisitMessages,
  saveGameOffline,
  NO_NETWORK,
  waitForGameFrame,
  stayUntil,
  visitUntilCached,
  waitForServiceWorker,
} from './offline.ts';
import { expectSignedIn } from './accounts.ts';
import { signInNewPlayer, query } from './players.ts';
import { expect, waitForHydration, test } from './site.ts';

// Without a network: pages that were visited before, and actions meanwhile.

test.use({ storageState: consentStorageState('all') });
test.beforeEach(({ quiet }) => quiet.allow(NO_NETWORK));

// The headless shell reports every page as installable. The files that the manifest names: tests/http/pages.test.ts.
test('the site can be installed', { tag: '@full-browser' }, async ({ page }) => {
  await page.goto('/');
  await waitForServiceWorker(page);
  const session = await page.context().newCDPSession(page);
  const { errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A test's browser has no profile, like a private window.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
});

const VISITED = 'visited pages open without a network and say so; others lead to what works; then the page comes back by itself';
test(VISITED, { tag: '@full-browser' }, async ({ page, context }) => {
  await visitUntilCached(page, '/about');
  // A page reached by client-side navigation opens too.
  await page.goto('/games');
  await waitForHydration(page);
  // The first game depends on the number of plays; a locked one would lead to the sign-in page.
  await page.locator('.card:not(.locked) a').first().click();
  await page.waitForURL(/\/games\/./);
  const game = new URL(page.url()).pathname;
  await stayUntil(page, () => listCachedPaths(page, 'kiddo-pages'), game);

  await context.setOffline(true);
  await page.reload();
  await expect(offlineBanner(page)).toContainText('You are offline');
  await expect(offlineBanner(page)).toContainText('from your last visit');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // With styles, scripts and pictures.
  const brokenPictures = () =>
    page.evaluate(() => [...document.images].filter((image) => image.complete && image.naturalWidth === 0).length);
  await expect.poll(brokenPictures).toBe(0);
  // A cached page does not know whether a player is signed in: it must not say that nobody is.
  await expect(page.locator('a[href="/login"]:visible, a[href="/signup"]:visible')).toHaveCount(0);
  // A link loads its page as a whole document here.
  const loaded = page.waitForEvent('load');
  await page.evaluate(() => (document.querySelector<HTMLAnchorElement>('a[href="/about"]') as HTMLAnchorElement).click());
  await loaded;
  await expect(page).toHaveURL('/about');
  await expect(offlineBanner(page)).toBeVisible();

  await page.goto('/careers');
  await expect(page).toHaveURL('/offline?from=%2Fcareers');
  await expect(page.getByRole('heading', { level: 1, name: 'Offline games' })).toBeVisible();
  await expect(page.getByText('That page needs internet.')).toBeVisible();
  await context.setOffline(false);
  await expect(offlineBanner(page)).toHaveCount(0, { timeout: 60_000 });
  await page.getByRole('link', { name: 'Try that page again' }).click();
  await expect(page).toHaveURL('/careers');
});

test('a player finds visited pages as everybody sees them, never private ones; signing out takes all of it away', async ({
  page,
  context,
  baseURL,
}) => {
  const me = await signInNewPlayer(context, { origin: baseURL ?? '' });
  const visits = await recordVisitMessages(page);
  await visitUntilCached(page, '/games/matatu-rush');
  for (const address of ['/profile', '/friends']) {
    await page.goto(address);
    await stayUntil(page, () => visits, address);
  }
  // The worker received those two before this one.
  await visitUntilCached(page, '/about');
  await expect.poll(() => listCachedPaths(page, 'kiddo-pages')).toEqual(['/games/matatu-rush', '/about']);
  const textsThatName = (names: string[]) =>
    page.evaluate(async (sought) => {
      const found: string[] = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) found.push((await (await cache.match(request))?.text()) ?? '');
      }
      return found.filter((text) => sought.some((each) => text.includes(each)));
    }, names);
  await expect.poll(() => textsThatName(['Matatu Rush'])).not.toEqual([]);
  await expect.poll(() => textsThatName([me.username, me.displayName])).toEqual([]);

  await context.setOffline(true);
  await page.goto('/games/matatu-rush');
  await expect(page.getByRole('heading', { level: 1, name: 'Matatu Rush' })).toBeVisible();
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/offline\?from=/);
  await page.goto('/games/matatu-rush');
  await expect(offlineBanner(page)).toBeVisible();
  const line = waitForLiveConnection(page);
  await context.setOffline(false);
  // The cached page, which is the same for everybody, updates to its viewer. It must not treat the viewer as a new player, which would
  // remove their data.
  await expectSignedIn(page);
  // If the data were removed, that would happen before the connection opens.
  await line;
  await expect.poll(() => listCachedPaths(page, 'kiddo-pages')).toContain('/games/matatu-rush');
  // The server ended the session later: the next page removes the data.
  await context.clearCookies({ name: 'kiddo_session' });
  await page.goto('/help');
  await expect.poll(() => listCachedPaths(page, 'kiddo-pages'), { timeout: 60_000 }).not.toContain('/games/matatu-rush');
});

test.describe('who rejects', () => {
  test.use({ storageState: consentStorageState('essential') });

  test('has no worker and nothing kept, until they keep a game; removing it takes the worker away', async ({ page, context }) => {
    const visits = await recordVisitMessages(page);
    const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    await page.clock.install();
    await page.goto('/games/kite-club');
    await waitForHydration(page);
    // The star trail loads last. Afterwards, everything else that is delayed runs too.
    await page.clock.runFor(10_000);
    await expect(page.locator('.star-trail')).toBeAttached();
    await page.clock.runFor(10_000);
    await expect.poll(workers).toBe(0);
    await expect.poll(() => listCacheNames(page)).toEqual([]);
    await saveGameOffline(page, 'kite-club');
    await page.goto('/about');
    await stayUntil(page, () => visits, '/about');
    await expect.poll(() => listCacheNames(page)).toEqual(['kiddo-games', 'kiddo-shell']);
    await context.setOffline(true);
    await page.goto('/about');
    await expect(page).toHaveURL('/offline?from=%2Fabout');
    await expect.poll(() => listCacheNames(page)).toEqual(['kiddo-games', 'kiddo-shell']);
    await context.setOffline(false);
    await page.goto('/offline');
    await page.getByRole('button', { name: 'Remove Kite Club' }).click();
    await expect.poll(() => listCacheNames(page)).toEqual([]);
    await expect.poll(workers).toBe(0);
  });
});

/** The queued requests in order, with their relevant field. */
const waiting = (page: Page) =>
  page.evaluate(async () => {
    if (!(await caches.has('kiddo-waiting'))) return [];
    const cache = await caches.open('kiddo-waiting');
    const requests = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith('/offline/waiting/'));
    // A request that was sent meanwhile no longer exists.
    const found = await Promise.all(
      requests.map(async (request) => (await cache.match(request))?.json() as Promise<QueuedRequest | undefined>),
    );
    return found
      .filter((request) => request !== undefined)
      .map(({ address, fields }) => `${address} ${fields['on'] ?? fields['stars'] ?? ''}`.trim());
  });
type QueuedRequest = { address: string; fields: Record<string, string> };

// Only a full browser wakes the worker when the network is back: then the page and the worker send at the same time.
test(
  'what is done without a network is sent once, and the player sees the result',
  { tag: '@full-browser' },
  async ({ page, context, baseURL }) => {
    const me = await signInNewPlayer(context, { origin: baseURL ?? '' });
    // Players can only rate a game after playing it for a minute.
    await query(`insert into play_times (player_id, game_id, seconds, counted_to) values ($1, 'kite-club', 90, now())`, [me.id]);
    const ratings = () => query(`select game_id, stars from ratings where player_id = $1`, [me.id]);
    const favorites = () => query(`select game_id from favorites where player_id = $1`, [me.id]);
    const plays = () => query(`select 1 from plays where player_id = $1`, [me.id]);
    await saveGameOffline(page, 'kite-club');
    await context.setOffline(true);
    const favorite = page.locator('form.favorite button').first();
    for (const isOn of [true, false, true]) {
      await favorite.click();
      await expect(favorite).toHaveAttribute('aria-pressed', String(isOn));
      await expect.poll(() => waiting(page)).toEqual([`/games/kite-club/favorite ${isOn ? 'yes' : 'no'}`]);
    }
    for (const stars of [2, 4]) {
      const name = `${stars} stars`;
      await page
        .locator('label')
        .filter({ has: page.getByRole('radio', { name }) })
        .click();
      await expect(page.getByText(`You gave ${name}`)).toBeVisible();
      await expect.poll(() => waiting(page)).toEqual(['/games/kite-club/favorite yes', `/games/kite-club/rating ${stars}`]);
    }
    // The page still works fully: its game is saved.
    await page.getByRole('link', { name: 'Play', exact: true }).first().click();
    await waitForGameFrame(page);
    await page.locator('.player .close').click();
    // The page with the number counts once: the play is queued beside the game.
    await expect.poll(() => waiting(page)).toHaveLength(3);
    await offlineBanner(page).getByRole('link', { name: 'What works now' }).click();
    await expect(page.getByText('3 things you did offline wait to be sent.')).toBeVisible();
    await expect.poll(favorites).toEqual([]);
    await expect.poll(ratings).toEqual([]);

    await context.setOffline(false);
    await expect(page.getByText('All 3 things you did offline were sent.')).toBeVisible({ timeout: 60_000 });
    await expect.poll(favorites).toEqual([{ game_id: 'kite-club' }]);
    await expect.poll(ratings).toEqual([{ game_id: 'kite-club', stars: 4 }]);
    await expect.poll(plays).toHaveLength(1);
    await expect.poll(() => waiting(page)).toEqual([]);
    // After a reload, only new actions are sent and reported: nothing that was sent before is repeated.
    await page.reload();
    await page.goto('/games/kite-club');
    await waitForHydration(page);
    await context.setOffline(true);
    await favorite.click();
    await expect.poll(() => waiting(page)).toEqual(['/games/kite-club/favorite no']);
    await context.setOffline(false);
    await expect(page.getByText('What you did offline was sent.')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText('were sent.')).toHaveCount(0);
    await expect.poll(favorites).toEqual([]);
    await expect.poll(plays).toHaveLength(1);
  },
);

/** What the browser still has to wake the worker for. */
const listSyncTags = (page: Page) =>
  page.evaluate(async () => {
    const { sync } = (await navigator.serviceWorker.ready) as unknown as { sync: { getTags(): Promise<string[]> } };
    return sync.getTags();
  });

const NOT_SENT = 'the player sees what can no longer be sent; after sign-out it waits for its player; another player sends nothing';
test(NOT_SENT, { tag: '@full-browser' }, async ({ page, context, baseURL, quiet }) => {
  quiet.allow(/status of 40[134]/);
  const origin = baseURL ?? '';
  const likeOffline = async (id: string) => {
    await page.goto(`/games/${id}`);
    await waitForHydration(page);
    await waitForServiceWorker(page);
    await context.setOffline(true);
    await page.locator('form.favorite button').first().click();
    await expect.poll(() => listCachedPaths(page, 'kiddo-waiting')).toHaveLength(1);
  };
  const first = await signInNewPlayer(context, { origin });
  await likeOffline('star-farm');
  // The session ends while there is no network.
  const mine = await context.cookies();
  await context.clearCookies({ name: 'kiddo_session' });
  await context.setOffline(false);
  await expect(page.getByText('One thing you did offline waits for you. Log in again, and we send it.')).toBeVisible({ timeout: 60_000 });
  await page.locator('.toasts').getByRole('link', { name: 'Log In' }).click();
  await expect(page).toHaveURL('/login?returnUrl=%2Fgames%2Fstar-farm');
  await expect.poll(() => listCachedPaths(page, 'kiddo-waiting')).toContainEqual(expect.stringContaining('/offline/waiting/'));
  // The browser wakes the worker, too. What it sent after the next line would be told to the page that is left by then.
  await expect.poll(() => listSyncTags(page)).toEqual([]);
  await context.addCookies(mine);
  await page.goto('/help');
  await expect(page.getByText('What you did offline was sent.')).toBeVisible();
  const favoritesOf = (...players: string[]) => query(`select player_id, game_id from favorites where player_id = any ($1)`, [players]);
  const sent = [{ player_id: first.id, game_id: 'star-farm' }];
  await expect.poll(() => favoritesOf(first.id)).toEqual(sent);

  // The next player on this device.
  await likeOffline('goal-street');
  await context.clearCookies({ name: 'kiddo_session' });
  const second = await signInNewPlayer(context, { origin });
  await context.setOffline(false);
  await page.goto('/help');
  await expect.poll(() => listCachedPaths(page, 'kiddo-waiting')).toEqual([]);
  await expect.poll(() => favoritesOf(first.id, second.id)).toEqual(sent);

  // The game was deleted meanwhile.
  const id = `gone-${second.username.slice(6)}`.replaceAll('_', '-');
  await query(`insert into games (id, title, description, hidden_at) select $1, 'Gone', 'Gone', now()`, [id]);
  // A page of the site would send it at once, and show the result before it is left.
  await page.goto('/robots.txt');
  await page.evaluate(
    async ([address, playerId]) => {
      const request = { address, fields: { on: 'yes' }, playerId };
      await (await caches.open('kiddo-waiting')).put('/offline/waiting/000000000000001', Response.json(request));
    },
    [`/games/${id}/favorite`, second.id],
  );
  await page.goto('/help');
  await expect(page.getByText('could not be sent')).toBeVisible();
  // By now, requests queued before this one would have been sent too, in the name of the signed-in player.
  await expect.poll(() => favoritesOf(first.id, second.id)).toEqual(sent);
  await query(`delete from games where id = $1`, [id]);
});

const VISITORS = 'what a visitor played offline is sent after somebody has signed in, as a visitor’s and not as theirs';
test(VISITORS, { tag: '@full-browser' }, async ({ page, context, baseURL }) => {
  await saveGameOffline(page, 'kite-club');
  await context.setOffline(true);
  await page.goto('/offline');
  await page.getByRole('button', { name: 'Play Kite Club' }).click();
  await waitForGameFrame(page);
  await expect.poll(() => waiting(page)).toEqual(['/games/kite-club/plays']);
  const [late] = await page.evaluate(async () => {
    const cache = await caches.open('kiddo-waiting');
    const found = await Promise.all((await cache.keys()).map(async (request) => (await cache.match(request))?.json()));
    return (found as QueuedRequest[]).map(({ fields }) => fields['late']);
  });
  const me = await signInNewPlayer(context, { origin: baseURL ?? '' });
  await context.setOffline(false);
  await page.goto('/help');
  await expect(page.getByText('What you did offline was sent.')).toBeVisible({ timeout: 60_000 });
  await expect
    .poll(() => query(`select game_id, player_id from plays where id = $1`, [late]))
    .toEqual([{ game_id: 'kite-club', player_id: null }]);
  await expect.poll(() => query(`select game_id from play_history where player_id = $1`, [me.id])).toEqual([]);
  await expect.poll(() => waiting(page)).toEqual([]);
});

test('a new build takes over when it is asked to, whole', async ({ page, context, baseURL, quiet }) => {
  quiet.allow(/fetch|WebSocket/);
  // The same site behind a proxy that changes the build name of the worker, and of the pages that it keeps.
  let [build, shell] = ['', ''];
  const inner = new URL(baseURL ?? '');
  const door = http.createServer((request, response) => {
    const passed = http.request(
      {
        host: inner.hostname,
        port: inner.port,
        path: request.url,
        method: request.method,
        headers: { ...request.headers, 'accept-encoding': '', ...(request.url?.startsWith('/sw.js') && { 'if-none-match': '' }) },
      },
      (answer) => {
        if (request.url?.startsWith('/sw.js') && answer.statusCode === 200 && build !== '') {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () => {
            const { etag: _, 'content-length': __, ...headers } = answer.headers;
            response.writeHead(200, headers);
            response.end(Buffer.concat(parts).toString().replaceAll(shell.slice(-12), build));
          });
        } else {
          const isOfBuild = answer.headers['x-kiddo-build'] !== undefined && build !== '';
          response.writeHead(answer.statusCode ?? 500, { ...answer.headers, ...(isOfBuild && { 'x-kiddo-build': build }) });
          answer.pipe(response);
        }
      },
    );
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => door.listen(0, () => resolve()));
  const origin = `http://localhost:${(door.address() as AddressInfo).port}`;
  await page.goto(`${origin}/about`);
  await waitForServiceWorker(page);
  await expect.poll(() => listCachedPaths(page, 'kiddo-pages'), { timeout: 60_000 }).toEqual(['/about']);
  const before = await page.evaluate(() => caches.keys());
  shell = before.find((name) => name.startsWith('kiddo-shell')) ?? '';

  build = 'another00000';
  await page.goto(`${origin}/help`);
  const note = page.getByText('A new version of Kiddo is ready.');
  await expect(note).toBeVisible({ timeout: 60_000 });
  // Until the user asks for the new version, the old one stays complete.
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(expect.arrayContaining(before));
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Use it now' }).click()]);
  await expect
    .poll(() => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('kiddo-shell'))))
    .toEqual([`kiddo-shell:${build}`]);
  // Visited pages are cached again, from the new build.
  await expect.poll(() => listCachedPaths(page, 'kiddo-pages'), { timeout: 60_000 }).toContain('/about');
  await expect(note).toHaveCount(0);
  await context.setOffline(true);
  await page.goto(`${origin}/about`);
  await expect(offlineBanner(page)).toBeVisible();
  door.close();
  door.closeAllConnections();
});
