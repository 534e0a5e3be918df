import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from '@playwright/test';
import { lineOf } from './friends.ts';
import { enterAsMember } from './payers.ts';
import { expectSignedIn } from './people.ts';
import { enter, query } from './players.ts';
import { expect, hydrated, shippedGames, test } from './site.ts';

// Without a network, in a browser whose service worker works as a player's does.

const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|WebSocket/;
const consented = (choice: 'all' | 'essential') => ({
  cookies: [
    { name: 'cookie_consent', value: choice, domain: 'localhost', path: '/', expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' },
  ],
  origins: [],
});
type Cookies = Parameters<BrowserContext['addCookies']>[0];

test.use({ storageState: consented('all') as { cookies: Required<Cookies[number]>[]; origins: [] } });
test.beforeEach(({ quiet }) => quiet.allow(NO_NETWORK));
test.describe.configure({ timeout: 120_000 });

const bannerOf = (page: Page) => page.locator('.offline-banner');
const keepButton = (page: Page) => page.getByRole('button', { name: /^Keep for offline \(\d+\.\d MB\)$/ });

/** Waits until the service worker answers for this page. */
async function worked(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 20_000 });
}

/** The paths that a cache holds; null where there is no such cache. */
async function cached(page: Page, start: string): Promise<string[] | null> {
  return page.evaluate(async (name) => {
    const found = (await caches.keys()).find((each) => each.startsWith(name));
    if (found === undefined) return null;
    return (await (await caches.open(found)).keys()).map(({ url }) => new URL(url).pathname);
  }, start);
}

async function cacheNames(page: Page): Promise<string[]> {
  return page.evaluate(async () => (await caches.keys()).map((name) => name.replace(/:.*/, '')).toSorted());
}

/** Opens a page and stays until the worker has kept it. */
async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await worked(page);
  await expect.poll(() => cached(page, 'kiddo-pages'), { timeout: 15_000 }).toContain(address);
}

async function keep(page: Page, id: string): Promise<void> {
  await page.goto(`/games/${id}`);
  await hydrated(page);
  await keepButton(page).click();
  await expect(page.locator('.keep-state', { hasText: 'Kept on this device' })).toBeVisible();
  await worked(page);
}

/** The game in its two frames, once it shows itself. */
async function running(page: Page) {
  await expect(page.locator('.player iframe.shown')).toBeVisible({ timeout: 30_000 });
  const game = page.frames().find((frame) => frame.url() === 'about:srcdoc');
  if (!game) throw new Error('the game has no frame');
  return game;
}

test('the site can be installed', async ({ page }) => {
  await page.goto('/');
  await worked(page);
  const session = await page.context().newCDPSession(page);
  const { errors, data } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A test's browser has no profile, like a private window.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
  const { icons, shortcuts } = JSON.parse(data ?? '{}') as { icons: { src: string; sizes: string }[]; shortcuts: { url: string }[] };
  for (const { src, sizes } of icons) {
    const width = await page.evaluate(
      (address) =>
        new Promise<number>((resolve) => {
          const image = new Image();
          image.addEventListener('load', () => resolve(image.naturalWidth));
          image.addEventListener('error', () => resolve(0));
          image.src = address;
        }),
      src,
    );
    expect(width, src).toBe(sizes === 'any' ? width || 1 : Number(sizes.split('x')[0]));
  }
  for (const { url } of shortcuts) expect((await page.request.get(url)).status(), url).toBe(200);
});

