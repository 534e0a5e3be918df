import type { Page } from '@playwright/test';
import {
  befriend,
  bell,
  chatWith,
  expect,
  messageField,
  friendList,
  notificationItems,
  waitForLiveConnection,
  openPage,
  sendMessage,
  tabLink,
  test,
  toast,
} from './friends.ts';
import { query, type Known } from './players.ts';
import { waitForHydration } from './site.ts';

/** Searches for a player by typing only, without pressing a button. */
async function search(page: Page, typed: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Username, name or friend code' }).fill(typed);
  await expect(page).toHaveURL(new RegExp(`q=${encodeURIComponent(typed).replaceAll('%20', '(%20|\\+)')}$`));
}

const found = (page: Page) => page.getByRole('list', { name: 'Players found' }).getByRole('listitem');
const about = (page: Page, word: string, who: Pick<Known, 'displayName'>) =>
  page.getByRole('button', { name: `${word}: ${who.displayName}`, exact: true });

/** Opens a player's menu and presses an entry. */
async function choose(page: Page, who: Known, word: string): Promise<void> {
  await page.getByLabel(`More about ${who.displayName}`).click();
  await page.locator('.person-menu[open]').getByText(word, { exact: true }).click();
}

async function block(page: Page, who: Known): Promise<void> {
  await openPage(page, `/friends/${who.id}`);
  await choose(page, who, 'Block');
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click();
  await expect(toast(page, 'Player blocked')).toBeVisible();
}

test('two newcomers find each other, become friends, and part again', { tag: '@phone' }, async ({ someone }) => {
  const [{ page: amina, known: one }, { page: brian, known: other }] = await Promise.all([someone(), someone()]);
  await openPage(amina, '/friends');
  await expect(amina.getByText('No friends yet. Start making connections!')).toBeVisible();
  await expect(tabLink(amina, 'Friends (0)')).toBeVisible();
  await amina.getByRole('main').getByRole('link', { name: 'Add Friends' }).last().click();
  await openPage(brian, '/friends?tab=requests');
  await expect(brian.getByText('No pending friend requests')).toBeVisible();

  await search(amina, other.username);
  await expect(found(amina).first()).toContainText(`@${other.username}`);
  await about(amina, 'Add Friend', other).click();
  await expect(toast(amina, 'Friend request sent')).toBeVisible();
  await expect(toast(amina, 'Your friend request has been sent!')).toBeVisible();
  await expect(about(amina, 'Request Sent', other)).toHaveAttribute('aria-disabled', 'true');

  // The other player is notified at once, and sees the request without a reload.
  await expect(bell(brian, 1)).toBeVisible();
  await expect(about(brian, 'Accept', one)).toBeVisible();
  await expect(tabLink(brian, 'Requests (1)')).toBeVisible();
  await bell(brian, 1).click();
  await expect(notificationItems(brian)).toHaveText([`Friend requestUnread${one.displayName} (@${one.username}) wants to be your friend`]);
  await brian.keyboard.press('Escape');
  await tabLink(amina, 'Friends (0)').click();
  await about(brian, 'Accept', one).click();
  await expect(toast(brian, 'Friend request accepted')).toBeVisible();
  await expect(toast(brian, 'You are now friends!')).toBeVisible();
  await expect(tabLink(brian, 'Requests (0)')).toBeVisible();
  await expect(bell(brian, 0)).toBeVisible();
  await tabLink(brian, 'Friends (1)').click();
  await expect(friendList(brian).getByRole('link')).toContainText([one.displayName]);
  // The player who asked is notified, and sees the friend without a reload.
  await expect(tabLink(amina, 'Friends (1)')).toBeVisible();
  await expect(friendList(amina).getByRole('link')).toContainText([other.displayName]);
  await expect(bell(amina, 1)).toBeVisible();
  await bell(amina, 1).click();
  await expect(notificationItems(amina)).toHaveText([
    `Friend request acceptedUnread${other.displayName} (@${other.username}) is your friend now`,
  ]);
  await amina.keyboard.press('Escape');

  // From the chat's header to the profile, where the friend is removed.
  await friendList(amina).getByRole('link').first().click();
  await amina.getByRole('link', { name: `Profile of ${other.displayName}` }).click();
  await expect(amina.getByRole('heading', { level: 1 })).toHaveText(other.displayName);
  await expect(amina.getByRole('link', { name: 'Message', exact: true })).toBeVisible();
  await amina.getByRole('button', { name: 'Remove Friend' }).click();
  await amina.getByRole('dialog').getByRole('button', { name: 'Keep friend' }).click();
  await amina.getByRole('button', { name: 'Remove Friend' }).click();
  await amina.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(toast(amina, 'Friend removed')).toBeVisible();
  await expect(amina).toHaveURL('/friends');
  await expect(amina.getByText('No friends yet. Start making connections!')).toBeVisible();
  await expect(brian.getByText('No friends yet. Start making connections!')).toBeVisible();
  await expect(bell(brian, 0)).toBeVisible();
});

