import type { Page } from '@playwright/test';
import { getTotpCode } from '../totp.ts';
import { expect, openPage, toast } from './friends.ts';
import { PASSWORD, signInElsewhere } from './passwords.ts';
import { emailOf, openWithLiveConnection } from './subscribers.ts';
import { settingsPanel, clickButton, test, submitSignIn } from './settings-pages.ts';
import { expectSignedIn, waitForMail, signIn, signOut } from './accounts.ts';

// Signing in. Failures and lockouts: src/features/settings/security/service.test.ts.

test('a new password, and where one is signed in: others are signed out at once', async ({ owner, browserOf, baseURL }) => {
  const me = await owner();
  const { page, known } = me;
  /** Another browser of the player, with a live connection. */
  const elsewhere = async (device: string): Promise<Page> => {
    const context = await browserOf({ userAgent: device });
    await signInElsewhere(context, known.id, baseURL ?? '', device);
    const other = await context.newPage();
    await openWithLiveConnection(other, '/profile');
    return other;
  };
  const phone = await elsewhere(
    'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
  );
  const laptop = await elsewhere('Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0');
  await openPage(page, '/settings?tab=security');
  const list = settingsPanel(page, 'Where you are signed in').getByRole('listitem');
  await expect(list).toHaveCount(3);
  await expect(list.filter({ hasText: 'This one' })).toHaveCount(1);
  await expect(list.filter({ hasText: 'This one' }).getByRole('button')).toHaveCount(0);
  await expect(list.filter({ hasText: 'Firefox on Windows' })).toContainText('Signed in');
  await clickButton(page, 'Sign out Chrome on Android');
  await expect(toast(page, 'That phone or computer is signed out.')).toBeVisible();
  await expect(list).toHaveCount(2);
  // Without a reload or a click: its live connection receives it.
  await expectSignedIn(phone, false);
  await expectSignedIn(laptop);

  const form = settingsPanel(page, 'Password');
  const update = form.getByRole('button', { name: 'Update Password' });
  const fill = async (current: string, next: string, again: string) => {
    await form.getByLabel('Current password').fill(current);
    await form.getByLabel('New password', { exact: true }).fill(next);
    await form.getByLabel('Confirm new password').fill(again);
  };
  await expect(update).toBeDisabled();
  await fill(PASSWORD, 'other-word-1', '');
  await expect(update).toBeDisabled();
  await fill(PASSWORD, 'other-word-1', 'other-word-2');
  await update.click();
  await expect(page.getByText('New passwords do not match').first()).toBeVisible();
  await fill('not-my-word', 'other-word-1', 'other-word-1');
  await update.click();
  await expect(page.getByText('This is not your password. Try again.').first()).toBeVisible();
  await expectSignedIn(laptop);
  await fill(PASSWORD, 'other-word-1', 'other-word-1');
  await update.click();
  await expect(toast(page, 'Password updated')).toBeVisible();
  await expect(form.getByLabel('Current password')).toHaveValue('');
  await expect(update).toBeDisabled();
  await expectSignedIn(laptop, false);
  await expect(page.getByText('You are signed in nowhere else.')).toBeVisible();
  await waitForMail(emailOf(me), /password was changed/);

  const tablet = await elsewhere('Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0');
  await page.reload();
  await expectSignedIn(page);
  await expect(list).toHaveCount(2);
  await clickButton(page, 'Sign out all others');
  await expect(toast(page, 'All other phones and computers are signed out.')).toBeVisible();
  await expect(list).toHaveCount(1);
  await expectSignedIn(tablet, false);
  await page.reload();
  await expectSignedIn(page);
});

test('two-step sign-in: set up with an app, a code after the password, and off again', async ({ owner }) => {
  const me = await owner();
  const { page, known, context } = me;
  // Signs in through the form, because the auth library also checks the signature of the session cookie.
  await context.clearCookies();
  await signIn(page, known.username, PASSWORD);
  await openPage(page, '/settings?tab=security');
  const second = settingsPanel(page, 'Two-step sign-in');
  await second.getByLabel('Your password').fill(PASSWORD);
  await clickButton(second, 'Set it up');
  await expect(second.getByRole('img', { name: /^A picture for your authenticator app/ })).toBeVisible();
  const shown = second.locator('.two-factor-key');
  await expect(shown).toHaveText(/^[A-Z2-7 ]{16,}$/);
  const key = ((await shown.textContent()) ?? '').replaceAll(' ', '');
  const code = second.getByLabel('The 6 digits that the app shows now');
  await code.fill('000000');
  await clickButton(second, 'Turn it on');
  await expect(code).toHaveAccessibleDescription(/This code is not right/);
  await code.fill(getTotpCode(key));
  await clickButton(second, 'Turn it on');
  await expect(toast(page, 'Two-step sign-in is on')).toBeVisible();
  await expect(second.getByRole('listitem')).toHaveCount(10);
  const backupCode = second.getByRole('listitem').first();
  await expect(backupCode).toHaveText(/^\w{5}-\w{5}$/);
  const kept = (await backupCode.textContent()) ?? '';
  const download = page.waitForEvent('download');
  await second.getByRole('link', { name: 'Save them as a file' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('kiddo-backup-codes.txt');
  await second.getByRole('link', { name: 'I have kept them' }).click();
  await expect(second).toContainText('You have 10 backup codes left.');
  await waitForMail(emailOf(me), /Two-step sign-in is on/);

  // The settings contain other sign-out buttons.
  await openPage(page, '/');
  await signOut(page);
  await submitSignIn(page, known.username, PASSWORD);
  await expect(page.getByText('One more step')).toBeVisible();
  // The password alone is not enough.
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/login/);
  await submitSignIn(page, known.username, PASSWORD);
  const field = page.getByLabel('Code from your app', { exact: true });
  await field.fill('123456');
  await clickButton(page, 'Continue');
  await expect(field).toHaveAccessibleDescription(/This code is not right/);
  await field.fill(getTotpCode(key, 1));
  await clickButton(page, 'Continue');
  await expectSignedIn(page);

  await openPage(page, '/settings?tab=security');
  await second.getByText('New backup codes, or turn it off').click();
  const off = second.locator('form').filter({ has: page.getByRole('button', { name: 'Turn it off' }) });
  await off.getByLabel('Your password').fill(PASSWORD);
  await off.getByLabel('Code from your app').fill(kept);
  await clickButton(off, 'Turn it off');
  await expect(toast(page, 'Two-step sign-in is off')).toBeVisible();
  await expect(second.getByRole('button', { name: 'Set it up', exact: true })).toBeVisible();
});