test('visited pages open without a network and say so; others lead to what works; then the page comes back by itself', async ({
  page,
  context,
}) => {
  await visit(page, '/about');
  // Walked to, not loaded: it opens too.
  await page.goto('/games');
  await hydrated(page);
  // Which one is first changes with what is played; a locked one would lead to the sign-in.
  await page.locator('.card:not(.locked) a').first().click();
  await page.waitForURL(/\/games\/./);
  const game = new URL(page.url()).pathname;
  await expect.poll(() => cached(page, 'kiddo-pages'), { timeout: 15_000 }).toContain(game);

  await context.setOffline(true);
  await page.reload();
  await expect(bannerOf(page)).toContainText('You are offline');
  await expect(bannerOf(page)).toContainText('from your last visit');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Styled and alive, with its pictures.
  expect(await page.evaluate(() => [...document.images].filter((image) => image.complete && image.naturalWidth === 0).length)).toBe(0);
  // A kept page does not know whether somebody is signed in: it does not say that nobody is.
  await expect(page.locator('a[href="/login"]:visible, a[href="/signup"]:visible')).toHaveCount(0);
  await page.evaluate(() => (document.querySelector<HTMLAnchorElement>('a[href="/about"]') as HTMLAnchorElement).click());
  await page.waitForURL('/about');
  await expect(bannerOf(page)).toBeVisible();

  await page.goto('/careers');
  await expect(page).toHaveURL('/offline?from=%2Fcareers');
  await expect(page.getByRole('heading', { level: 1, name: 'Offline games' })).toBeVisible();
  await expect(page.getByText('That page needs internet.')).toBeVisible();
  await context.setOffline(false);
  await expect(bannerOf(page)).toHaveCount(0, { timeout: 15_000 });
  await page.getByRole('link', { name: 'Try that page again' }).click();
  await expect(page).toHaveURL('/careers');
});

test('a player finds visited pages as everybody sees them, never private ones; signing out takes all of it away', async ({
  page,
  context,
  baseURL,
}) => {
  const me = await enter(context, { origin: baseURL ?? '' });
  await visit(page, '/games/matatu-rush');
  for (const address of ['/profile', '/friends']) {
    await page.goto(address);
    await page.waitForTimeout(3_000);
  }
  expect(await cached(page, 'kiddo-pages')).toEqual(['/games/matatu-rush']);
  const texts = await page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) found.push((await (await cache.match(request))?.text()) ?? '');
    }
    return found;
  });
  expect(texts.filter((text) => text.includes(me.username) || text.includes(me.displayName))).toEqual([]);

  await context.setOffline(true);
  await page.goto('/games/matatu-rush');
  await expect(page.getByRole('heading', { level: 1, name: 'Matatu Rush' })).toBeVisible();
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/offline\?from=/);
  await page.goto('/games/matatu-rush');
  await expect(bannerOf(page)).toBeVisible();
  const line = lineOf(page);
  await context.setOffline(false);
  // The page that was kept for everybody learns in place who looks at it: that is nobody else, who would find nothing here.
  await expectSignedIn(page);
  await line;
  expect(await cached(page, 'kiddo-pages')).toContain('/games/matatu-rush');
  // Signed out on another day, by the server: the next page clears.
  await context.clearCookies({ name: 'kiddo_session' });
  await page.goto('/help');
  await expect.poll(() => cached(page, 'kiddo-pages'), { timeout: 15_000 }).not.toContain('/games/matatu-rush');
});