test('a friend code finds its player, as it is typed and as a link, until a new one is made', { tag: '@phone' }, async ({ someone }) => {
  const [amina, brian] = await Promise.all([someone(), someone()]);
  // The player cannot be found by name, only by the code.
  await query(`insert into privacy (player_id, finding) values ($1, 'private')`, [brian.known.id]);
  await openPage(brian.page, '/friends?tab=search');
  const code = await brian.page.getByLabel('Code', { exact: true }).inputValue();
  const link = await brian.page.getByLabel('Link', { exact: true }).inputValue();
  expect(code).toMatch(/^[A-Z2-9]{8}$/);
  await openPage(amina.page, '/friends?tab=search');
  await search(amina.page, brian.known.username);
  await expect(amina.page.getByText(`No players match "${brian.known.username}".`)).toBeVisible();
  await search(amina.page, `${code.slice(0, 4)} ${code.slice(4)}`.toLowerCase());
  await expect(found(amina.page)).toContainText([brian.known.displayName]);
  await openPage(amina.page, link);
  await expect(found(amina.page)).toContainText([brian.known.displayName]);

  await brian.page.getByRole('button', { name: 'Make a new one' }).click();
  await expect(toast(brian.page, 'New friend code')).toBeVisible();
  await expect(brian.page.getByLabel('Code', { exact: true })).not.toHaveValue(code);
  const next = await brian.page.getByLabel('Link', { exact: true }).inputValue();
  await openPage(amina.page, link);
  await expect(amina.page.getByText(`No players match "${code}".`)).toBeVisible();
  await openPage(amina.page, next);
  await about(amina.page, 'Add Friend', brian.known).click();
  await expect(toast(amina.page, 'Friend request sent')).toBeVisible();
});

test('who is declined is not told, and cannot ask again', async ({ someone, quiet }) => {
  quiet.allow(/status of 403/);
  const [amina, brian] = await Promise.all([someone(), someone()]);
  await openPage(brian.page, '/');
  await openPage(amina.page, `/friends/${brian.known.id}`);
  await about(amina.page, 'Add Friend', brian.known).click();
  await expect(toast(amina.page, 'Friend request sent')).toBeVisible();
  await expect(bell(brian.page, 1)).toBeVisible();
  // The notification opens the request, and is gone then; the row is marked, also after a reload.
  await bell(brian.page, 1).click();
  await notificationItems(brian.page).click();
  await expect(brian.page).toHaveURL(`/friends?tab=requests&from=${amina.known.id}`);
  await expect(tabLink(brian.page, 'Requests (1)')).toHaveAttribute('aria-current', 'page');
  const marked = brian.page.locator('.person-line.marked');
  for (const isReloaded of [false, true]) {
    if (isReloaded) await openPage(brian.page, brian.page.url());
    await expect(marked).toContainText(amina.known.displayName);
    await expect(marked).toBeInViewport({ ratio: 1 });
    await expect(marked).toBeFocused();
  }
  await about(brian.page, 'Decline', amina.known).click();
  await expect(toast(brian.page, 'Friend request declined')).toBeVisible();
  await expect(brian.page.getByText('No pending friend requests')).toBeVisible();
  // Who declined it knows that; who comes back later is told.
  await expect(brian.page.getByText('This request is gone')).toHaveCount(0);
  await openPage(brian.page, brian.page.url());
  await expect(brian.page.getByText('This request is gone')).toBeVisible();
  await expect(bell(brian.page, 0)).toBeVisible();
  await expect.poll(() => query(`select 1 from notifications where player_id = $1`, [amina.known.id])).toEqual([]);
  await openPage(amina.page, `/friends/${brian.known.id}`);
  await expect(bell(amina.page, 0)).toBeVisible();
  await about(amina.page, 'Add Friend', brian.known).click();
  await expect(toast(amina.page, 'You cannot send a request to this player at the moment.')).toBeVisible();
  await expect(about(amina.page, 'Add Friend', brian.known)).toBeVisible();
  await expect.poll(() => query(`select 1 from friendships where $1 in (low_id, high_id)`, [amina.known.id])).toEqual([]);
  // An open page updates its bell with a delay; a new page has the current state.
  await brian.page.reload();
  await expect(bell(brian.page, 0)).toBeVisible();
  await expect.poll(() => query(`select 1 from notifications where player_id = $1`, [brian.known.id])).toEqual([]);
});

