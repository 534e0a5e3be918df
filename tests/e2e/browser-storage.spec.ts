import type { Browser, BrowserContext, Page } from '@playwright/test';
import { listAllPaths, UNKNOWN_ID } from '../all-paths.ts';
import { answerAge, expectSignedIn, waitForMail, createNewAccount, signIn, signOut, signUp } from './accounts.ts';
import { befriend } from './friends.ts';
import { setPassword, PASSWORD } from './passwords.ts';
import { signInNewSubscriber } from './payments.ts';
import { signInNewPlayer, type Known, query } from './players.ts';
import { expect, waitForHydration, test } from './site.ts';
import {
  expectKept,
  expectKeptBehind,
  expectListed,
  expectNothingOf,
  keptIn,
  names,
  settled,
  textsIn,
  type Choice,
} from './stored-entries.ts';
import { banner, chat, choose, doThings } from './storing-actions.ts';

// Everything that the site ever stores in a browser: /cookies must list each entry, and without consent only necessary entries are stored.
// The list itself, and the cookies that each route sets: tests/http/browser-storage.test.ts.

test.use({ actionTimeout: 60_000 });

/** A browser that has not answered the cookie question. */
const unasked = (browser: Browser, baseURL: string | undefined) =>
  browser.newContext({ baseURL, storageState: { cookies: [], origins: [] } });

/** Another player, who is a friend of this player. */
async function friendOf(me: Known, browser: Browser, baseURL: string | undefined): Promise<Known> {
  const context = await unasked(browser, baseURL);
  const friend = await signInNewPlayer(context, { origin: baseURL ?? '' });
  await context.close();
  await befriend(me.id, friend.id);
  return friend;
}

/** Requests paths with this browser's cookies: all, or those of the team's pages. @returns those that are pages */
async function pagesFor(context: BrowserContext, friendId: string, which: 'all' | 'team' = 'all'): Promise<string[]> {
  const isPage = async (address: string) => {
    const answer = await context.request.get(address, { maxRedirects: 0 });
    return answer.status() === 200 && (answer.headers()['content-type'] ?? '').startsWith('text/html');
  };
  const pages: string[] = [];
  const all = listAllPaths(friendId);
  expect(all.length).toBeGreaterThan(70);
  const wanted = which === 'all' ? all : all.filter((address) => /^\/(moderation|operator)\b/.test(address));
  for (const address of wanted) if (await isPage(address)) pages.push(address);
  // A player who is leaving gets no other page.
  return pages.filter((address) => !/^\/(dev|leaving)/.test(address));
}

async function walk(page: Page, pages: string[], allowed: Choice, keepsGame = false): Promise<void> {
  // There are ever more pages: a fixed timeout does not fit a test that visits all of them.
  test.setTimeout(test.info().timeout + pages.length * 5_000);
  await page.clock.install();
  for (const address of pages) {
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    await waitForHydration(page);
    // Stays on the page, so that its delayed work runs too.
    await page.clock.runFor(10_000);
    await expectListed(page, allowed, keepsGame);
  }
  await settled(page);
  await expectListed(page, allowed, keepsGame);
}

