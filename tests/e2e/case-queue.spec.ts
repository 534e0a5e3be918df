import fs from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expectSignedIn, signIn } from './accounts.ts';
import { openPage, toast, waitForLiveConnection } from './friends.ts';
import { watchRequests } from './loading.ts';
import { removeOpenCases } from './open-cases.ts';
import { root } from './own-site.ts';
import { query } from './players.ts';
import { DESKTOP, expect, PHONE, test } from './worker-site.ts';

// What waits for the team, from a phone and by keys. Without JavaScript: tests/http/moderation.test.ts.

test.beforeEach(({ dataDir }) => removeOpenCases(dataDir));

const row = (page: Page, title: string): Locator => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });

// Kiddo's own times have milliseconds; those of the database have more, and a page that shows one does not show all of it.

async function addGameReport(dataDir: string | undefined, game: string, playerId: string, hours: number): Promise<void> {
  await query(
    `insert into reports (id, game_id, player_id, reason, description, created_at)
     values (gen_random_uuid(), $1, $2, 'spam', 'Links everywhere.', date_trunc('milliseconds', now()) - make_interval(mins => $3))`,
    [game, playerId, Math.round(hours * 60)],
    dataDir,
  );
}

async function addPlayerReport(dataDir: string | undefined, aboutId: string, reporterId: string): Promise<void> {
  await query(
    `insert into player_reports (id, reporter_id, reported_player_id, reason, description, created_at)
     values (gen_random_uuid(), $2, $1, 'bullying', 'Every day.', date_trunc('milliseconds', now()))`,
    [aboutId, reporterId],
    dataDir,
  );
}

