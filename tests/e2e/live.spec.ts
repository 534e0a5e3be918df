import type { Page } from '@playwright/test';
import { settings, start, type Site } from './own-site.ts';
import { enter, query } from './players.ts';
import { expect, hydrated, test } from './site.ts';

// The live connection as a tab has it, when the server or the session goes away.

const bell = (page: Page, unread: number) =>
  page.getByRole('button', { name: unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`, exact: true });

async function happen(playerId: string, event: string, dataDir: string): Promise<void> {
  await query(
    `insert into notifications (id, player_id, type, title, message, event) values (gen_random_uuid(), $1, 'general', $2, '', $2)`,
    [playerId, event],
    dataDir,
  );
}

test('a server that restarts under an open page: it comes back by itself and nothing is lost', async ({ page, quiet }) => {
  quiet.allow(/ERR_CONNECTION_REFUSED|WebSocket|Failed to load resource|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/);
  const env = await settings();
  const dataDir = env['DATA_DIR'] ?? '';
  let site: Site = await start(env);
  const me = await enter(page.context(), { dataDir, origin: site.url });
  const lines: string[] = [];
  page.on('websocket', (socket) => lines.push(socket.url()));
  await page.goto(`${site.url}/games/kite-club`);
  await hydrated(page);
  await expect.poll(() => lines.length).toBe(1);
  // The button shows it before the server has it.
  const saved = page.waitForResponse((response) => response.url().includes('/favorite') && response.ok());
  await page.getByRole('button', { name: 'Favorite' }).click();
  await expect(page.getByRole('button', { name: 'Favorited' })).toBeVisible();
  await saved;

  site.child.kill('SIGKILL');
  await site.ended;
  // While it is down the page stands as it was.
  await page.waitForTimeout(2_500);
  await expect(page.getByRole('heading', { level: 1, name: 'Kite Club' })).toBeVisible();
  site = await start(env);
  // Something happened that nobody could be told.
  await happen(me.id, 'while you were away', dataDir);
  await expect(bell(page, 1)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'Favorited' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Kite Club' })).toBeVisible();
  site.child.kill('SIGTERM');
  await site.ended;
});

test('signing out in one browser closes the line of its other tabs, and they follow; another browser stays', async ({ browser, quiet }) => {
  quiet.allow(/./);
  const env = await settings();
  const dataDir = env['DATA_DIR'] ?? '';
  const site = await start(env);
  const context = await browser.newContext({ baseURL: site.url });
  const me = await enter(context, { dataDir, origin: site.url });
  const tab = await context.newPage();
  const closed = new Promise<number>((resolve) => tab.on('websocket', (socket) => socket.on('close', () => resolve(Date.now()))));
  await tab.goto('/profile');
  await hydrated(tab);
  await expect(bell(tab, 0)).toBeVisible();
  await expect.poll(async () => (await query(`select 1 from sessions where player_id = $1`, [me.id], dataDir)).length).toBe(1);
  // From elsewhere, so that only the live connection can tell this browser.
  const cookie = (await context.cookies()).find((each) => each.name === 'kiddo_session');
  const at = Date.now();
  const out = await fetch(`${site.url}/logout`, {
    method: 'POST',
    headers: { origin: site.url, cookie: `kiddo_session=${cookie?.value}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'a=1',
    redirect: 'manual',
  });
  expect(out.status).toBe(302);
  expect((await closed) - at).toBeLessThan(5_000);
  await expect(tab).toHaveURL(/\/login/);
  await context.close();
  site.child.kill('SIGTERM');
  await site.ended;
});

test('a tab that is only open asks for nothing', async ({ page }) => {
  const env = await settings();
  const site = await start(env);
  await enter(page.context(), { dataDir: env['DATA_DIR'] ?? '', origin: site.url });
  const open = new Set<unknown>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  await page.clock.install();
  await page.goto(site.url);
  await hydrated(page);
  await expect(bell(page, 0)).toBeVisible();
  // From here on time passes only when it is told to: a line that hears nothing for long enough is given up, and asked about.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  // The player's code and the stars come when the page is idle.
  await page.clock.runFor(10_000);
  await expect(page.locator('.star-trail')).toBeAttached();
  await expect.poll(() => open.size).toBe(0);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  for (let i = 0; i < 10; i++) await page.clock.runFor(10_000);
  await page.waitForTimeout(500);
  expect(asked).toEqual([]);
  // Once its line is lost it would ask at once.
  await page.close();
  site.child.kill('SIGTERM');
  await site.ended;
});

test('without a live connection the bell looks as often as the specification polls', async ({ page, quiet }) => {
  quiet.allow(/WebSocket/);
  const env = await settings();
  const dataDir = env['DATA_DIR'] ?? '';
  const site = await start({ ...env, ROLES: 'web,worker' });
  const me = await enter(page.context(), { dataDir, origin: site.url });
  await page.clock.install();
  await page.goto(site.url);
  await hydrated(page);
  await expect(bell(page, 0)).toBeVisible();
  await happen(me.id, 'polled', dataDir);
  await page.clock.runFor(31_000);
  await expect(bell(page, 1)).toBeVisible();
  site.child.kill('SIGTERM');
  await site.ended;
});
