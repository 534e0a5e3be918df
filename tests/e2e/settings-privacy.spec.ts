import { befriend, expect, friendList, openPage, toast } from './friends.ts';
import { openWithLiveConnection } from './subscribers.ts';
import { clickButton, test } from './settings-pages.ts';

// Who sees what. The effects of each setting: src/features/settings/privacy/service.test.ts.

test('privacy is saved and counts at once: who sees the page, and that one is online', async ({ owner, someone, quiet }) => {
  quiet.allow(/status of 404/);
  const [me, friend] = [await owner(), await someone()];
  await befriend(me.known.id, friend.known.id);
  const { page, known } = me;
  await openWithLiveConnection(page, '/settings?tab=privacy');
  await openWithLiveConnection(friend.page, '/friends');
  const inList = friendList(friend.page).locator('.friend-line');
  await expect(inList).toContainText('Online');
  // A new account: the profile is for friends, everything else is open.
  const answer = (question: string, chosen: string) => page.getByRole('group', { name: question }).getByRole('radio', { name: chosen });
  await expect(answer('Who can see my profile?', 'Friends Only')).toBeChecked();
  for (const question of ['Who can find me by my name?', 'Who can send me friend requests?'])
    await expect(answer(question, 'Everyone')).toBeChecked();
  const online = page.getByLabel('Show my friends when I am online');
  await expect(online).toBeChecked();
  const save = async () => {
    const saved = page.waitForResponse((response) => response.request().method() === 'POST' && response.url().includes('/settings.data'));
    await clickButton(page, 'Save privacy');
    await saved;
    await expect(toast(page, 'Privacy saved')).toBeVisible();
  };

  await page.getByRole('group', { name: 'Who can see my profile?' }).getByText('Private', { exact: true }).click();
  await page.getByText('Show my friends when I am online').click();
  await save();
  // On the page that is already open.
  await expect(inList).toContainText(known.displayName);
  await expect(inList).not.toContainText('Online');
  await openPage(friend.page, '/friends');
  await expect(inList).toContainText(known.displayName);
  await expect(friendList(friend.page).locator('.presence')).toHaveCount(0);
  await friend.page.goto(`/profile/${known.id}`);
  await expect(friend.page.getByRole('heading', { level: 1 })).toHaveText('Profile Not Found');

  await page.reload();
  await expect(answer('Who can see my profile?', 'Private')).toBeChecked();
  await expect(answer('Who can find me by my name?', 'Everyone')).toBeChecked();
  await expect(online).not.toBeChecked();
  await openWithLiveConnection(page, '/settings?tab=privacy');
  await page.getByText('Show my friends when I am online').click();
  await save();
  await openPage(friend.page, '/friends');
  await expect(inList).toContainText('Online');
});
