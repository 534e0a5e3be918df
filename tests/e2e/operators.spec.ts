import type { Page } from '@playwright/test';
import { befriend, openChatForBoth, messageField, waitForLiveConnection, messages, openPage, sendMessage, toast } from './friends.ts';
import { DESKTOP, expect, PHONE, test } from './worker-site.ts';
import { createPlainLayer, createPlainImage } from './avatar-images.ts';
import { query } from './players.ts';
import { waitForHydration } from './site.ts';

// Operators' actions affect everybody at once: what is on sale, what it costs, and whether there is chat.
// Access rights: tests/http/operators.test.ts.

/** Submits the form of an item, a template or a plan. */
const save = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const toastText = (page: Page, text: string) => page.locator('.toasts').getByText(text, { exact: true }).first();
const offer = (page: Page, name: string) => page.locator('.item-card').filter({ has: page.getByRole('heading', { name, exact: true }) });

test('an operator adds an item with a picture, changes it, and takes it off; players see it, and the log keeps it', async ({
  someone,
  browserOf,
  dataDir,
  quiet,
}) => {
  const ops = await someone({ ...DESKTOP, role: 'operator' });
  const amina = await someone(PHONE);
  quiet.allow(/status of 40[09]/);
  await query(`insert into wallets (player_id, balance) values ($1, 300)`, [amina.known.id], dataDir);
  const { page } = ops;
  await page.goto('/operator');
  await page.getByRole('navigation', { name: 'What to operate' }).getByRole('link', { name: 'Shop', exact: true }).click();
  await page.getByRole('link', { name: 'Add an item' }).click();
  await expect(page).toHaveURL('/operator/items?item=new');
  await waitForHydration(page);
  const panel = page.getByRole('region', { name: 'A new item' });
  await panel.getByLabel('Name', { exact: true }).fill('Ops Party Hat');
  await panel.getByLabel('Price in kiddocash').fill('45');
  await panel.getByLabel('Pieces').fill('3');
  await panel.getByLabel('Why').fill('For the holidays');
  const picture = panel.getByLabel('Picture', { exact: true });
  // A picture that is not a layer of the figure is refused at its field.
  await picture.setInputFiles(await createPlainImage('png', { r: 200, g: 30, b: 30 }));
  await save(page, 'Add');
  await expect(picture).toHaveAccessibleDescription(/exactly 480 by 720 pixels/);
  await picture.setInputFiles(await createPlainLayer({ r: 200, g: 30, b: 30 }));
  // A preview is shown before it is sent.
  await expect(panel.getByRole('img', { name: 'How it looks on a player' }).locator('img[src^="data:image/png"]')).toBeVisible();
  await save(page, 'Add');
  await expect(page).toHaveURL(/\/operator\/items\?item=(?!new)[a-z0-9-]+$/);
  const id = new URL(page.url()).searchParams.get('item') ?? '';
  await expect(toastText(page, 'Ops Party Hat is added')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Ops Party Hat' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'What operators did' })).toContainText(`@${ops.known.username} added it`);
  await expect(page.getByRole('region', { name: 'What operators did' })).toContainText('For the holidays');

  await amina.page.goto('/catalog?q=ops%20party%20hat');
  await waitForHydration(amina.page);
  const card = offer(amina.page, 'Ops Party Hat');
  await expect(card).toContainText('45');
  await expect(card).toContainText('3 of 3 left');
  await expect(card.locator('.item-picture img')).toHaveJSProperty('naturalWidth', 240);
  await amina.page.getByRole('link', { name: 'Ops Party Hat: look and buy' }).click();
  const question = amina.page.getByRole('dialog', { name: 'Get Ops Party Hat?' });
  await expect(question).toContainText('45 kiddocash');

  // The price changes while a player views the old one: nobody pays a price they did not see.
  await waitForHydration(page);
  await page.getByLabel('Price in kiddocash').fill('60');
  await page.getByLabel('Why').fill('It was too cheap');
  await save(page, 'Save');
  await expect(toastText(page, 'Ops Party Hat is saved')).toBeVisible();
  await expect(page.getByLabel('Why')).toHaveValue('');
  await question.getByRole('button', { name: 'Buy for 45' }).click();
  await expect(toastText(amina.page, 'The price has changed')).toBeVisible();
  const wallet = () => query(`select balance from wallets where player_id = $1`, [amina.known.id], dataDir);
  await expect.poll(wallet).toEqual([{ balance: 300 }]);
  await amina.page.goto(`/catalog?q=ops%20party%20hat&buy=${id}`);
  await waitForHydration(amina.page);
  await question.getByRole('button', { name: 'Buy for 60' }).click();
  await expect(toastText(amina.page, 'Ops Party Hat is yours!')).toBeVisible();
  await expect.poll(wallet).toEqual([{ balance: 240 }]);
  await amina.page.getByRole('button', { name: 'Wear Ops Party Hat' }).click();
  await expect(amina.page.getByRole('button', { name: 'Take off Ops Party Hat' })).toBeVisible();
  const figure = async () =>
    (await query<{ avatar_url: string | null }>(`select avatar_url from players where id = $1`, [amina.known.id], dataDir))[0]?.avatar_url;
  await expect.poll(figure, { timeout: 60_000 }).toMatch(/face\.webp$/);

  // An item that is taken off sale disappears from the catalog, but its owners keep it.
  await page.reload();
  await waitForHydration(page);
  await expect(page.getByText('1 of 3 sold').first()).toBeVisible();
  await page.getByLabel('On offer').uncheck();
  await page.getByLabel('Why').fill('The holidays are over');
  await save(page, 'Save');
  await expect(toastText(page, 'Ops Party Hat is saved')).toBeVisible();
  const visitor = await browserOf(DESKTOP);
  const looking = await visitor.newPage();
  await looking.goto('/catalog?q=ops%20party%20hat');
  await expect(looking.getByRole('heading', { name: 'Results for “ops party hat”' })).toBeVisible();
  await expect(looking.getByRole('heading', { name: 'Ops Party Hat', exact: true })).toHaveCount(0);
  await amina.page.goto('/inventory');
  await expect(offer(amina.page, 'Ops Party Hat')).toContainText('Yours is number 1');
  const logged = `select actor_name, action, note from audit_log where subject_kind = 'item' and subject_id = $1 order by id`;
  await expect
    .poll(() => query(logged, [id], dataDir))
    .toEqual([
      { actor_name: ops.known.username, action: 'item-added', note: 'For the holidays' },
      { actor_name: ops.known.username, action: 'item-changed', note: 'It was too cheap' },
      { actor_name: ops.known.username, action: 'item-changed', note: 'The holidays are over' },
    ]);
});

test('an operator changes the price of a plan: it is shown to all, counts for new checkouts, and is logged', async ({
  someone,
  browserOf,
  dataDir,
  quiet,
}) => {
  quiet.allow(/status of 400/);
  const ops = await someone({ ...DESKTOP, role: 'operator' });
  const amina = await someone(PHONE);
  const { page } = ops;
  const plan = (where: Page) => where.locator('li.plan').filter({ has: where.getByRole('heading', { name: 'Premium', exact: true }) });
  await amina.page.goto('/subscription');
  await expect(plan(amina.page)).toContainText('KSH 99');
  await page.goto('/operator/plans');
  await waitForHydration(page);
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
  await expect(toastText(page, 'Premium is saved')).toBeVisible();
  await expect(form.getByRole('region', { name: 'What operators did' })).toContainText('A new year');
  await amina.page.reload();
  await expect(plan(amina.page)).toContainText('KSH 149');
  const visitor = await browserOf(DESKTOP);
  const looking = await visitor.newPage();
  await looking.goto('/subscription');
  await expect(plan(looking)).toContainText('KSH 149');
  await waitForHydration(amina.page);
  await amina.page.getByRole('radio', { name: 'M-Pesa' }).check();
  await plan(amina.page).getByRole('button', { name: 'Choose Premium' }).click();
  await expect(amina.page).toHaveURL(/\/till\//);
  await expect(amina.page.getByText('KSH 149')).toBeVisible();
  const logged = `select actor_name, note from audit_log where action = 'plan-changed' and subject_id = 'premium'`;
  await expect.poll(() => query(logged, [], dataDir)).toEqual([{ actor_name: ops.known.username, note: 'A new year' }]);
});

test('a press counts also after an answer that came before the page was drawn', async ({ someone, quiet }) => {
  quiet.allow(/status of 400/);
  const ops = await someone({ ...DESKTOP, role: 'operator' });
  const { page } = ops;
  // The first response is the server's; later requests get the same response at once.
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
  await waitForHydration(page);
  const form = page.getByRole('region', { name: 'Premium', exact: true });
  await form.getByLabel('Price a month, in shillings (KSH)').fill('500');
  await form.getByLabel('Why').fill('More than Pro');
  for (const times of ['1', '2', '3']) {
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-sent', times);
    await expect(form.getByLabel('Price a month, in shillings (KSH)')).toHaveAccessibleDescription(/Pro has to cost more than Premium/);
  }
});

test('an operator switches chat off: everybody sees it at once and nobody can write, until it is on again', async ({
  someone,
  baseURL,
  dataDir,
  browserOf,
  quiet,
}) => {
  quiet.allow(/status of 503/);
  const [amina, brian, ops] = [await someone(DESKTOP), await someone(PHONE), await someone({ ...DESKTOP, role: 'operator' })];
  await befriend(amina.known.id, brian.known.id, dataDir);
  await openChatForBoth(amina, brian);
  const list = await amina.context.newPage();
  const line = waitForLiveConnection(list);
  await openPage(list, '/friends?tab=requests');
  await line;
  await sendMessage(amina.page, brian.known, 'Before the break');
  await expect(messages(brian.page)).toHaveText(['Before the break']);

  await openPage(ops.page, '/operator/switches');
  const chat = ops.page.getByRole('region', { name: 'Chat', exact: true });
  const off = chat.getByRole('button', { name: 'Switch chat off' });
  const dialog = ops.page.getByRole('dialog');
  await expect(chat.getByText('On', { exact: true })).toBeVisible();
  await chat.getByText('Switch chat off').first().click();
  await off.click();
  await expect(chat.getByText('Write a short note for the team: why?')).toBeVisible();
  await chat.getByRole('textbox', { name: 'Note' }).fill('The filter is being mended.');
  await off.click();
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await expect(chat.getByText('On', { exact: true })).toBeVisible();
  await off.click();
  await dialog.getByRole('button', { name: 'Switch chat off' }).click();
  await expect(toast(ops.page, 'Chat is off')).toBeVisible();
  await expect(chat.getByText('Off', { exact: true })).toBeVisible();

  const banner = (page: Page) => page.getByRole('status').getByText('Chat is taking a break');
  for (const page of [amina.page, brian.page, list]) await expect(banner(page)).toBeVisible();
  for (const [page, friend] of [
    [amina.page, brian.known],
    [brian.page, amina.known],
  ] as const) {
    await expect(messageField(page, friend)).toHaveCount(0);
    await expect(messages(page)).toHaveText(['Before the break']);
  }
  const sent = await amina.context.request.post(`/chat/${brian.known.id}`, {
    headers: { origin: baseURL ?? '', accept: 'application/json' },
    form: { text: 'Anyway', clientId: crypto.randomUUID() },
  });
  expect(await sent.json()).toMatchObject({ ok: false, code: 'switched-off' });
  const scriptless = await browserOf({ ...PHONE, javaScriptEnabled: false });
  await scriptless.addCookies(await brian.context.cookies());
  const plain = await scriptless.newPage();
  await plain.goto(`/friends?chat=${amina.known.id}`);
  await expect(banner(plain)).toBeVisible();
  await expect(messageField(plain, amina.known)).toHaveCount(0);

  await chat.getByRole('textbox', { name: 'Note' }).first().fill('Mended.');
  await chat.getByRole('button', { name: 'Switch chat on' }).click();
  await expect(toast(ops.page, 'Chat is on')).toBeVisible();
  for (const page of [amina.page, brian.page, list]) await expect(banner(page)).toHaveCount(0);
  await sendMessage(brian.page, amina.known, 'We are back');
  for (const page of [amina.page, brian.page]) await expect(messages(page)).toHaveText(['Before the break', 'We are back']);
  const logged = `select action, note from audit_log where subject_id = 'chat' and actor_name = $1 order by id`;
  await expect
    .poll(() => query(logged, [ops.known.username], dataDir))
    .toEqual([
      { action: 'chat-off', note: 'The filter is being mended.' },
      { action: 'chat-on', note: 'Mended.' },
    ]);
});
