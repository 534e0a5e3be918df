import type { Page } from '@playwright/test';
import { befriend, bell, openChatForBoth, waitForLiveConnection, messages, openPage, sendMessage } from './friends.ts';
import { DESKTOP, expect, PHONE, test as base } from './worker-site.ts';
import { createSiteEnv, startSite, type RunningSite } from './own-site.ts';
import { query } from './players.ts';
import { holdClock } from './site.ts';

// A tab's live connection when the server or the session ends.

type Own = { site: RunningSite; dataDir: string; env: Record<string, string> };

const test = base.extend<{ own: Own }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what is needed out of it
  own: async ({}, use) => {
    const env = await createSiteEnv({ prepared: true });
    const own: Own = { env, dataDir: env['DATA_DIR'] ?? '', site: await startSite(env) };
    await use(own);
    own.site.child.kill('SIGTERM');
    await own.site.ended;
  },
});

async function happen(playerId: string, event: string, dataDir?: string): Promise<void> {
  await query(
    `insert into notifications (id, player_id, type, title, message, event) values (gen_random_uuid(), $1, 'general', $2, '', $2)`,
    [playerId, event],
    dataDir,
  );
}

test('the server goes away under open pages: they stand, and come back by themselves; nothing is lost, each message is there once', async ({
  own,
  someone,
  quiet,
}) => {
  quiet.allow(/ERR_CONNECTION_REFUSED|WebSocket|Failed to load resource|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/);
  const { dataDir } = own;
  const at = { dataDir, origin: own.site.url };
  const [amina, brian, chao] = [
    await someone({ ...DESKTOP, ...at }),
    await someone({ ...PHONE, ...at }),
    await someone({ ...DESKTOP, ...at }),
  ];
  await befriend(amina.known.id, brian.known.id, dataDir);
  await openChatForBoth(amina, brian);
  await sendMessage(amina.page, brian.known, 'Before');
  await expect(messages(brian.page)).toHaveText(['Before']);
  const line = waitForLiveConnection(chao.page);
  await openPage(chao.page, '/games/kite-club');
  await line;
  // The button shows it before the server has saved it.
  const saved = chao.page.waitForResponse((response) => response.url().includes('/favorite') && response.ok());
  await chao.page.getByRole('button', { name: 'Favorite' }).click();
  await expect(chao.page.getByRole('button', { name: 'Favorited' })).toBeVisible();
  await saved;

  // The server is killed while messages are being sent: the tab cannot know whether they arrived.
  for (const text of ['On the way one', 'On the way two', 'On the way three']) await sendMessage(amina.page, brian.known, text);
  const refused = chao.page.waitForEvent('websocket');
  own.site.child.kill('SIGKILL');
  await own.site.ended;
  // Something happens while no server can publish it: the database is still running.
  await happen(chao.known.id, 'while you were away', dataDir);
  await sendMessage(amina.page, brian.known, 'While it was away');
  await sendMessage(brian.page, amina.known, 'Hello?');
  const again = (page: Page) => page.getByRole('button', { name: 'Try again', exact: true });
  for (const page of [amina.page, brian.page]) {
    await expect(page.locator('.message.sending')).toHaveCount(0);
    await expect(page.locator('.message', { hasText: 'Not sent' }).last()).toBeVisible();
    // The page is unchanged.
    await expect(messages(page).first()).toHaveText('Before');
  }
  // It has tried to reconnect, and is unchanged.
  await refused;
  await expect(chao.page.getByRole('heading', { level: 1, name: 'Kite Club' })).toBeVisible();

  own.site = await startSite(own.env);
  // In the order they were written: the next one is sent after this one arrived.
  for (let left = await again(amina.page).count(); left > 0; left = await again(amina.page).count()) {
    await again(amina.page).first().click();
    await expect(amina.page.locator('.message.sending')).toHaveCount(0);
    await expect.poll(() => again(amina.page).count()).toBeLessThan(left);
  }
  await again(brian.page).click();
  await expect(again(brian.page)).toHaveCount(0);
  const said = ['Before', 'On the way one', 'On the way two', 'On the way three', 'While it was away', 'Hello?'];
  for (const page of [amina.page, brian.page]) await expect(messages(page)).toHaveText(said, { timeout: 60_000 });
  // The connections are open again.
  await sendMessage(amina.page, brian.known, 'It works');
  await expect(messages(brian.page).last()).toHaveText('It works');
  await sendMessage(brian.page, amina.known, 'Yes');
  await expect(messages(amina.page).last()).toHaveText('Yes');
  for (const page of [amina.page, brian.page]) {
    await page.reload();
    await expect(messages(page)).toHaveText([...said, 'It works', 'Yes']);
  }
  await expect(bell(chao.page, 1)).toBeVisible({ timeout: 60_000 });
  await expect(chao.page.getByRole('button', { name: 'Favorited' })).toBeVisible();
  await expect(chao.page.getByRole('heading', { level: 1, name: 'Kite Club' })).toBeVisible();
});

