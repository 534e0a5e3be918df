import type { Browser, BrowserContext, Page } from '@playwright/test';
import { plainLayer, plainPicture } from './looks.ts';
import { settings, start, type Site } from './own-site.ts';
import { enter, query, type Known } from './players.ts';
import { expect, hydrated, test } from './site.ts';

// What moderators do is seen by everybody at once: on a site of its own, so that other journeys are not disturbed.

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const DESK = { viewport: { width: 1280, height: 800 } };

let site: Site;
let dataDir: string;

test.beforeAll(async () => {
  const env = await settings();
  dataDir = env['DATA_DIR'] ?? '';
  site = await start(env);
});
test.afterAll(async () => {
  site.child.kill('SIGTERM');
  await site.ended;
});

async function person(browser: Browser, role: string, device: object): Promise<{ page: Page; context: BrowserContext; known: Known }> {
  const context = await browser.newContext({ ...device, baseURL: site.url });
  const known = await enter(context, { role, dataDir, origin: site.url });
  return { context, page: await context.newPage(), known };
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ }).or(page.getByRole('link', { name: /^Notifications/ }));

async function report(page: Page, game: string, reason: string, description: string): Promise<void> {
  await page.goto(`/games/${game}`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Report Game' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Submit Report' })).toBeDisabled();
  await dialog.getByLabel(reason).check();
  if (description) await dialog.getByRole('textbox').fill(description);
  await dialog.getByRole('button', { name: 'Submit Report' }).click();
  await expect(page.getByText('Thank you for your report. We will review it shortly.').first()).toBeVisible();
}

