import type { Page } from '@playwright/test';
import { befriend, bell, openChatForBoth, waitForLiveConnection, messages, openPage, sendMessage } from './friends.ts';
import { DESKTOP, expect, PHONE, test as base } from './worker-site.ts';
import { createSiteEnv, startSite, type RunningSite } from './own-site.ts';
import { query } from './players.ts';
import { holdClock } from './site.ts';

// The live connection as a tab has it, when the server or the session goes away.

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
  // The button shows it before the server has it.
  const saved = chao.page.waitForResponse((response) => response.url().includes('/favorite') && response.ok());
  await chao.page.getByRole('button', { name: 'Favorite' }).click();
  await expect(chao.page.getByRole('button', { name: 'Favorited' })).toBeVisible();
  await saved;

  // It ends while messages are on their way: whether they arrived is not to be known from here.
  for (const text of ['On the way one', 'On the way two', 'On the way three']) await sendMessage(amina.page, brian.known, text);
  const refused = chao.page.waitForEvent('websocket');
  own.site.child.kill('SIGKILL');
  await own.site.ended;
  // Something happens that nobody can be told: the database goes on.
  await happen(chao.known.id, 'while you were away', dataDir);
  await sendMessage(amina.page, brian.known, 'While it was away');
  await sendMessage(brian.page, amina.known, 'Hello?');
  const again = (page: Page) => page.getByRole('button', { name: 'Try again', exact: true });
  for (const page of [amina.page, brian.page]) {
    await expect(page.locator('.message.sending')).toHaveCount(0);
    await expect(page.locator('.message', { hasText: 'Not sent' }).last()).toBeVisible();
    // The page stands as it was.
    await expect(messages(page).first()).toHaveText('Before');
  }
  // It has tried to come back, and stands as it was.
  await refused;
  await expect(chao.page.getByRole('heading', { level: 1, name: 'Kite Club' })).toBeVisible();

  own.site = await startSite(own.env);
  // In the order they were written: the next is sent once this one is there.
  for (let left = await again(amina.page).count(); left > 0; left = await again(amina.page).count()) {
    await again(amina.page).first().click();
    await expect(amina.page.locator('.message.sending')).toHaveCount(0);
    await expect.poll(() => again(amina.page).count()).toBeLessThan(left);
  }
  await again(brian.page).click();
  await expect(again(brian.page)).toHaveCount(0);
  const said = ['Before', 'On the way one', 'On the way two', 'On the way three', 'While it was away', 'Hello?'];
  for (const page of [amina.page, brian.page]) await expect(messages(page)).toHaveText(said, { timeout: 30_000 });
  // Their lines stand again.
  await sendMessage(amina.page, brian.known, 'It works');
  await expect(messages(brian.page).last()).toHaveText('It works');
  await sendMessage(brian.page, amina.known, 'Yes');
  await expect(messages(amina.page).last()).toHaveText('Yes');
  for (const page of [amina.page, brian.page]) {
    await page.reload();
    await expect(messages(page)).toHaveText([...said, 'It works', 'Yes']);
  }
  await expect(bell(chao.page, 1)).toBeVisible({ timeout: 30_000 });
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
  // From elsewhere, so that only the live connection can tell this browser.
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

/** What a page asks for while its own clock goes on by this much: all that it began before a request of our own was begun. */
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
  // From here on time passes only when it is told to: a line that hears nothing for long enough is given up, and asked about.
  await holdClock(page);
  // The player's code and the stars come when the page is idle.
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
  // Its code comes when the page has time for it.
  await expect(bell(page, 0)).toBeVisible();
  await holdClock(page);
  await happen(known.id, 'polled', dataDir);
  const looks = async (milliseconds: number) => (await askedIn(page, milliseconds)).filter((each) => each === '/notifications');
  // The first half minute began before the clock was held, and may have another look at its beginning.
  await looks(30_000);
  for (let round = 0; round < 3; round++) {
    const asked = await looks(30_000);
    expect(asked).toHaveLength(1);
  }
  await expect(bell(page, 1)).toBeVisible();
});
