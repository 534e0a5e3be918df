import type { Page } from '@playwright/test';
import { befriend, bell, expect, notificationItems, openPage, test, toast, waitForLiveConnection } from './friends.ts';
import { waitForHydration } from './site.ts';

const member = (page: Page, name: string) =>
  page
    .getByRole('region', { name: /^Members/ })
    .getByRole('listitem')
    .filter({ hasText: name });

/** Opens the menu about a member, or about the group, and presses an entry. */
async function choose(page: Page, menu: string, entry: string): Promise<void> {
  await page.getByLabel(menu, { exact: true }).click();
  await page.locator('.person-menu[open]').getByText(entry, { exact: true }).click();
}

const confirm = (page: Page, button: string) => page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();

test('a group from its making to its end: invite, join, see each other, help, remove, close', async ({
  pair: { amina, brian },
  someone,
  quiet,
}) => {
  // The page of who was removed asks for a group that is gone.
  quiet.allow(/404 \(Not Found\) \(\S+\/groups\//);
  const chao = await someone();
  await befriend(amina.known.id, chao.known.id);
  const { page } = amina;
  const live = waitForLiveConnection(brian.page);
  await openPage(brian.page, '/groups');
  await live;
  await expect(brian.page.getByRole('heading', { name: 'No groups yet' })).toBeVisible();

  await openPage(page, '/friends');
  await page.getByRole('main').getByRole('link', { name: 'Groups' }).click();
  await page.getByRole('link', { name: 'Make a group' }).click();
  await page.getByRole('button', { name: 'Make this group' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expect(page.getByText('Your group needs a name.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('Kite Crew');
  await page.getByRole('textbox', { name: 'Motto' }).fill('We fly when the wind is up');
  await page.getByRole('radio', { name: 'Kite' }).check();
  await page.getByRole('button', { name: 'Make this group' }).click();

  // Both are invited; one of them sees it at once.
  await page.getByRole('checkbox', { name: new RegExp(brian.known.displayName) }).check();
  await page.getByRole('checkbox', { name: new RegExp(chao.known.displayName) }).check();
  await page.getByRole('button', { name: 'Invite 2 friends' }).click();
  await expect(toast(page, 'Invited')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Invited (2)' })).toBeVisible();
  await expect(brian.page.getByText(`${amina.known.displayName} asks you to join`)).toBeVisible();
  await bell(brian.page, 1).click();
  await expect(notificationItems(brian.page)).toContainText([/Group invitation/]);
  await brian.page.keyboard.press('Escape');
  await brian.page.getByRole('button', { name: 'Join: Kite Crew' }).click();
  await expect(brian.page.getByRole('heading', { name: 'Kite Crew', level: 1 })).toBeVisible();
  await expect(member(brian.page, amina.known.displayName)).toContainText('Owner');
  await expect(bell(brian.page, 0)).toBeVisible();
  // The owner's page knows it without a reload.
  await expect(member(page, brian.known.displayName)).toBeVisible();
  await page.getByRole('button', { name: `Take back: ${chao.known.displayName}` }).click();
  await expect(toast(page, 'Invitation taken back')).toBeVisible();

  await choose(page, `What you can do with ${brian.known.displayName}`, 'Make a helper');
  await expect(member(page, brian.known.displayName)).toContainText('Helper');
  await expect(brian.page.getByRole('link', { name: 'Invite friends' })).toBeVisible();
  await choose(page, `What you can do with ${brian.known.displayName}`, 'Remove from group');
  await confirm(page, 'Remove');
  await expect(member(page, brian.known.displayName)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Members (1)' })).toBeFocused();
  // Who was removed is told nothing: the group is gone.
  await expect(brian.page.getByRole('heading', { name: 'Group not found' })).toBeVisible();

  await choose(page, 'More about this group', 'Close group');
  await confirm(page, 'Go back');
  await expect(page.getByLabel('More about this group')).toBeFocused();
  await choose(page, 'More about this group', 'Close group');
  await confirm(page, 'Close group');
  await expect(page).toHaveURL(/\/groups$/);
  await expect(page.getByRole('heading', { name: 'No groups yet' })).toBeVisible();
});

test(
  'on a phone: a name that is refused stays in its field, and who was invited leaves again',
  { tag: '@phone' },
  async ({ pair: { amina, brian }, quiet }) => {
    quiet.allow(/400 \(Bad Request\) \(\S+\/groups\/new/);
    const { page } = amina;
    await openPage(page, '/groups/new');
    await page.getByRole('textbox', { name: 'Name' }).fill('Call 0712 345 678');
    await page.getByRole('radio', { name: 'Leaf' }).check();
    await page.getByRole('button', { name: 'Make this group' }).click();
    await expect(page.getByText(/^Please choose another name/)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Call 0712 345 678');
    await expect(page.getByRole('radio', { name: 'Leaf' })).toBeChecked();
    await page.getByRole('textbox', { name: 'Name' }).fill('Leaf Club');
    await page.getByRole('button', { name: 'Make this group' }).click();
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Invite 1 friend' }).click();
    await expect(toast(page, 'Invited')).toBeVisible();

    // The bell leads there.
    await openPage(brian.page, '/');
    await bell(brian.page, 1).click();
    await notificationItems(brian.page).first().click();
    await expect(brian.page).toHaveURL(/\/groups$/);
    await brian.page.getByRole('button', { name: 'Join: Leaf Club' }).click();
    await waitForHydration(brian.page);
    await choose(brian.page, 'More about this group', 'Leave group');
    await confirm(brian.page, 'Leave');
    await expect(toast(brian.page, 'You left the group')).toBeVisible();
    await expect(brian.page.getByRole('heading', { name: 'No groups yet' })).toBeVisible();
  },
);