test('a report goes to the queue with a receipt; the moderator hides the game; it is gone from everywhere at once; the reporter hears', async ({
  browser,
}) => {
  const amina = await person(browser, 'player', PHONE);
  const other = await person(browser, 'player', DESK);
  const mod = await person(browser, 'moderator', DESK);
  const visitor = await browser.newContext({ ...PHONE, baseURL: site.url });

  await report(amina.page, 'volcano-dash', 'Inappropriate Content', 'The boss says a bad word.');
  // The receipt comes without a reload.
  await expect(bell(amina.page).first()).toHaveAccessibleName('Notifications, 1 unread');
  await bell(amina.page).first().click();
  await expect(amina.page.getByText('Game Report: Volcano Dash')).toBeVisible();
  await expect(amina.page.getByText(/Reason: Inappropriate Content/)).toBeVisible();
  await expect(amina.page.getByText('Just now')).toBeVisible();
  await amina.page.keyboard.press('Escape');
  // The same again joins the first.
  await report(amina.page, 'volcano-dash', 'Other', '');
  await expect(bell(amina.page).first()).toHaveAccessibleName('Notifications, 1 unread');

  // Others are in the game: one signed in, one not.
  await other.page.goto('/games/volcano-dash');
  await hydrated(other.page);
  await other.page.getByRole('link', { name: 'Play', exact: true }).click();
  await expect(other.page.locator('.player iframe')).toBeVisible();
  const guest = await visitor.newPage();
  await guest.goto('/games?genre=Adventure');

  await mod.page.goto('/moderation');
  await hydrated(mod.page);
  await expect(mod.page.getByText('1 report waits.')).toBeVisible();
  await expect(mod.page.getByText('reported again 1 time')).toBeVisible();
  await mod.page.getByRole('link', { name: 'Volcano Dash' }).click();
  await expect(mod.page.getByText('The boss says a bad word.')).toBeVisible();
  // Without a note nothing is done.
  await mod.page.getByRole('button', { name: 'Hide the game' }).click();
  const confirm = mod.page.getByRole('dialog').getByRole('button', { name: /Hide/ });
  if (await confirm.isVisible()) await confirm.click();
  await expect(mod.page.getByText('Write a short note: why?')).toBeVisible();
  await mod.page.getByRole('textbox').fill('Checked: the word is there.');
  await mod.page.getByRole('button', { name: 'Hide the game' }).click();
  await mod.page.getByRole('dialog').getByRole('button', { name: /Hide/ }).click();
  await expect(mod.page.locator('.toasts').getByText('It is gone from every list, search, page and player.')).toBeVisible();
  await expect(mod.page.getByText('Checked: the word is there.')).toBeVisible();

  // The player closes by itself.
  await expect(other.page.locator('.player iframe')).toHaveCount(0, { timeout: 5_000 });
  expect((await guest.request.get('/games/volcano-dash')).status()).toBe(404);
  expect((await guest.request.get('/api/v1/games/volcano-dash')).status()).toBe(404);
  expect(await (await guest.request.get('/api/v1/search?q=volcano')).text()).not.toContain('volcano-dash');
  for (const address of ['/', '/games', '/games?genre=Adventure', '/games?q=volcano', '/sitemap.xml'])
    expect(await (await guest.request.get(address)).text()).not.toContain('volcano-dash');
  // The reporter hears, without a reload.
  await expect(bell(amina.page).first()).toHaveAccessibleName('Notifications, 2 unread');
  await bell(amina.page).first().click();
  await expect(amina.page.getByText('Your report helped: Volcano Dash')).toBeVisible();
  await amina.page.getByRole('button', { name: 'Mark all read' }).click();
  await expect(amina.page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();

  await mod.page.reload();
  await hydrated(mod.page);
  await mod.page.getByRole('textbox').fill('The maker took the word out.');
  await mod.page.getByRole('button', { name: 'Restore the game' }).click();
  await expect(mod.page.locator('.toasts').getByText('Players find it again.')).toBeVisible();
  await expect.poll(async () => (await guest.request.get('/games/volcano-dash')).status()).toBe(200);
  for (const { context } of [amina, other, mod]) await context.close();
  await visitor.close();
});

test('a dismissed report is answered kindly; filters and ages show what waits too long', async ({ browser }) => {
  const brian = await person(browser, 'player', DESK);
  const ops = await person(browser, 'operator', PHONE);
  await report(brian.page, 'kite-club', 'Broken/Not Working', '');
  await query(`update reports set created_at = created_at - interval '26 hours' where player_id = $1`, [brian.known.id], dataDir);
  await ops.page.goto('/moderation');
  await hydrated(ops.page);
  await expect(ops.page.getByText(/1 longer than 24 hours/)).toBeVisible();
  await expect(ops.page.getByText('Over 24 hours')).toBeVisible();
  await ops.page.getByLabel('Reason').selectOption('spam');
  await expect(ops.page.getByText('No reports here')).toBeVisible();
  await ops.page.getByLabel('Reason').selectOption('broken_game');
  await ops.page.getByRole('link', { name: 'Kite Club' }).click();
  await expect(ops.page.getByText('No additional description provided')).toBeVisible();
  await ops.page.getByRole('textbox').fill('Works on three phones.');
  await ops.page.getByRole('button', { name: 'Dismiss the reports' }).click();
  await expect(ops.page.locator('.toasts').getByText('The reporters are told.')).toBeVisible();
  await expect(bell(brian.page).first()).toHaveAccessibleName('Notifications, 2 unread');
  await bell(brian.page).first().click();
  await expect(brian.page.getByText('We looked at your report: Kite Club')).toBeVisible();
  await brian.page.getByRole('button', { name: /^Delete: We looked/ }).click();
  await expect(brian.page.getByText('We looked at your report: Kite Club')).toHaveCount(0);
  await expect(bell(brian.page).first()).toHaveAccessibleName('Notifications, 1 unread');
  for (const { context } of [brian, ops]) await context.close();
});

test('players and visitors do not get there', async ({ browser, quiet }) => {
  quiet.allow(/403/);
  const chao = await person(browser, 'player', DESK);
  for (const address of ['/moderation', '/moderation/games/kite-club']) {
    expect((await chao.page.request.get(address)).status()).toBe(403);
    const sent = await chao.page.request.post(address, { form: { action: 'hide-game', note: 'because' }, headers: { origin: site.url } });
    expect(sent.status()).toBeGreaterThanOrEqual(400);
  }
  expect(await query(`select 1 from games where hidden_at is not null`, [], dataDir)).toEqual([]);
  const visitor = await browser.newContext({ baseURL: site.url });
  const page = await visitor.newPage();
  await page.goto('/moderation');
  await expect(page).toHaveURL(/\/login\?returnUrl=%2Fmoderation/);
  await visitor.close();
  await chao.context.close();
});

test('recent games show that they are on their way, and say so when they cannot be read', async ({ browser }) => {
  const dada = await person(browser, 'player', PHONE);
  await dada.page.goto('/games');
  await hydrated(dada.page);
  await query('alter table play_history rename to play_history_away', [], dataDir);
  try {
    await dada.page.getByRole('link', { name: 'Home' }).locator('visible=true').first().click();
    await expect(dada.page.getByText('Unable to load recent games')).toBeVisible();
    await expect(dada.page.getByText('Please try again later')).toBeVisible();
    await expect(dada.page.getByRole('heading', { name: 'Popular Games' })).toBeVisible();
  } finally {
    await query('alter table play_history_away rename to play_history', [], dataDir);
  }
  await dada.page.reload();
  await expect(dada.page.getByText('No games played yet')).toBeVisible();
  // Held up in the database, the placeholders stand in for them.
  await dada.page.goto('/games');
  await hydrated(dada.page);
  const held = query('do $$ begin lock table play_history in access exclusive mode; perform pg_sleep(60); end $$', [], dataDir).catch(
    (error: { code?: string }) => error.code,
  );
  await expect
    .poll(
      async () =>
        (
          await query(
            `select 1 from pg_locks where mode = 'AccessExclusiveLock' and granted and relation = 'play_history'::regclass`,
            [],
            dataDir,
          )
        ).length,
    )
    .toBe(1);
  await dada.page.getByRole('link', { name: 'Home' }).locator('visible=true').first().click();
  await expect(dada.page.locator('.recent[aria-busy=true] .token')).toHaveCount(6);
  await query(
    `select pg_cancel_backend(pid) from pg_locks where mode = 'AccessExclusiveLock' and granted and relation = 'play_history'::regclass`,
    [],
    dataDir,
  );
  expect(await held, 'it was held until then').toBe('57014');
  await expect(dada.page.getByText('No games played yet')).toBeVisible();
  await dada.context.close();
});

/** What an operator typed into the form of an item, a template or a plan is kept. */
const save = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const told = (page: Page, text: string) => page.locator('.toasts').getByText(text, { exact: true }).first();
const offer = (page: Page, name: string) => page.locator('.item-card').filter({ has: page.getByRole('heading', { name, exact: true }) });

test('an operator adds an item with a picture, changes it, and takes it off; players see it, and the log keeps it', async ({ browser }) => {
  const ops = await person(browser, 'operator', DESK);
  const amina = await person(browser, 'player', PHONE);
  for (const role of ['player', 'moderator']) {
    const other = await person(browser, role, DESK);
    for (const address of ['/operator/items', '/operator/templates', '/operator/plans'])
      expect((await other.page.goto(address))?.status(), `${role} at ${address}`).toBe(403);
    await other.context.close();
  }
  await query(`insert into wallets (player_id, balance) values ($1, 300)`, [amina.known.id], dataDir);
  const { page } = ops;
  await page.goto('/operator');
  await page.getByRole('navigation', { name: 'What to operate' }).getByRole('link', { name: 'Items', exact: true }).click();
  await page.getByRole('link', { name: 'Add an item' }).click();
  await expect(page).toHaveURL('/operator/items?item=new');
  await hydrated(page);
  const panel = page.getByRole('region', { name: 'A new item' });
  await panel.getByLabel('Name', { exact: true }).fill('Ops Party Hat');
  await panel.getByLabel('Price in kiddocash').fill('45');
  await panel.getByLabel('Pieces').fill('3');
  await panel.getByLabel('Why').fill('For the holidays');
  const picture = panel.getByLabel('Picture', { exact: true });
  // What is no layer of the figure is refused at its field.
  await picture.setInputFiles(await plainPicture('png', { r: 200, g: 30, b: 30 }));
  await save(page, 'Add');
  await expect(picture).toHaveAccessibleDescription(/exactly 480 by 640 pixels/);
  await picture.setInputFiles(await plainLayer({ r: 200, g: 30, b: 30 }));
  // It is tried on before it is sent.
  await expect(panel.getByRole('img', { name: 'How it looks on a player' }).locator('img[src^="data:image/png"]')).toBeVisible();
  await save(page, 'Add');
  await expect(page).toHaveURL(/\/operator\/items\?item=(?!new)[a-z0-9-]+$/);
  const id = new URL(page.url()).searchParams.get('item') ?? '';
  await expect(told(page, 'Ops Party Hat is added')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Ops Party Hat' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'What operators did' })).toContainText(`@${ops.known.username} added it`);
  await expect(page.getByRole('region', { name: 'What operators did' })).toContainText('For the holidays');

  await amina.page.goto('/catalog?q=ops%20party%20hat');
  await hydrated(amina.page);
  const card = offer(amina.page, 'Ops Party Hat');
  await expect(card).toContainText('45');
  await expect(card).toContainText('3 of 3 left');
  await expect(card.locator('.item-picture img')).toHaveJSProperty('naturalWidth', 240);
  await amina.page.getByRole('link', { name: 'Ops Party Hat: look and buy' }).click();
  const question = amina.page.getByRole('dialog', { name: 'Get Ops Party Hat?' });
  await expect(question).toContainText('45 kiddocash');

  // The price changes while somebody looks at the old one: nobody pays another than they saw.
  await hydrated(page);
  await page.getByLabel('Price in kiddocash').fill('60');
  await page.getByLabel('Why').fill('It was too cheap');
  await save(page, 'Save');
  await expect(told(page, 'Ops Party Hat is saved')).toBeVisible();
  await expect(page.getByLabel('Why')).toHaveValue('');
  await question.getByRole('button', { name: 'Buy for 45' }).click();
  await expect(told(amina.page, 'The price has changed')).toBeVisible();
  const wallet = () => query(`select balance from wallets where player_id = $1`, [amina.known.id], dataDir);
  expect(await wallet()).toEqual([{ balance: 300 }]);
  await amina.page.goto(`/catalog?q=ops%20party%20hat&buy=${id}`);
  await hydrated(amina.page);
  await question.getByRole('button', { name: 'Buy for 60' }).click();
  await expect(told(amina.page, 'Ops Party Hat is yours!')).toBeVisible();
  expect(await wallet()).toEqual([{ balance: 240 }]);
  await amina.page.getByRole('button', { name: 'Wear Ops Party Hat' }).click();
  await expect(amina.page.getByRole('button', { name: 'Take off Ops Party Hat' })).toBeVisible();
  const figure = async () =>
    (await query<{ avatar_url: string | null }>(`select avatar_url from players where id = $1`, [amina.known.id], dataDir))[0]?.avatar_url;
  await expect.poll(figure, { timeout: 20_000 }).toMatch(/face\.webp$/);

  // Taken off the list, it is gone from the catalog, and stays with who has it.
  await page.reload();
  await hydrated(page);
  await expect(page.getByText('1 of 3 sold').first()).toBeVisible();
  await page.getByLabel('On offer').uncheck();
  await page.getByLabel('Why').fill('The holidays are over');
  await save(page, 'Save');
  await expect(told(page, 'Ops Party Hat is saved')).toBeVisible();
  const visitor = await browser.newContext({ ...DESK, baseURL: site.url });
  const looking = await visitor.newPage();
  await looking.goto('/catalog?q=ops%20party%20hat');
  await expect(looking.getByText('Nothing here fits.')).toBeVisible();
  await amina.page.goto('/inventory');
  await expect(offer(amina.page, 'Ops Party Hat')).toContainText('Yours is number 1');
  expect(
    await query(
      `select actor_name, action, note from audit_log where subject_kind = 'item' and subject_id = $1 order by id`,
      [id],
      dataDir,
    ),
  ).toEqual([
    { actor_name: ops.known.username, action: 'item-added', note: 'For the holidays' },
    { actor_name: ops.known.username, action: 'item-changed', note: 'It was too cheap' },
    { actor_name: ops.known.username, action: 'item-changed', note: 'The holidays are over' },
  ]);
  for (const { context } of [ops, amina]) await context.close();
  await visitor.close();
});

test('an operator adds a template, and players with premium can choose it', async ({ browser }) => {
  const ops = await person(browser, 'operator', DESK);
  const { page } = ops;
  await page.goto('/operator/templates?template=new');
  await hydrated(page);
  await page.getByLabel('Name', { exact: true }).fill('Ops Lion');
  await page.getByLabel('Style', { exact: true }).fill('lions');
  await page.getByLabel('Why').fill('Many asked for it');
  await page.getByLabel('Picture', { exact: true }).setInputFiles(await plainPicture('jpeg', { r: 220, g: 160, b: 40 }));
  await save(page, 'Add');
  await expect(page.getByRole('heading', { level: 2, name: 'Ops Lion' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'What operators did' })).toContainText('Many asked for it');
  expect(await query(`select style, is_listed from avatar_templates where name = 'Ops Lion'`, [], dataDir)).toEqual([
    { style: 'lions', is_listed: true },
  ]);
  const picture = await page.request.get(
    `/media/${(await query<{ picture: string }>(`select picture from avatar_templates where name = 'Ops Lion'`, [], dataDir))[0]?.picture}`,
  );
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/webp']);
  await ops.context.close();
});

test('an operator changes the price of a plan: it is shown to all, counts for new checkouts, and is logged', async ({ browser }) => {
  const ops = await person(browser, 'operator', DESK);
  const amina = await person(browser, 'player', PHONE);
  const { page } = ops;
  const plan = (where: Page) => where.locator('li.plan').filter({ has: where.getByRole('heading', { name: 'Premium', exact: true }) });
  await amina.page.goto('/subscription');
  await expect(plan(amina.page)).toContainText('KSH 99');
  await page.goto('/operator/plans');
  await hydrated(page);
  const form = page.getByRole('region', { name: 'Premium', exact: true });
  const price = form.getByLabel('Price a month, in shillings (KSH)');
  await expect(price).toHaveValue('99');
  await price.fill('500');
  await form.getByLabel('Why').fill('More than Pro');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(price).toHaveAccessibleDescription(/Pro has to cost more than Premium/);
  await price.fill('149');
  await form.getByLabel('Why').fill('A new year');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(told(page, 'Premium is saved')).toBeVisible();
  await expect(form.getByRole('region', { name: 'What operators did' })).toContainText('A new year');
  await amina.page.reload();
  await expect(plan(amina.page)).toContainText('KSH 149');
  const visitor = await browser.newContext({ ...DESK, baseURL: site.url });
  const looking = await visitor.newPage();
  await looking.goto('/subscription');
  await expect(plan(looking)).toContainText('KSH 149');
  await hydrated(amina.page);
  await amina.page.getByRole('radio', { name: 'M-Pesa' }).check();
  await plan(amina.page).getByRole('button', { name: 'Choose Premium' }).click();
  await expect(amina.page).toHaveURL(/\/till\//);
  await expect(amina.page.getByText('KSH 149')).toBeVisible();
  expect(
    await query(`select actor_name, note from audit_log where action = 'plan-changed' and subject_id = 'premium'`, [], dataDir),
  ).toEqual([{ actor_name: ops.known.username, note: 'A new year' }]);
  for (const { context } of [ops, amina]) await context.close();
  await visitor.close();
});

test('a press counts also after an answer that came before the page was drawn', async ({ browser }) => {
  const ops = await person(browser, 'operator', DESK);
  const { page } = ops;
  // The first answer is the server's; the same is given again without a moment's wait.
  await page.addInitScript(() => {
    const ask = window.fetch.bind(window);
    const answered: { body: ArrayBuffer; init: ResponseInit }[] = [];
    let sent = 0;
    window.fetch = async (address, options) => {
      if ((address instanceof Request ? address : options)?.method !== 'POST') return ask(address, options);
      document.documentElement.dataset['sent'] = String(++sent);
      const before = answered[0];
      if (before) return new Response(before.body, before.init);
      const { status, headers, ...answer } = await ask(address, options).then(async (one) => ({
        status: one.status,
        headers: one.headers,
        body: await one.arrayBuffer(),
      }));
      answered.push({ body: answer.body, init: { status, headers } });
      return new Response(answer.body, { status, headers });
    };
  });
  await page.goto('/operator/plans');
  await hydrated(page);
  const form = page.getByRole('region', { name: 'Premium', exact: true });
  await form.getByLabel('Price a month, in shillings (KSH)').fill('500');
  await form.getByLabel('Why').fill('More than Pro');
  for (const times of ['1', '2', '3']) {
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-sent', times);
    await expect(form.getByLabel('Price a month, in shillings (KSH)')).toHaveAccessibleDescription(/Pro has to cost more than Premium/);
  }
  await ops.context.close();
});
