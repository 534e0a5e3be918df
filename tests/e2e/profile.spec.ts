import type { Page } from '@playwright/test';
import { befriend, expect, waitForLiveConnection, openPage, test, toast, type PlayerSession } from './friends.ts';
import { payForPlan, waitForPaidPeriods } from './payments.ts';
import { query } from './players.ts';

// The user's own profile: its four tabs, its links, and updates while it is open. Without JavaScript: tests/http/profile.test.ts.

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Your games, friends and items' });
const tab = (page: Page, name: string) => tabs(page).getByRole('link', { name, exact: true });
const cash = (page: Page) => page.locator('.profile-cash b');

/** Creates data for each tab. */
async function withPast(me: PlayerSession, friend: PlayerSession): Promise<void> {
  const { id } = me.known;
  await befriend(id, friend.known.id);
  await query(`insert into favorites (player_id, game_id) select $1, id from games where id in ('kite-club', 'bao-master')`, [id]);
  await query(`insert into play_history (id, player_id, game_id, played_at) values (gen_random_uuid(), $1, 'matatu-rush', now())`, [id]);
  await query(
    `insert into inventory (player_id, item_id, category, price) values ($1, 'guitar', 'gear', 350), ($1, 'lamu-kofia', 'hats', 120)`,
    [id],
  );
}

test('nothing yet: each tab says so and leads on', { tag: ['@phone', '@desktop'] }, async ({ someone }) => {
  const { page, known } = await someone();
  await openPage(page, '/profile');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(known.displayName);
  await expect(page.getByRole('main').getByText(`@${known.username}`)).toBeVisible();
  await expect(page.getByText(/Member since \w+ \d{4}/)).toBeVisible();
  await expect(cash(page)).toHaveText('0');
  await expect(tab(page, 'Favorites')).toHaveAttribute('aria-current', 'page');
  for (const [name, address, says, on] of [
    ['Favorites', '/profile', 'No favorite games yet. Start exploring!', '/games'],
    ['History', '/profile?tab=history', 'No games played yet', null],
    ['Friends', '/profile?tab=friends', 'No friends yet. Start making connections!', '/friends?tab=search'],
    ['Avatar items', '/profile?tab=items', 'You have no items yet', '/catalog'],
  ] as const) {
    await tab(page, name).click();
    await expect(page).toHaveURL(address);
    await expect(tab(page, name)).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('heading', { level: 2, name: says })).toBeVisible();
    if (on !== null) await expect(page.locator('.profile-lists .empty a')).toHaveAttribute('href', on);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    // On a phone, the selected tab is visible too.
    await expect(tab(page, name)).toBeInViewport({ ratio: 0.9 });
  }
});

test('four tabs with what is there, and a reload keeps the place', async ({ someone }) => {
  const [me, friend] = [await someone(), await someone()];
  await withPast(me, friend);
  const { page } = me;
  await openPage(page, '/profile');
  await expect(page.locator('.profile-games').getByRole('heading')).toHaveText(['Kite Club', 'Bao Master'], { ignoreCase: true });
  await tab(page, 'History').click();
  await expect(page.locator('.history-line')).toContainText(['Matatu Rush']);
  await expect(page.getByRole('button', { name: 'Clear history' })).toBeVisible();
  await tab(page, 'Friends').click();
  await expect(page.locator('.profile-lists .person-line')).toContainText([`@${friend.known.username}`]);
  await page.reload();
  await expect(tab(page, 'Friends')).toHaveAttribute('aria-current', 'page');
  await page
    .locator('.profile-lists')
    .getByRole('link', { name: `Message ${friend.known.displayName}` })
    .click();
  await expect(page).toHaveURL(`/friends?chat=${friend.known.id}`);
  await page.goBack();
  await tab(page, 'Avatar items').click();
  await expect(page.getByText('2 items')).toBeVisible();
  await page.getByRole('button', { name: 'Wear Guitar' }).click();
  await expect(toast(page, 'On it goes')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take off Guitar' })).toBeVisible();
  await expect(page.locator('.profile-figure')).toBeVisible({ timeout: 60_000 });
  await page.goBack();
  await expect(tab(page, 'Friends')).toHaveAttribute('aria-current', 'page');
});

test('the ways on, and the premium badge for who has premium', { tag: '@phone' }, async ({ someone, baseURL }) => {
  const me = await someone();
  const { page } = me;
  await openPage(page, '/profile');
  const main = page.getByRole('main');
  const badge = page.locator('.profile-name').getByText('Premium', { exact: true });
  await expect(badge).toHaveCount(0);
  for (const [name, address] of [
    ['Edit Profile', '/settings'],
    ['Add Friend', '/friends?tab=search'],
    ['Customize Avatar', '/avatar-customization'],
    ['Get Kiddokash', '/robux'],
    ['See all friends', '/friends'],
  ] as const)
    await expect(main.getByRole('link', { name }).first()).toHaveAttribute('href', address);
  await expect(main.getByRole('link', { name: /Moderation|Operator/ })).toHaveCount(0);
  await main.getByRole('link', { name: 'Edit Profile' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await page.goBack();
  const line = waitForLiveConnection(page);
  await openPage(page, '/profile');
  await line;
  await payForPlan(me.context, baseURL ?? '', 'premium', 'mpesa');
  await waitForPaidPeriods(me.known.id, 1);
  // The open page updates without a reload.
  await expect(badge).toBeVisible();
  await expect(cash(page)).toHaveText('400');
});