test('a request is taken back, and is gone from the other one without a reload', { tag: '@phone' }, async ({ someone }) => {
  const [amina, brian] = await Promise.all([someone(), someone()]);
  await openPage(brian.page, '/friends?tab=requests');
  await expect(bell(brian.page, 0)).toBeVisible();
  await openPage(amina.page, `/friends?tab=search&q=${brian.known.username}`);
  await about(amina.page, 'Add Friend', brian.known).click();
  await expect(about(brian.page, 'Accept', amina.known)).toBeVisible();
  await expect(bell(brian.page, 1)).toBeVisible();
  await tabLink(amina.page, 'Requests (0)').click();
  await expect(amina.page.getByRole('heading', { name: 'You asked them' })).toBeVisible();
  await about(amina.page, 'Withdraw', brian.known).click();
  await expect(toast(amina.page, 'Friend request withdrawn')).toBeVisible();
  await expect(amina.page.getByRole('heading', { name: 'You asked them' })).toHaveCount(0);
  await expect(brian.page.getByText('No pending friend requests')).toBeVisible();
  await expect(bell(brian.page, 0)).toBeVisible();
});

test('who asks somebody that has just asked them hears why, and can accept without a reload', async ({ someone, baseURL, quiet }) => {
  quiet.allow(/status of 409/);
  const [amina, brian] = await Promise.all([someone(), someone()]);
  const { page } = amina;
  // The live connection is blocked: otherwise the page would learn of the request and no longer offer the button.
  await page.routeWebSocket('**/live', () => {});
  await openPage(page, `/friends?tab=search&q=${brian.known.username}`);
  const asked = await brian.context.request.post('/friends/deeds', {
    headers: { origin: baseURL ?? '', accept: 'application/json' },
    form: { do: 'ask', id: amina.known.id },
  });
  expect(asked.status()).toBe(200);
  await about(page, 'Add Friend', brian.known).click();
  await expect(toast(page, 'Relationship already exists')).toBeVisible();
  await about(page, 'Accept', brian.known).click();
  await expect(toast(page, 'You are now friends!')).toBeVisible();
});

test(
  'a friend without anything: no messages, no favorite games; the filter says when it finds nobody',
  { tag: '@phone' },
  async ({ someone }) => {
    const [amina, brian, chao] = await Promise.all([someone(), someone(), someone()]);
    for (const other of [brian, chao]) await befriend(amina.known.id, other.known.id);
    await openPage(amina.page, '/friends');
    await expect(tabLink(amina.page, 'Friends (2)')).toHaveAttribute('aria-current', 'page');
    const lines = friendList(amina.page).getByRole('link');
    await expect(lines).toHaveCount(2);
    const filter = amina.page.getByLabel('Find a friend in this list');
    await filter.fill(brian.known.username.toUpperCase());
    await expect(lines).toHaveCount(1);
    await expect(lines).toContainText([brian.known.displayName]);
    await filter.fill('zebra zebra');
    await expect(amina.page.getByText('No friends match "zebra zebra".')).toBeVisible();
    await filter.fill('');
    await friendList(amina.page).getByRole('link', { name: brian.known.displayName }).click();
    await expect(chatWith(amina.page, brian.known).getByText('No messages yet. Start the conversation!')).toBeVisible();
    await amina.page.getByRole('link', { name: `Profile of ${brian.known.displayName}` }).click();
    await expect(amina.page).toHaveURL(`/friends/${brian.known.id}`);
    await expect(amina.page.getByText('No favorite games yet')).toBeVisible();
    await expect(amina.page.getByText(/^Member since [A-Z][a-z]+ \d{4}/)).toBeVisible();
    await amina.page.getByRole('link', { name: 'Back to Friends' }).click();
    await expect(amina.page).toHaveURL('/friends');
  },
);