test('a game is kept, listed, played without a network in its sandbox, and removed', async ({ page, context, baseURL, quiet }) => {
  // What it tries below is refused, and the browser says so.
  quiet.allow(/Content Security Policy|Blocked opening|Unsafe attempt|sandboxed/);
  await page.goto('/games/kite-club');
  await hydrated(page);
  const before = Number.parseFloat(/\d+\.\d/.exec(await keepButton(page).innerText())?.[0] ?? '');
  await keep(page, 'kite-club');
  const said = /\d+\.\d MB/.exec(await page.locator('.keep-state').innerText())?.[0];
  expect(Number.parseFloat(said ?? '')).toBeLessThanOrEqual(before);
  await context.setOffline(true);
  await page.goto('/offline');
  const item = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Kite Club' }) });
  await expect(item).toContainText(said ?? 'its size');
  await expect(page.locator('.kept-room')).toContainText(`Kept games take ${said}`);
  await expect.poll(() => item.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await item.getByRole('button', { name: 'Play Kite Club' }).click();
  const game = await running(page);
  await game.getByRole('button', { name: 'Play' }).click();
  await expect(game.locator('html')).toHaveAttribute('data-state', 'playing');

  // With a network again it still reaches nothing: not our origin, not us, not its own storage.
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
  // It cannot lead the page or its own frame elsewhere either.
  await game.evaluate((origin) => {
    try {
      if (window.top) window.top.location.href = `${origin}/about`;
    } catch {
      // As it should be.
    }
    location.href = `${origin}/about`;
  }, baseURL);
  await page.waitForTimeout(1_000);
  expect(page.frames().map((frame) => new URL(frame.url()).pathname)).not.toContain('/about');

  await page.locator('.player .close').click();
  await item.getByRole('button', { name: 'Remove Kite Club' }).click();
  await expect(page.getByText('No games kept yet.')).toBeVisible();
  expect(await cacheNames(page)).not.toContain('kiddo-games');
});

/** What is kept of a game is not the newest any more. */
async function outdate(page: Page, id: string): Promise<void> {
  await page.evaluate(async (name) => {
    const cache = await caches.open('kiddo-games');
    const facts = (await (await cache.match(name))?.json()) as object;
    await cache.put(name, Response.json({ ...facts, src: 'http://localhost/older/index.html' }));
  }, `/offline/facts/${id}`);
}

test('who plays is not given another version in the middle of it when the network goes', async ({ page, context }) => {
  await keep(page, 'kite-club');
  await outdate(page, 'kite-club');
  await page.reload();
  await hydrated(page);
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  const frame = page.locator('.player iframe');
  await expect(page.locator('.player iframe.shown')).toBeVisible({ timeout: 30_000 });
  const src = await frame.getAttribute('src');
  expect(src).toMatch(/^http/);
  await context.setOffline(true);
  // Whatever draws the player anew.
  await page.getByRole('button', { name: 'Fullscreen', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Leave fullscreen' })).toBeVisible();
  await expect(frame).toHaveAttribute('src', src ?? '');
  await expect(page.locator('.player iframe.shown')).toBeVisible();
});

test('a game that is not reached is played from what is kept of it, in the sandbox of kept games', async ({ page, context }) => {
  await keep(page, 'kite-club');
  await outdate(page, 'kite-club');
  await page.reload();
  await hydrated(page);
  // A network that leads nowhere: the browser does not know of it.
  await context.route('**/plays', (route) => new Promise((resolve) => setTimeout(resolve, 500)).then(() => route.abort()));
  await context.route(/\/index\.html/, (route) => route.abort());
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  const game = await running(page);
  await game.getByRole('button', { name: 'Play' }).click();
  await expect(game.locator('html')).toHaveAttribute('data-state', 'playing');
});

test('games of all kinds play without a network', async ({ page, context, baseURL }) => {
  test.setTimeout(240_000);
  await enterAsMember(context, baseURL ?? '');
  const ids = process.env['ALL_GAMES'] ? await shippedGames() : ['matatu-rush', 'coral-divers', 'bao-master', 'star-farm', 'reli-tycoon'];
  for (const id of ids) await keep(page, id);
  await context.setOffline(true);
  await page.goto('/offline');
  await expect(page.locator('.kept-item')).toHaveCount(ids.length);
  for (const button of await page.getByRole('button', { name: /^Play / }).all()) {
    await button.click();
    const game = await running(page);
    await game.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(game.locator('html')).not.toHaveAttribute('data-state', 'title');
    await page.locator('.player .close').click();
    await expect(page.locator('.player')).toHaveCount(0);
  }
  await expect(page.locator('.kept-item')).toHaveCount(ids.length);
});

test('a full device and a stop leave nothing behind', async ({ page, baseURL, quiet }) => {
  quiet.allow(/quota/i);
  await page.goto('/games/kite-club');
  await hydrated(page);
  const session = await page.context().newCDPSession(page);
  const origin = baseURL ?? '';
  await worked(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 20_000 });
  await keepButton(page).click();
  await expect(page.getByText('Not enough room')).toBeVisible();
  await session.send('Storage.overrideQuotaForOrigin', { origin });
  expect(await cached(page, 'kiddo-games')).toBeNull();
  // On a slow line there is time to stop.
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 20_000,
    uploadThroughput: 20_000,
  });
  await keepButton(page).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(keepButton(page)).toBeVisible();
  expect(await cached(page, 'kiddo-games')).toBeNull();
});

