import type { Page } from '@playwright/test';
import {
  befriend,
  bell,
  expect,
  field,
  inBell,
  lineOf,
  messages,
  open,
  openChat,
  say,
  talk,
  test as base,
  toast,
  type Someone,
} from './friends.ts';
import { settings, start, type Site } from './own-site.ts';
import { signIn } from './people.ts';
import { query } from './players.ts';

// What changes a conversation from outside: a server that goes away, an operator, a moderator. On sites of their own.

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const DESK = { viewport: { width: 1280, height: 800 } };

type Own = { site: Site; dataDir: string; env: Record<string, string> };

const test = base.extend<{ own: Own }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what is needed out of it
  own: async ({}, use) => {
    const env = await settings();
    const own: Own = { env, dataDir: env['DATA_DIR'] ?? '', site: await start(env) };
    await use(own);
    own.site.child.kill('SIGTERM');
    await own.site.ended;
  },
});

/** Both have the chat with each other open, and hear of what happens. */
async function bothOpen(one: Someone, other: Someone): Promise<void> {
  const lines = Promise.all([lineOf(one.page), lineOf(other.page)]);
  await Promise.all([openChat(one, other.known), openChat(other, one.known)]);
  await lines;
}

test('the server goes away in the middle of a talk: both pages come back by themselves, and each message is there once', async ({
  own,
  someone,
  quiet,
}) => {
  quiet.allow(/ERR_CONNECTION_REFUSED|WebSocket|Failed to load resource|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/);
  const at = { dataDir: own.dataDir, origin: own.site.url };
  const [amina, brian] = [await someone({ ...DESK, ...at }), await someone({ ...PHONE, ...at })];
  await befriend(amina.known.id, brian.known.id, own.dataDir);
  await bothOpen(amina, brian);
  await say(amina.page, brian.known, 'Before');
  await expect(messages(brian.page)).toHaveText(['Before']);

  // It ends while messages are on their way: whether they arrived is not to be known from here.
  for (const text of ['On the way one', 'On the way two', 'On the way three']) await say(amina.page, brian.known, text);
  own.site.child.kill('SIGKILL');
  await own.site.ended;
  await say(amina.page, brian.known, 'While it was away');
  await say(brian.page, amina.known, 'Hello?');
  const again = (page: Page) => page.getByRole('button', { name: 'Try again', exact: true });
  for (const page of [amina.page, brian.page]) {
    await expect(page.locator('.message.sending')).toHaveCount(0);
    await expect(page.locator('.message', { hasText: 'Not sent' }).last()).toBeVisible();
    // The page stands as it was.
    await expect(messages(page).first()).toHaveText('Before');
  }
  own.site = await start(own.env);
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
  await say(amina.page, brian.known, 'It works');
  await expect(messages(brian.page).last()).toHaveText('It works');
  await say(brian.page, amina.known, 'Yes');
  await expect(messages(amina.page).last()).toHaveText('Yes');
  for (const page of [amina.page, brian.page]) {
    await page.reload();
    await expect(messages(page)).toHaveText([...said, 'It works', 'Yes']);
  }
});