test('a visitor, before a choice and after a no: only what is needed', async ({ browser, baseURL }) => {
  const context = await unasked(browser, baseURL);
  const page = await context.newPage();
  const pages = await pagesFor(context, UNKNOWN_ID);
  expect(pages.length).toBeGreaterThan(30);
  await walk(page, pages, 'nothing');
  await expect.poll(() => keptIn(page)).toEqual([]);
  await doThings(page, 'bubble-baobab');
  await expectKept(page, 'nothing', ['kiddo-game:*', 'kiddo-theme']);
  // The data saver is a cookie, once it is chosen.
  const saver = page.getByRole('button', { name: 'Save data' }).locator('visible=true').first();
  await saver.click();
  await expect(saver).toHaveAttribute('aria-pressed', 'true');
  await expectKept(page, 'nothing', ['kiddo-game:*', 'kiddo-theme', 'kiddo_saver']);
  await context.clearCookies();
  await expectKeptBehind(page, 'nothing', ['kiddo-game:*', 'kiddo-theme']);

  await page.goto('/');
  await waitForHydration(page);
  await banner(page).getByRole('button', { name: 'Reject non-essential' }).click();
  await expect(banner(page)).toBeHidden();
  await walk(page, ['/', '/games', '/games/kite-club', '/catalog', '/blog', '/offline', '/login'], 'nothing');
  await doThings(page, 'matatu-rush');
  const rest = ['cookie_consent', 'kiddo-game:*', 'kiddo-theme'];
  await expectKeptBehind(page, 'nothing', rest);
  // No other origin stores anything either: neither the games origin, nor a former frame.
  const { origins } = await context.storageState({ indexedDB: true });
  expect(origins.map(({ origin }) => origin)).toEqual([baseURL]);
  const cdp = await context.newCDPSession(page);
  const games = `http://localhost:${Number(new URL(baseURL ?? '').port) + 1}`;
  await expect.poll(async () => (await cdp.send('Storage.getUsageAndQuota', { origin: games })).usage).toBe(0);
  await context.close();
});

test('after a yes the rest is kept too; a no takes it away, at once and for good', async ({ browser, baseURL }) => {
  const context = await unasked(browser, baseURL);
  const page = await context.newPage();
  await page.goto('/');
  await waitForHydration(page);
  await banner(page).getByRole('button', { name: 'Accept all' }).click();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await walk(page, ['/', '/games', '/about', '/games/kite-club', '/blog'], 'all');
  await doThings(page, 'bubble-baobab');
  const all = ['/sw.js', 'kiddo-files', 'kiddo-pages', 'kiddo-shell:*', 'react-router-scroll-positions'];
  await expectKept(page, 'all', expect.arrayContaining(all.slice(0, 4)));
  await expectKeptBehind(page, 'all', expect.arrayContaining(all));

  await choose(page, 'Reject non-essential');
  const rest = ['cookie_consent', 'kiddo-game:*', 'kiddo-theme'];
  await expect.poll(async () => names(await keptIn(page)).toSorted(), { timeout: 60_000 }).toEqual(rest);
  // Navigates without a page load: the previous worker still controls this page.
  for (const [link, heading] of [
    ['/about', /About/],
    ['/blog', /Blog/i],
  ] as const) {
    await page.locator(`footer a[href="${link}"]`).click();
    await expect(page.getByRole('heading', { level: 1, name: heading }).first()).toBeVisible();
  }
  await settled(page);
  await expectKept(page, 'nothing', rest);
  await expectKeptBehind(page, 'nothing', rest);
  await context.close();
});