test('a report that comes in at night is closed from a phone, the next case opens, and a colleague’s open list follows', async ({
  someone,
  baseURL,
}) => {
  const [amina, brian] = [await someone(PHONE), await someone(PHONE)];
  const [wanjiru, kamau] = [await someone({ ...PHONE, role: 'moderator' }), await someone({ ...DESKTOP, role: 'moderator' })];
  const connected = waitForLiveConnection(kamau.page);
  await openPage(kamau.page, '/moderation');
  await connected;
  await expect(kamau.page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible();
  const headers = { origin: baseURL ?? '', accept: 'application/json' };
  const form = { playerId: brian.known.id, reason: 'bullying', description: 'She says it every day.' };
  expect((await amina.context.request.post('/chat/reports', { headers, form })).status()).toBe(200);
  // It comes in by itself.
  await expect(row(kamau.page, 'Bullying')).toContainText('“She says it every day.”');
  await expect(kamau.page.getByText('1 waits for an answer.')).toBeVisible();
  await expect(kamau.page.getByRole('link', { name: 'Players 1' })).toBeVisible();

  const { page } = wanjiru;
  await openPage(page, '/moderation');
  await row(page, 'Bullying').getByRole('link').tap();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(brian.known.displayName);
  const bar = page.getByRole('region', { name: 'Who looks at it' });
  await expect(bar).toContainText('23 h 59 left');
  await bar.getByRole('button', { name: 'Take' }).tap();
  await expect(bar).toContainText('You are looking at it');
  await expect(row(kamau.page, 'Bullying')).toContainText(`${wanjiru.known.displayName} is looking at it`);
  await expect(row(kamau.page, 'Bullying').getByRole('button', { name: 'Take' })).toHaveCount(0);

  // While she reads, a game is reported.
  const reported = await amina.context.request.post('/games/kite-club/reports', {
    headers,
    form: { reason: 'broken_game', description: '' },
  });
  expect(reported.status()).toBe(200);
  await expect(kamau.page.getByText('2 wait for an answer.')).toBeVisible();
  await page.getByRole('button', { name: 'Unkind words' }).tap();
  await page.getByLabel('Note', { exact: true }).fill('First time.');
  await page.getByRole('button', { name: 'Warn the player' }).tap();
  await expect(toast(page, 'Here is the next one.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kite Club');
  await expect(bar).toContainText('You are looking at it');
  await expect(row(kamau.page, 'Bullying')).toHaveCount(0);
  await expect(row(kamau.page, 'Kite Club')).toContainText(`${wanjiru.known.displayName} is looking at it`);

  // A colleague takes it over: her bar says so, without a reload, and what she typed stays.
  await page.getByRole('textbox', { name: /^Note/ }).fill('Works on three phones.');
  await row(kamau.page, 'Kite Club').getByRole('link').click();
  await kamau.page.getByRole('button', { name: 'Take over' }).click();
  await expect(bar).toContainText(`${kamau.known.displayName} is looking at it`);
  await expect(page.getByRole('textbox', { name: /^Note/ })).toHaveValue('Works on three phones.');
  await page.getByRole('button', { name: 'Dismiss the reports' }).tap();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Waiting');
  await expect(toast(page, 'Nothing else waits for you.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible();
  await expect(kamau.page.getByText('Meanwhile somebody decided: nothing of this case waits any more.')).toBeVisible();
});

test('J and K walk the list, T takes, Enter opens; not in a field, and not when they are off', async ({ someone, dataDir }) => {
  const [amina, mod] = [await someone(), await someone({ ...DESKTOP, role: 'moderator' })];
  for (const [hours, game] of ['kite-club', 'lamu-sails', 'bao-master'].entries())
    await addGameReport(dataDir, game, amina.known.id, 12 - hours);
  const { page } = mod;
  const connected = waitForLiveConnection(page);
  await openPage(page, '/moderation');
  await connected;
  const links = page.locator('.waiting-open');
  await expect(links).toHaveText(['Kite Club: Spam', 'Lamu Sails: Spam', 'Bao Master: Spam']);
  await page.keyboard.press('j');
  await expect(links.nth(0)).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(links.nth(2)).toBeFocused();
  await page.keyboard.press('k');
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press('t');
  await expect(row(page, 'Lamu Sails')).toContainText('You are looking at it');
  await expect(links.nth(1)).toBeFocused();

  // Somebody else decides about the first one: the focus stays in its row, and moves on when that row is gone.
  const other = await someone({ ...DESKTOP, role: 'moderator' });
  const decide = async (game: string) => {
    await openPage(other.page, `/moderation/games/${game}`);
    await other.page.getByRole('textbox', { name: /^Note/ }).fill('It is fine.');
    await other.page.getByRole('button', { name: 'Dismiss the reports' }).click();
    await expect(other.page.locator('.toasts').getByText('Done', { exact: true })).toBeVisible();
  };
  await decide('kite-club');
  await expect(links).toHaveText(['Lamu Sails: Spam', 'Bao Master: Spam']);
  await expect(links.nth(0)).toBeFocused();
  await decide('lamu-sails');
  await expect(links).toHaveText(['Bao Master: Spam']);
  await expect(links.nth(0)).toBeFocused();

  // In a field letters are letters.
  const search = page.getByRole('combobox', { name: 'Search games' });
  await search.focus();
  await page.keyboard.type('jkt');
  await expect(search).toHaveValue('jkt');
  await expect(row(page, 'Bao Master')).toContainText(`${other.known.displayName} is looking at it`);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keys: on' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Keys: off' })).toBeVisible();
  await page.keyboard.press('j');
  await expect(links.nth(0)).not.toBeFocused();
  await page.getByRole('button', { name: 'Keys: off' }).click();
  await page.keyboard.press('j');
  await expect(links.nth(0)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bao Master');
});

test('the times go on while the page is open', async ({ someone, dataDir }) => {
  const [amina, mod] = [await someone(), await someone({ ...PHONE, role: 'moderator' })];
  await addGameReport(dataDir, 'kite-club', amina.known.id, 17 + 58 / 60);
  const { page } = mod;
  await page.clock.install();
  // When the live connection opens, the list loads again, with the time of the server: before that, the clock must not go on.
  const loadedAgain = page.waitForResponse((response) => new URL(response.url()).pathname === '/moderation.data');
  const shown = watchRequests(page);
  await openPage(page, '/moderation');
  // It begins to come, and is shown.
  await loadedAgain;
  await shown();
  await expect(row(page, 'Kite Club')).toContainText(/6 h 0[01] left/);
  await expect(row(page, 'Kite Club')).not.toContainText('Due soon');
  // Not so long that the live connection is taken for dead: then the list loads again, with the time of the server.
  await page.clock.runFor('02:00');
  await expect(row(page, 'Kite Club')).toContainText(/5 h 5[89] left/);
  await expect(row(page, 'Kite Club')).toContainText('Due soon');
});

test('each decision takes as many presses on a phone as the guide says', async ({ someone, dataDir, quiet }) => {
  // The pictures have no file.
  quiet.allow(/status of 404/);
  const guide = await fs.readFile(path.join(root, 'docs/operators-guide.md'), 'utf8');
  const [, table = ''] = /\| decision \| presses \|\n\|[-| ]+\n((?:\|.*\n)+)/.exec(guide) ?? [];
  const told = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, decision = '', presses = '']) => [decision, Number(presses)] as const);

  const ops = await someone({ ...PHONE, role: 'operator' });
  // A demo account of the team: a ban asks for its password again, of others for a code.
  await ops.page.context().clearCookies();
  await signIn(ops.page, 'ops');
  const [child, bully] = [await someone(PHONE), await someone(PHONE)];
  const { page } = ops;
  const insert = (text: string, values: unknown[]) => query(text, values, dataDir);
  const addHelp = () =>
    insert(`insert into help_requests (id, player_id, kind, is_asked, words) values (gen_random_uuid(), $1, 'unknown', true, 'help')`, [
      child.known.id,
    ]);
  const addPicture = () =>
    insert(`insert into avatar_uploads (id, player_id, picture) values (gen_random_uuid(), $1, 'none.webp')`, [child.known.id]);
  const addMessage = () =>
    insert(
      `insert into contact_messages (id, name, email, subject, body) values (gen_random_uuid(), 'Mama', 'mama@example.com', 'My son', 'Hello')`,
      [],
    );
  const addAboutPlayer = () => addPlayerReport(dataDir, bully.known.id, child.known.id);
  const addAboutGame = () => addGameReport(dataDir, 'kite-club', child.known.id, 1);

  let presses = 0;
  const press = async (target: Locator) => {
    presses++;
    await target.tap();
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  /** Presses a field and types: letters are no presses. */
  const write = async (label: string | RegExp, text: string) => {
    await press(page.getByRole('textbox', { name: label }));
    await page.keyboard.type(text);
  };
  const note = () => write(/^Note/, 'I looked at it.');
  const decide = (name: string) => async () => {
    await note();
    await press(button(name));
  };
  const sanction = (name: string) => async () => {
    await press(button('Unkind words'));
    await decide(name)();
  };
  const confirmed = async (name: string) => press(page.getByRole('dialog').getByRole('button', { name, exact: true }));

  const decisions: Record<string, { add: () => Promise<unknown>; take: () => Promise<void> }> = {
    'A child asks for help: close it': { add: addHelp, take: decide('Done: the child gets help') },
    'A reported player: dismiss': { add: addAboutPlayer, take: decide('Dismiss the reports') },
    'A reported player: warn': { add: addAboutPlayer, take: sanction('Warn the player') },
    'A reported player: mute': { add: addAboutPlayer, take: sanction('24 hours') },
    'A reported player: ban': {
      add: addAboutPlayer,
      take: async () => {
        await press(button('Unkind words'));
        await note();
        await press(page.getByLabel('Your password'));
        await page.getByLabel('Your password').fill('kiddo-demo');
        await press(button('Ban the player'));
        await confirmed('Ban the player');
      },
    },
    'A reported game: dismiss': { add: addAboutGame, take: decide('Dismiss the reports') },
    'A reported game: hide': {
      add: addAboutGame,
      take: async () => {
        await decide('Hide the game')();
        await confirmed('Hide the game');
      },
    },
    'A picture: approve': { add: addPicture, take: () => press(page.getByRole('button', { name: /^Approve/ })) },
    'A picture: refuse': {
      add: addPicture,
      take: async () => {
        await note();
        await press(page.getByRole('button', { name: /^Refuse/ }));
      },
    },
    'A message: answer': {
      add: addMessage,
      take: async () => {
        await write('Your answer', 'Hello!');
        await press(button('Send the answer'));
      },
    },
    'A message: close': { add: addMessage, take: decide('Close the message') },
  };
  const counted: (readonly [string, number])[] = [];
  for (const [decision, { add, take }] of Object.entries(decisions)) {
    await add();
    await openPage(page, '/moderation');
    presses = 0;
    await press(page.locator('.waiting-open'));
    await take();
    await expect(page.getByRole('heading', { level: 2, name: 'Nothing waits' })).toBeVisible();
    counted.push([decision, presses]);
  }
  expect(counted).toEqual(told);
  await insert(`update games set hidden_at = null where id = 'kite-club'`, []);
});