test('signing out elsewhere closes the line of the other tabs of that browser, and they follow', async ({ someone, baseURL, quiet }) => {
  quiet.allow(/status of 401|WebSocket/);
  const { page, context } = await someone();
  const closed = new Promise((resolve) => page.on('websocket', (socket) => socket.on('close', resolve)));
  const line = waitForLiveConnection(page);
  await openPage(page, '/profile');
  await line;
  await expect(bell(page, 0)).toBeVisible();
  // From another client, so that only the live connection can inform this browser.
  const cookie = (await context.cookies()).find((each) => each.name === 'kiddo_session');
  const out = await fetch(`${baseURL}/logout`, {
    method: 'POST',
    headers: { origin: baseURL ?? '', cookie: `kiddo_session=${cookie?.value}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'a=1',
    redirect: 'manual',
  });
  expect(out.status).toBe(302);
  await closed;
  await expect(page).toHaveURL(/\/login/);
});

/** The requests that a page sends while its clock advances by this much. A request of our own marks the end. */
async function askedIn(page: Page, milliseconds: number): Promise<string[]> {
  const asked: string[] = [];
  const hear = (request: { url(): string }) => void asked.push(new URL(request.url()).pathname);
  page.on('request', hear);
  await page.clock.runFor(milliseconds);
  const own = page.waitForResponse('**/healthz');
  await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()));
  await own;
  page.off('request', hear);
  return asked.filter((each) => each !== '/healthz');
}

test('a tab that is only open asks for nothing', async ({ someone }) => {
  const { page } = await someone();
  await page.clock.install();
  const line = waitForLiveConnection(page);
  await openPage(page, '/');
  await line;
  await expect(bell(page, 0)).toBeVisible();
  // From here on the test controls the clock: a connection without messages for too long is closed, and causes requests.
  await holdClock(page);
  // The player's code and the star trail load when the page is idle.
  await page.clock.runFor(10_000);
  await expect(page.locator('.star-trail')).toBeAttached();
  await expect.poll(() => askedIn(page, 0)).toEqual([]);
  for (let round = 0; round < 10; round++) {
    const asked = await askedIn(page, 10_000);
    expect(asked).toEqual([]);
  }
});

test('without a live connection the bell looks as often as the specification polls', async ({ someone, dataDir }) => {
  const { page, known } = await someone();
  let lose = () => {};
  const lost = new Promise<void>((resolve) => (lose = resolve));
  await page.routeWebSocket(/\/live$/, async (line) => {
    await line.close();
    lose();
  });
  await page.clock.install();
  await openPage(page, '/games');
  await lost;
  // Its code loads when the page is idle.
  await expect(bell(page, 0)).toBeVisible();
  await holdClock(page);
  await happen(known.id, 'polled', dataDir);
  const looks = async (milliseconds: number) => (await askedIn(page, milliseconds)).filter((each) => each === '/notifications');
  // The first half minute started before the clock was stopped, and may contain one more poll.
  await looks(30_000);
  for (let round = 0; round < 3; round++) {
    const asked = await looks(30_000);
    expect(asked).toHaveLength(1);
  }
  await expect(bell(page, 1)).toBeVisible();
});