test.describe('who rejects', () => {
  test.use({ storageState: consented('essential') as { cookies: Required<Cookies[number]>[]; origins: [] } });

  test('has no worker and nothing kept, until they keep a game; removing it takes the worker away', async ({ page, context }) => {
    await page.goto('/games/kite-club');
    await hydrated(page);
    await page.waitForTimeout(4_000);
    expect([await cacheNames(page), await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)]).toEqual([
      [],
      0,
    ]);
    await keep(page, 'kite-club');
    await page.goto('/about');
    await page.waitForTimeout(4_000);
    expect(await cacheNames(page)).toEqual(['kiddo-games', 'kiddo-shell']);
    await context.setOffline(true);
    await page.goto('/about');
    await expect(page).toHaveURL('/offline?from=%2Fabout');
    await context.setOffline(false);
    await page.goto('/offline');
    await page.getByRole('button', { name: 'Remove Kite Club' }).click();
    await expect.poll(() => cacheNames(page)).toEqual([]);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  });
});

test('what is done without a network is sent once, and told', async ({ page, context, baseURL }) => {
  const me = await enter(context, { origin: baseURL ?? '' });
  // Who gives stars has been in the game for a minute.
  await query(`insert into play_times (player_id, game_id, seconds, counted_to) values ($1, 'kite-club', 90, now())`, [me.id]);
  const ratings = () => query(`select game_id, stars from ratings where player_id = $1`, [me.id]);
  await page.goto('/games/kite-club');
  await hydrated(page);
  await keep(page, 'kite-club');
  await context.setOffline(true);
  const favorite = page.locator('form.favorite button').first();
  for (const isOn of ['true', 'false', 'true']) {
    await favorite.click();
    await expect(favorite).toHaveAttribute('aria-pressed', isOn);
    await page.waitForTimeout(300);
  }
  for (const stars of [2, 4]) {
    const name = `${stars} stars`;
    await page
      .locator('label')
      .filter({ has: page.getByRole('radio', { name }) })
      .click();
    await expect(page.getByText(`You gave ${name}`)).toBeVisible();
    await page.waitForTimeout(300);
  }
  // The whole page is one that is open still: its game is kept.
  await page.getByRole('link', { name: 'Play', exact: true }).first().click();
  await running(page);
  await page.locator('.player .close').click();
  await bannerOf(page).getByRole('link', { name: 'What works now' }).click();
  await expect(page.getByText('3 things you did offline wait to be sent.')).toBeVisible();
  expect(await query(`select 1 from favorites where player_id = $1`, [me.id])).toHaveLength(0);
  expect(await ratings()).toEqual([]);

  await context.setOffline(false);
  await expect(page.getByText('All 3 things you did offline were sent.')).toBeVisible({ timeout: 20_000 });
  expect(await query(`select game_id from favorites where player_id = $1`, [me.id])).toEqual([{ game_id: 'kite-club' }]);
  expect(await ratings()).toEqual([{ game_id: 'kite-club', stars: 4 }]);
  expect(await query(`select 1 from plays where player_id = $1`, [me.id])).toHaveLength(1);
  await page.reload();
  await page.waitForTimeout(1_500);
  expect(await query(`select 1 from plays where player_id = $1`, [me.id])).toHaveLength(1);
  await expect(page.getByText('were sent.')).toHaveCount(0);
});