test('an operator switches chat off: everybody sees it at once and nobody can write, until it is on again', async ({
  own,
  someone,
  browserOf,
  quiet,
}) => {
  quiet.allow(/status of (403|503)/);
  const at = { dataDir: own.dataDir, origin: own.site.url };
  const [amina, brian, ops] = [
    await someone({ ...DESK, ...at }),
    await someone({ ...PHONE, ...at }),
    await someone({ ...DESK, ...at, role: 'operator' }),
  ];
  await befriend(amina.known.id, brian.known.id, own.dataDir);
  await bothOpen(amina, brian);
  const list = await amina.context.newPage();
  const line = lineOf(list);
  await open(list, '/friends?tab=requests');
  await line;
  await say(amina.page, brian.known, 'Before the break');
  await expect(messages(brian.page)).toHaveText(['Before the break']);

  // Others do not get there, nor to where players are moderated.
  const visitor = await (await browserOf({ ...DESK, baseURL: own.site.url })).newPage();
  const closed = await amina.context.newPage();
  for (const address of ['/operator', '/moderation/players', `/moderation/players/${brian.known.id}`]) {
    expect((await closed.goto(address))?.status()).toBe(403);
    await expect(closed.getByRole('button', { name: /Switch chat|Ban|Dismiss/ })).toHaveCount(0);
    await visitor.goto(address);
    await expect(visitor).toHaveURL(`/login?returnUrl=${encodeURIComponent(address)}`);
  }
  await closed.close();

  await open(ops.page, '/operator');
  await expect(ops.page.getByText('Chat is on for everybody.')).toBeVisible();
  await ops.page.getByRole('button', { name: 'Switch chat off' }).click();
  await expect(ops.page.getByText('Write a short note for the team: why?')).toBeVisible();
  await ops.page.getByRole('textbox', { name: 'Note' }).fill('The filter is being mended.');
  await ops.page.getByRole('button', { name: 'Switch chat off' }).click();
  await ops.page.getByRole('dialog').getByRole('button', { name: 'Leave it on' }).click();
  await expect(ops.page.getByText('Chat is on for everybody.')).toBeVisible();
  await ops.page.getByRole('button', { name: 'Switch chat off' }).click();
  await ops.page.getByRole('dialog').getByRole('button', { name: 'Switch it off' }).click();
  await expect(toast(ops.page, 'Chat is off')).toBeVisible();
  await expect(ops.page.getByText('Chat is off for everybody.')).toBeVisible();

  const banner = (page: Page) => page.getByRole('status').getByText('Chat is taking a break');
  for (const page of [amina.page, brian.page, list]) await expect(banner(page)).toBeVisible();
  for (const [page, friend] of [
    [amina.page, brian.known],
    [brian.page, amina.known],
  ] as const) {
    await expect(field(page, friend)).toHaveCount(0);
    await expect(messages(page)).toHaveText(['Before the break']);
  }
  const sent = await amina.context.request.post(`/chat/${brian.known.id}`, {
    headers: { origin: own.site.url, accept: 'application/json' },
    form: { text: 'Anyway', clientId: crypto.randomUUID() },
  });
  expect(sent.status()).toBe(503);
  const scriptless = await browserOf({ ...PHONE, baseURL: own.site.url, javaScriptEnabled: false });
  await scriptless.addCookies(await brian.context.cookies());
  const plain = await scriptless.newPage();
  await plain.goto(`/friends?chat=${amina.known.id}`);
  await expect(banner(plain)).toBeVisible();
  await expect(field(plain, amina.known)).toHaveCount(0);

  await ops.page.getByRole('textbox', { name: 'Note' }).fill('Mended.');
  await ops.page.getByRole('button', { name: 'Switch chat on' }).click();
  await expect(toast(ops.page, 'Chat is on')).toBeVisible();
  for (const page of [amina.page, brian.page, list]) await expect(banner(page)).toHaveCount(0);
  await say(brian.page, amina.known, 'We are back');
  for (const page of [amina.page, brian.page]) await expect(messages(page)).toHaveText(['Before the break', 'We are back']);
  expect(await query(`select action, note from audit_log where subject_id = 'chat' order by at`, [], own.dataDir)).toEqual([
    { action: 'chat-off', note: 'The filter is being mended.' },
    { action: 'chat-on', note: 'Mended.' },
  ]);
});

