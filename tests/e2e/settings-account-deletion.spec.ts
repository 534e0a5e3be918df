import fs from 'node:fs/promises';
import { expect, openPage, toast } from './friends.ts';
import { PASSWORD, signInElsewhere } from './passwords.ts';
import { giveKiddocash } from './avatar-images.ts';
import { emailOf, openWithLiveConnection } from './subscribers.ts';
import { clickButton, test, submitSignIn } from './settings-pages.ts';
import { expectSignedIn, waitForMail } from './accounts.ts';
import { waitForHydration } from './site.ts';

// Exporting the data, and deleting the account. The content of the file, and what remains of a deleted player, are tested in
// src/features/settings/export and src/features/settings/erasure.

test('the export comes as a file, once an hour', async ({ owner }) => {
  const { page, known } = await owner();
  await openPage(page, '/settings');
  const password = page.getByLabel('Password, so that we know it is you');
  await password.fill(PASSWORD);
  const download = page.waitForEvent('download');
  await clickButton(page, 'Export my data');
  const file = await download;
  expect(file.suggestedFilename()).toMatch(new RegExp(`^kiddo-${known.username}-\\d{4}-\\d\\d-\\d\\d\\.json$`));
  const mine = JSON.parse(await fs.readFile((await file.path()) ?? '', 'utf8')) as object;
  expect(mine).toMatchObject({ account: { username: known.username, displayName: known.displayName } });
  await expect(password).toHaveValue('');
  await password.fill('not-my-word');
  await clickButton(page, 'Export my data');
  await expect(toast(page, 'This is not your password. Type it again to get your data.')).toBeVisible();
  await password.fill(PASSWORD);
  await clickButton(page, 'Export my data');
  await expect(toast(page, 'You got your data less than an hour ago. Try again later.')).toBeVisible();
});

test('who leaves is signed out everywhere, sees nothing but the way back, and can keep it all', async ({ owner, browserOf, baseURL }) => {
  const me = await owner();
  const { page, known } = me;
  await giveKiddocash(known.id, 77);
  const elsewhere = await browserOf();
  await signInElsewhere(elsewhere, known.id, baseURL ?? '', 'test');
  const other = await elsewhere.newPage();
  await openWithLiveConnection(other, '/profile');
  await openPage(page, '/settings');
  await page.getByRole('link', { name: 'Delete my account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete your account?');
  await page.getByLabel('Your password').fill('not-my-word');
  await clickButton(page, 'Delete my account');
  await expect(page.getByLabel('Your password')).toHaveAccessibleDescription(/This is not your password/);
  await page.getByLabel('Your password').fill(PASSWORD);
  await clickButton(page, 'Delete my account');
  await expect(toast(page, 'Kwaheri!')).toBeVisible();
  await expectSignedIn(page, false);
  await expectSignedIn(other, false);
  await waitForMail(emailOf(me), /is going to be deleted/);

  await submitSignIn(page, known.username, PASSWORD);
  await expect(page).toHaveURL('/leaving');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Your account is going to be deleted on /);
  for (const address of ['/', '/settings', '/games/kite-club']) {
    await page.goto(address);
    await expect(page).toHaveURL('/leaving');
  }
  await waitForHydration(page);
  await clickButton(page, 'Keep my account');
  await expect(toast(page, 'Karibu tena!')).toBeVisible();
  await expectSignedIn(page);
  await waitForMail(emailOf(me), /account stays/);
  await openPage(page, '/profile');
  await expect(page.locator('.profile-cash')).toContainText('77');
});