test('signing up, a lost password, Google and the second step: their cookies are on the list', async ({ browser, baseURL }) => {
  const context = await unasked(browser, baseURL);
  const page = await context.newPage();
  const who = createNewAccount();
  await signUp(page, who);
  await expect(page.getByText('Check your email to confirm your account.').first()).toBeVisible();
  await expectKeptBehind(page, 'nothing', ['kiddo_claim']);
  await page.goto((await waitForMail(who.email, /Confirm/)).link);
  await answerAge(page);
  await expectSignedIn(page);
  await signOut(page);
  await page.goto('/login?view=reset');
  await waitForHydration(page);
  await page.getByLabel('Email', { exact: true }).fill(who.email);
  await page.getByRole('button', { name: 'Send Reset Email' }).click();
  await page.goto((await waitForMail(who.email, /new Kiddo password/)).link);
  await expect(page).toHaveURL('/reset-password');
  await expectKept(page, 'nothing', expect.arrayContaining(['kiddo_reset']));

  const headers = { origin: baseURL ?? '' };
  const away = await context.request.post('/auth/google', { headers, form: { returnUrl: '/' }, maxRedirects: 0 });
  expect(away.status()).toBeGreaterThanOrEqual(300);
  await query('update players set two_factor = true where username = $1', [who.username]);
  await page.goto('/login');
  await waitForHydration(page);
  await page.getByLabel('Email or Username').fill(who.username);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText('One more step')).toBeVisible();
  const cookies = ['kiddo.dont_remember', 'kiddo.state', 'kiddo.two_factor', 'kiddo_device', 'kiddo_reset'];
  await expectKeptBehind(page, 'nothing', expect.arrayContaining(cookies));
  // As /cookies promises: only for this site, and scripts can read only the choices.
  for (const { name, path, sameSite, httpOnly } of await context.cookies())
    expect([name, path, sameSite, httpOnly]).toEqual([name, '/', 'Lax', true]);
  // No cookie lasts longer than the list says.
  const days: Record<string, number> = {
    kiddo_device: 365,
    kiddo_claim: 7,
    kiddo_birth: 1,
    kiddo_reset: 1 / 24,
    'kiddo.state': 1 / 288,
    'kiddo.two_factor': 1 / 144,
  };
  for (const { name, expires } of await context.cookies())
    if (name in days) expect((expires - Date.now() / 1000) / 86_400, name).toBeLessThanOrEqual((days[name] ?? 0) + 0.001);
    else expect(expires, `${name} ends with the browser`).toBe(-1);
  await context.close();
});

for (const role of ['player', 'moderator', 'operator'] as const)
  test(
    `a ${role}, before a choice: only what is needed, and after signing out nothing of theirs`,
    { tag: role === 'player' ? '@phone' : [] },
    async ({ browser, baseURL }) => {
      const context = await unasked(browser, baseURL);
      const page = await context.newPage();
      const me = await signInNewPlayer(context, { role, origin: baseURL ?? '' });
      await setPassword(me.id);
      const friend = await friendOf(me, browser, baseURL);
      await context.clearCookies();
      const visitors = new Set(role === 'player' ? await pagesFor(context, friend.id) : []);
      // The team signs in with a code too, which other journeys do: here the session is marked as if it had been asked for.
      await query('update players set two_factor = false where id = $1', [me.id]);
      await signIn(page, me.username, PASSWORD);
      await query('update players set two_factor = $2 where id = $1', [me.id, role !== 'player']);
      await query('update sessions set second_step = $2 where player_id = $1', [me.id, role !== 'player']);
      // The team opens its own pages, and a few that players open too: the player walks through all of theirs.
      const own = await pagesFor(context, friend.id, role === 'player' ? 'all' : 'team');
      const pages = own.filter((address) => !visitors.has(address));
      expect(pages).toContain({ player: '/profile', moderator: '/moderation', operator: '/operator' }[role]);
      await walk(page, [...new Set([...pages, '/', '/games', '/friends', '/subscription', '/profile'])], 'nothing');
      await doThings(page, 'star-farm');
      await chat(page, friend);
      const theirs = ['kiddo:mine:draft:*', 'kiddo:mine:unsent:*', 'kiddo-owner', 'kiddo_session'];
      await expectKeptBehind(page, 'nothing', expect.arrayContaining(theirs));
      await page.goto('/');
      await waitForHydration(page);
      await signOut(page);
      await expectNothingOf(page, me);
      // What they saved in games too: they were not remembered. The page that says so removes it, and is not left before.
      await expect.poll(async () => names(await keptIn(page))).not.toContain('kiddo-save-owner');
      await expectKeptBehind(page, 'nothing', ['kiddo-theme', 'kiddo_device']);
      await context.close();
    },
  );