test('what cannot be sent any more is told; a session that ended waits for its player; another player sends nothing', async ({
  page,
  context,
  baseURL,
  quiet,
}) => {
  quiet.allow(/status of 40[134]/);
  const origin = baseURL ?? '';
  const likeOffline = async (id: string) => {
    await page.goto(`/games/${id}`);
    await hydrated(page);
    await worked(page);
    await context.setOffline(true);
    await page.locator('form.favorite button').first().click();
    await expect.poll(() => cached(page, 'kiddo-waiting')).toHaveLength(1);
  };
  const first = await enter(context, { origin });
  await likeOffline('star-farm');
  // The session ends while there is no network.
  const mine = await context.cookies();
  await context.clearCookies({ name: 'kiddo_session' });
  await context.setOffline(false);
  await page.goto('/help');
  await page.waitForTimeout(2_500);
  expect(await cached(page, 'kiddo-waiting')).toHaveLength(1);
  await context.addCookies(mine);
  await page.goto('/help');
  await expect(page.getByText('What you did offline was sent.')).toBeVisible();
  expect(await query(`select 1 from favorites where player_id = $1`, [first.id])).toHaveLength(1);

  // The next player on this device.
  await likeOffline('goal-street');
  await context.clearCookies({ name: 'kiddo_session' });
  const second = await enter(context, { origin });
  await context.setOffline(false);
  await page.goto('/help');
  await expect.poll(() => cached(page, 'kiddo-waiting')).toEqual([]);
  expect(await query(`select 1 from favorites where player_id in ($1, $2)`, [first.id, second.id])).toHaveLength(1);

  // The game is gone meanwhile.
  const id = `gone-${second.username.slice(6)}`.replaceAll('_', '-');
  await query(`insert into games (id, title, description, hidden_at) select $1, 'Gone', 'Gone', now()`, [id]);
  await page.goto('/help');
  await hydrated(page);
  await page.evaluate(
    async ([address, playerId]) => {
      const deed = { address, fields: { on: 'yes' }, playerId };
      await (await caches.open('kiddo-waiting')).put('/offline/waiting/000000000000001', Response.json(deed));
    },
    [`/games/${id}/favorite`, second.id],
  );
  await page.reload();
  await expect(page.getByText('could not be sent')).toBeVisible();
  await query(`delete from games where id = $1`, [id]);
});

test('a premium game that is kept goes when premium ends', async ({ page, context, baseURL, quiet }) => {
  quiet.allow(/status of 403/);
  const me = await enterAsMember(context, baseURL ?? '');
  await keep(page, 'coral-divers');
  await keep(page, 'kite-club');
  await query(`update paid_periods set begins_at = now() - interval '1 day', ends_at = now() - interval '1 minute' where player_id = $1`, [
    me.id,
  ]);
  await page.waitForTimeout(2_500);
  await page.goto('/offline');
  await expect(page.getByText('cannot be played any more')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Coral Divers' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Kite Club' })).toBeVisible();
});

test('a new build takes over when it is asked to, whole', async ({ page, context, baseURL, quiet }) => {
  quiet.allow(/fetch|WebSocket/);
  // The same site behind a door that gives the worker another name.
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
          response.writeHead(answer.statusCode ?? 500, answer.headers);
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
  await worked(page);
  await expect.poll(() => cached(page, 'kiddo-pages'), { timeout: 15_000 }).toEqual(['/about']);
  const before = await page.evaluate(() => caches.keys());
  shell = before.find((name) => name.startsWith('kiddo-shell')) ?? '';

  build = 'another00000';
  await page.goto(`${origin}/help`);
  const note = page.getByText('A new version of Kiddo is ready.');
  await expect(note).toBeVisible({ timeout: 15_000 });
  // Until it is asked for, the old one goes on whole.
  expect(await page.evaluate(() => caches.keys())).toEqual(expect.arrayContaining(before));
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Use it now' }).click()]);
  await expect
    .poll(() => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('kiddo-shell'))))
    .toEqual([`kiddo-shell:${build}`]);
  // What was visited is there again, as the new build makes it.
  await expect.poll(() => cached(page, 'kiddo-pages'), { timeout: 15_000 }).toContain('/about');
  await expect(note).toHaveCount(0);
  await context.setOffline(true);
  await page.goto(`${origin}/about`);
  await expect(bannerOf(page)).toBeVisible();
  door.close();
  door.closeAllConnections();
});