test('a moderator reads what was reported, warns, mutes, bans and lifts; the player and the reporter are told', async ({
  own,
  someone,
  browserOf,
  quiet,
}) => {
  // The friend of who is banned is written to no more; the banned one's page asks once with a session that is over.
  quiet.allow(/status of 40[134]|WebSocket/);
  const at = { dataDir: own.dataDir, origin: own.site.url };
  const [amina, mod] = [await someone({ ...PHONE, ...at }), await someone({ ...DESK, ...at, role: 'moderator' })];
  const brian = await somebodyWithPassword(own, await browserOf({ ...DESK, baseURL: own.site.url }));
  await befriend(amina.known.id, brian.known.id, own.dataDir);
  const texts = Array.from({ length: 30 }, (_, index) => (index === 14 ? 'You are the worst' : `Text ${index}`));
  await talk(brian.known.id, amina.known.id, texts, own.dataDir);
  await bothOpen(amina, brian);

  await amina.page.getByRole('button', { name: 'Report this message: You are the worst' }).click();
  const dialog = amina.page.getByRole('dialog');
  await dialog.getByText('Being mean or bullying').click();
  await dialog.getByLabel('What happened? (optional)').fill('Every day.');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await dialog.getByRole('button', { name: 'No, thanks' }).click();

  await open(mod.page, '/moderation');
  await mod.page.getByRole('navigation', { name: 'What to look after' }).getByRole('link', { name: 'Players' }).click();
  await expect(mod.page.getByText('1 report waits.')).toBeVisible();
  await expect(mod.page.getByText('You are the worst')).toBeVisible();
  await mod.page.getByRole('link', { name: brian.known.displayName }).click();
  await expect(mod.page.getByRole('heading', { level: 1 })).toHaveText(brian.known.displayName);
  await expect(mod.page.getByText('The 21 messages around it')).toBeVisible();
  await expect(mod.page.locator('.evidence-text')).toHaveText(texts.slice(4, 25));
  await expect(mod.page.locator('.evidence-line', { hasText: 'You are the worst' })).toContainText('Reported');
  await expect(mod.page.getByText('Every day.')).toBeVisible();

  /** Does something about the player, and waits until it is done. */
  const decide = async (button: string, why: string, note: string, done: string): Promise<void> => {
    if (why !== '') await mod.page.getByLabel('What the player is told').fill(why);
    await mod.page.getByLabel('Note', { exact: true }).fill(note);
    await mod.page.getByRole('button', { name: button, exact: true }).click();
    if (button === 'Ban the player') {
      await expect(mod.page.getByRole('dialog').getByText(why)).toBeVisible();
      await mod.page.getByRole('dialog').getByRole('button', { name: 'Ban the player' }).click();
    }
    await expect(toast(mod.page, done)).toBeVisible();
  };

  // Without a word to the player nothing is done.
  await mod.page.getByLabel('Note', { exact: true }).fill('Seen.');
  await mod.page.getByRole('button', { name: '1 hour', exact: true }).click();
  await expect(mod.page.getByText('Write what the player is told, in 3 to 500 letters.')).toBeVisible();
  expect(await query(`select 1 from sanctions`, [], own.dataDir)).toEqual([]);
  await decide('1 hour', 'Your message hurt somebody. Write kindly.', 'First time.', 'Muted for 1 hour');
  await expect(mod.page.getByText('Muted', { exact: true })).toBeVisible();

  // The reporter hears, without a reload, and not what became of the other one.
  await amina.page.getByRole('link', { name: 'Back to the list of friends' }).click();
  await expect(bell(amina.page, 2)).toBeVisible();
  await bell(amina.page, 2).click();
  await expect(inBell(amina.page)).toHaveText([
    /^Your report helpedUnread/,
    new RegExp(`^Your report about ${brian.known.displayName}Unread`),
  ]);
  await expect(inBell(amina.page).first()).not.toContainText(/mute|ban/i);
  await amina.page.keyboard.press('Escape');
  await openChat(amina, brian.known);

  // Who is muted is told by the bell, and where a message is written until when and why; reading goes on.
  const muted = (page: Page) =>
    page.getByText(
      /^You cannot write messages until [A-Z][a-z]{2} \d+, \d+:\d\d [AP]M\. Why: Your message hurt somebody\. Write kindly\.$/,
    );
  await expect(bell(brian.page, 1)).toBeVisible();
  await say(brian.page, amina.known, 'Hello again');
  await expect(muted(brian.page)).toBeVisible();
  await expect(field(brian.page, amina.known)).toBeDisabled();
  await expect(field(brian.page, amina.known)).toHaveValue('Hello again');
  await expect(brian.page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await say(amina.page, brian.known, 'Can you read me?');
  await expect(messages(brian.page).last()).toHaveText('Can you read me?');
  await expect(messages(amina.page).filter({ hasText: 'Hello again' })).toHaveCount(0);
  await brian.page.reload();
  await expect(muted(brian.page)).toBeVisible();
  await expect(field(brian.page, amina.known)).toBeDisabled();
  await bell(brian.page, 1).click();
  await expect(inBell(brian.page)).toHaveText(['You cannot write messages for 1 hourUnreadYour message hurt somebody. Write kindly.']);
  await brian.page.keyboard.press('Escape');

  await decide('Lift the mute or ban', '', 'Said sorry.', 'Lifted');
  await expect(mod.page.getByText('Muted', { exact: true })).toHaveCount(0);
  await expect(bell(brian.page, 2)).toBeVisible();
  await openChat(brian, amina.known);
  await say(brian.page, amina.known, 'I am sorry');
  await expect(messages(amina.page).last()).toHaveText('I am sorry');
  await decide('Warn the player', 'Please be careful with words.', 'Again.', 'Warned');
  await expect(bell(brian.page, 3)).toBeVisible();

  await decide('Ban the player', 'You hurt others again and again.', 'Third time.', 'Banned');
  await expect(brian.page.getByRole('heading', { level: 1, name: 'Please Log In' })).toBeVisible({ timeout: 5_000 });
  expect((await brian.context.request.get(`/chat/${amina.known.id}`)).status()).toBe(401);
  await brian.page.goto('/login');
  await brian.page.getByLabel('Email or Username').fill('brian');
  await brian.page.getByLabel('Password', { exact: true }).fill('kiddo-demo');
  await brian.page.getByRole('button', { name: 'Sign In', exact: true }).click();
  const notice = brian.page.getByRole('region', { name: 'This account is closed for now' });
  await expect(notice).toContainText('You hurt others again and again.');
  await expect(notice).toContainText('This holds until we tell you that it is open again.');
  await decide('Lift the mute or ban', '', 'A parent wrote.', 'Lifted');
  await signIn(brian.page, 'brian');
  await openChat(brian, amina.known);
  await say(brian.page, amina.known, 'Thank you');
  await expect(messages(amina.page).last()).toHaveText('Thank you');

  // All of it stands in the log, the newest first.
  await mod.page.reload();
  await expect(mod.page.getByRole('region', { name: 'What was done' }).getByRole('listitem')).toHaveText(
    [
      ['lifted the mute or ban', 'A parent wrote.'],
      ['banned the player', 'Third time.'],
      ['warned the player', 'Again.'],
      ['lifted the mute or ban', 'Said sorry.'],
      ['muted the player for 1 hour', 'First time.'],
    ].map(([did, note]) => new RegExp(`^@${mod.known.username} ${did}${note}`)),
  );
  await expect(mod.page.getByRole('region', { name: 'Warnings, mutes and bans' }).getByRole('listitem')).toHaveText([
    /^Ban lifted/,
    /^Warning/,
    /^Mute lifted/,
  ]);
  await open(mod.page, '/moderation/players');
  await expect(mod.page.getByText('Nothing waits.')).toBeVisible();
});

/** The demo player Brian, who signs in with a password. */
async function somebodyWithPassword(own: Own, context: Someone['context']): Promise<Someone> {
  const page = await context.newPage();
  await signIn(page, 'brian');
  const [known] = await query<Someone['known']>(
    `select id, username, display_name as "displayName" from players where username = 'brian'`,
    [],
    own.dataDir,
  );
  if (!known) throw new Error('there is no demo player');
  return { context, page, known };
}