test(
  'a premium player who keeps games and does things without a network: all of it listed, and gone after signing out',
  // Only the full browser has background sync.
  { tag: '@full-browser' },
  async ({ browser, baseURL }) => {
    const context = await unasked(browser, baseURL);
    const page = await context.newPage();
    const me = await signInNewSubscriber(context, baseURL ?? '');
    for (const game of ['coral-divers', 'kite-club']) {
      await page.goto(`/games/${game}`);
      await waitForHydration(page);
      await page.getByRole('button', { name: /^Keep for offline/ }).click();
      await expect(page.getByText(/^Kept on this device/)).toBeVisible({ timeout: 60_000 });
    }
    const workerState = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state);
    await expect.poll(workerState).toBe('activated');
    await walk(page, ['/', '/games', '/subscription', '/profile', '/offline', '/games/kite-club'], 'nothing', true);
    await context.setOffline(true);
    await page
      .getByRole('button', { name: /favorite/i })
      .first()
      .click();
    await expect.poll(() => page.evaluate(() => caches.has('kiddo-waiting'))).toBe(true);
    await expectKept(page, 'nothing', expect.arrayContaining(['kiddo-games', 'kiddo-waiting', 'kiddo-shell:*', '/sw.js']), true);
    // The tickets for a premium game's files must not be stored with it.
    await expect.poll(async () => (await textsIn(page)).join()).not.toMatch(/\/t\/[^/]+\/games\//);
    await context.setOffline(false);
    await expect.poll(() => query('select 1 from favorites where player_id = $1', [me.id]), { timeout: 60_000 }).toHaveLength(1);

    await page.goto('/offline');
    await waitForHydration(page);
    await expect(page.getByRole('heading', { level: 2, name: 'Coral Divers' })).toBeVisible();
    await signOut(page);
    // Wait before opening the caches: opening one that was just deleted would recreate it.
    await expect.poll(() => page.evaluate(() => caches.has('kiddo-waiting'))).toBe(false);
    await expectNothingOf(page, me);
    await page.goto('/offline');
    // Free games stay for everybody on this device.
    await expect(page.getByRole('heading', { level: 2, name: 'Kite Club' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: 'Coral Divers' })).toBeHidden();
    await expect.poll(async () => (await textsIn(page)).join()).not.toContain('coral-divers');
    await page.goto('/robots.txt');
    const gone = ['kiddo-owner', 'kiddo-waiting', 'kiddo_session'];
    await expect.poll(async () => names(await expectListed(page, 'nothing', true)).filter((each) => gone.includes(each))).toEqual([]);
    await context.close();
  },
);

/** The URLs of the pages cached for offline use. */
const keptPages = (page: Page) =>
  page.evaluate(async () => {
    const found = (await caches.has('kiddo-pages')) ? await (await caches.open('kiddo-pages')).keys() : [];
    return found.map(({ url }) => new URL(url).pathname);
  });

test('what was kept by consent goes with who was signed in, also when the session was ended elsewhere', async ({ browser, baseURL }) => {
  const context = await unasked(browser, baseURL);
  const page = await context.newPage();
  await page.goto('/');
  await waitForHydration(page);
  await choose(page, 'Accept all');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto('/about');
  await expect.poll(() => keptPages(page)).toContain('/about');
  const me = await signInNewPlayer(context, { origin: baseURL ?? '' });
  const friend = await friendOf(me, browser, baseURL);
  await walk(page, ['/', '/profile', '/friends', '/settings', '/notifications/list', '/games', `/profile/${friend.id}`], 'all');
  await chat(page, friend);
  // While a player is signed in, pages are cached as visitors see them: they contain neither the viewer nor what they wrote.
  await settled(page);
  const inCaches = (await textsIn(page, 'caches')).filter((text) =>
    [me.id, me.username, me.displayName, 'Sawa sawa', 'are you there?'].some((each) => text.includes(each)),
  );
  expect(inCaches).toEqual([]);
  await query('delete from sessions where player_id = $1', [me.id]);
  await page.goto('/games');
  await waitForHydration(page);
  await expectSignedIn(page, false);
  // Signing out also removes the pages that the player visited.
  await expect.poll(() => keptPages(page)).not.toContain('/about');
  await expectNothingOf(page, me);
  await expectNothingOf(page, friend);
  await context.close();
});