test('what came in while a case was open is not decided before the moderator says that it is read', async ({ someone, dataDir, quiet }) => {
  // What is refused.
  quiet.allow(/status of 400/);
  const [amina, brian, chep, mod] = [await someone(), await someone(), await someone(), await someone({ ...PHONE, role: 'moderator' })];
  const { page } = mod;
  const notice = page.getByRole('status').filter({ hasText: 'Something new came in.' });
  const note = page.getByRole('textbox', { name: /^Note/ });
  /** Loads the data of the open page again, as after a break of the connection. */
  const reconnect = () => page.evaluate(() => window.dispatchEvent(new CustomEvent('kiddo:live', { detail: { kind: 'reconnected' } })));
  const states = async (table: 'player_reports' | 'reports') =>
    (await query<{ state: string }>(`select state from ${table} order by created_at`, [], dataDir)).map(({ state }) => state);
  for (const { url, table, add } of [
    {
      url: `/moderation/players/${brian.known.id}`,
      table: 'player_reports',
      add: (by: string) => addPlayerReport(dataDir, brian.known.id, by),
    },
    { url: '/moderation/games/kite-club', table: 'reports', add: (by: string) => addGameReport(dataDir, 'kite-club', by, 0) },
  ] as const) {
    await add(amina.known.id);
    await openPage(page, url);
    await note.fill('I looked at it.');
    await add(chep.known.id);
    await reconnect();
    await expect(page.locator('.case-reports .reports > li')).toHaveCount(2);
    await expect(notice).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss the reports' }).tap();
    // The second one waits on, and still has to be read.
    await expect.poll(() => states(table)).toEqual(['dismissed', 'new']);
    // The page has its answer too, which empties the field.
    await expect(note).toHaveValue('');
    await expect(notice).toBeVisible();
    await notice.getByRole('button', { name: 'I have read it' }).tap();
    await expect(notice).toHaveCount(0);
    await note.fill('I looked at this one too.');
    await page.getByRole('button', { name: 'Dismiss the reports' }).tap();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Waiting');
    expect(await states(table)).toEqual(['dismissed', 'dismissed']);
  }

  const id = '0b8f1c1e-7d61-4b0c-9a3f-2f6f0d1b7a11';
  await query(
    `insert into help_requests (id, player_id, kind, is_asked, words) values ($1, $2, 'unknown', true, 'i am sad')`,
    [id, amina.known.id],
    dataDir,
  );
  await openPage(page, `/moderation/help/${id}`);
  await note.fill('Called Childline.');
  await query(`update help_requests set words = 'i am sad\nmy uncle comes tonight' where id = $1`, [id], dataDir);
  await reconnect();
  await expect(page.getByText('my uncle comes tonight')).toBeVisible();
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Done: the child gets help' }).tap();
  await expect(page.getByText('nothing was closed. Read it first.')).toBeVisible();
  await notice.getByRole('button', { name: 'I have read it' }).tap();
  await page.getByRole('button', { name: 'Done: the child gets help' }).tap();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Waiting');
});

test('who signs in on a page that was loaded for a visitor reaches the team’s pages by their links, and back', async ({ page }) => {
  await signIn(page, 'mod');
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Waiting/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting' })).toBeVisible();
  await expect(page).toHaveURL('/moderation');
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expectSignedIn(page);
});