test('the address says where one is: a reload keeps the place, back and forth lead through it', { tag: '@phone' }, async ({ someone }) => {
  const [{ page, known }, friend] = await Promise.all([someone(), someone()]);
  await befriend(known.id, friend.known.id);
  await openPage(page, '/friends');
  await tabLink(page, 'Requests (0)').click();
  await expect(page).toHaveURL('/friends?tab=requests');
  await page.reload();
  await expect(tabLink(page, 'Requests (0)')).toHaveAttribute('aria-current', 'page');
  await tabLink(page, 'Add Friends').click();
  await expect(page).toHaveURL('/friends?tab=search');
  await page.goBack();
  await expect(page.getByText('No pending friend requests')).toBeVisible();
  await tabLink(page, 'Friends (1)').click();
  await expect(page).toHaveURL('/friends');
  await friendList(page).getByRole('link').click();
  await expect(page).toHaveURL(`/friends?chat=${friend.known.id}`);
  await page.reload();
  await expect(chatWith(page, friend.known)).toBeVisible();
  await waitForHydration(page);
  await page.goBack();
  await expect(chatWith(page, friend.known)).toHaveCount(0);
  await expect(friendList(page).getByRole('link')).toBeVisible();
  await page.goForward();
  await expect(chatWith(page, friend.known)).toBeVisible();
  // Also while the scripts of the page are still on their way.
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(chatWith(page, friend.known)).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/friends');
  scripts.resolve();
  await expect(friendList(page).getByRole('link')).toBeVisible();
  await expect(chatWith(page, friend.known)).toHaveCount(0);
});

test(
  'blocking: both are gone for each other, without a notification; unblocking brings them back',
  { tag: '@phone' },
  async ({ someone, quiet }) => {
    quiet.allow(/status of 404/);
    const [amina, brian] = await Promise.all([someone(), someone()]);
    await befriend(amina.known.id, brian.known.id);
    await openPage(brian.page, '/');
    await expect(bell(brian.page, 0)).toBeVisible();
    await openPage(amina.page, `/friends/${brian.known.id}`);
    await choose(amina.page, brian.known, 'Block');
    await amina.page.getByRole('dialog').getByRole('button', { name: 'Go back' }).click();
    await expect(amina.page.getByRole('link', { name: 'Message', exact: true })).toBeVisible();
    await choose(amina.page, brian.known, 'Block');
    await expect(amina.page.getByRole('dialog', { name: `Block ${brian.known.displayName}?` })).toBeVisible();
    await amina.page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click();
    await expect(toast(amina.page, 'Player blocked')).toBeVisible();
    await expect(amina.page).toHaveURL('/friends');
    await expect(amina.page.getByText('No friends yet. Start making connections!')).toBeVisible();

    // The blocked player finds nobody by that name, as if the other had never existed.
    await openPage(brian.page, '/friends');
    await expect(brian.page.getByText('No friends yet. Start making connections!')).toBeVisible();
    await openPage(brian.page, `/friends?tab=search&q=${amina.known.username}`);
    await expect(brian.page.getByText(`No players match "${amina.known.username}".`)).toBeVisible();
    for (const address of [`/friends/${amina.known.id}`, `/profile/${amina.known.id}`]) {
      await brian.page.goto(address);
      await expect(brian.page.getByRole('heading', { level: 1 })).toHaveText('Profile Not Found');
      await expect(brian.page.getByText('This user profile could not be found.')).toBeVisible();
    }
    await expect(bell(brian.page, 0)).toBeVisible();
    await expect.poll(() => query(`select 1 from notifications where player_id = $1`, [brian.known.id])).toEqual([]);

    await tabLink(amina.page, 'Add Friends').click();
    await search(amina.page, brian.known.username);
    await expect(amina.page.getByText(`No players match "${brian.known.username}".`)).toBeVisible();
    await expect(amina.page.getByRole('heading', { name: 'Players you blocked' })).toBeVisible();
    await about(amina.page, 'Unblock', brian.known).click();
    await expect(toast(amina.page, 'Player unblocked')).toBeVisible();
    await expect(found(amina.page)).toContainText([brian.known.displayName]);
    await expect(about(amina.page, 'Add Friend', brian.known)).toBeVisible();
    await openPage(brian.page, `/friends/${amina.known.id}`);
    await expect(about(brian.page, 'Add Friend', amina.known)).toBeVisible();
  },
);

test('a blocked player with the chat open sees the same as a friend who was removed', async ({ someone, quiet }) => {
  quiet.allow(/status of 404/);
  const [amina, brian] = await Promise.all([someone(), someone()]);
  await befriend(amina.known.id, brian.known.id);
  // Wait for the connection: if it opened later, the page would reload the chat and find no friend.
  const line = waitForLiveConnection(brian.page);
  await openPage(brian.page, `/friends?chat=${amina.known.id}`);
  await line;
  await block(amina.page, brian.known);
  await sendMessage(brian.page, amina.known, 'Are you there?');
  await expect(brian.page.getByText('You can only write to your friends. This player is not one of them now.')).toBeVisible();
  await expect(messageField(brian.page, amina.known)).toHaveValue('Are you there?');
});
