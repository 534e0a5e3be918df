import { expect, openPage, toast } from './friends.ts';
import { PASSWORD } from './passwords.ts';
import { emailOf, openWithLiveConnection } from './subscribers.ts';
import { settingsPanel, clickButton, test } from './settings-pages.ts';
import { waitForMail, createNewAccount } from './accounts.ts';
import { query } from './players.ts';

// The settings as a whole, the names, and the email address.

test('four tabs with addresses of their own, and the ways on', { tag: '@phone' }, async ({ owner }) => {
  const { page } = await owner();
  await openPage(page, '/settings');
  const tab = (name: string) => page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true });
  for (const [name, title] of [
    ['Privacy', 'Privacy'],
    ['Security', 'Where you are signed in'],
    ['Account', 'Your names'],
    ['Notifications', 'On this device'],
  ] as const) {
    await tab(name).click();
    await expect(settingsPanel(page, title)).toBeVisible();
    await expect(tab(name)).toHaveAttribute('aria-current', 'page');
  }
  // settings-push.spec.ts turns it on.
  await expect(settingsPanel(page, 'On this device')).toBeVisible();
  await expect(settingsPanel(page, 'Quiet hours')).toBeVisible();
  const more = page.getByRole('navigation', { name: 'More about you' });
  for (const [name, address] of [
    ['My profile', '/profile'],
    ['Customize Avatar', '/avatar-customization'],
    ['My plan', '/subscription'],
  ] as const)
    await expect(more.getByRole('link', { name })).toHaveAttribute('href', address);
});

test('names are trimmed and saved, and shown in other tabs at once; what is refused is said at its field', async ({ owner, someone }) => {
  const [me, other] = [await owner(), await someone()];
  const { page, known, context } = me;
  const elsewhere = await context.newPage();
  await openWithLiveConnection(elsewhere, '/profile');
  await openPage(page, '/settings');
  const names = settingsPanel(page, 'Your names');
  await expect(names.getByLabel('Email')).toHaveValue(emailOf(me));
  await expect(names.getByLabel('Email')).not.toBeEditable();
  await expect(names).toContainText('Email cannot be changed here');
  const next = createNewAccount();
  await names.getByLabel('Username').fill(`  ${next.username.toUpperCase()} `);
  await names.getByLabel('Display Name').fill('   Simba wa Bahari  ');
  await clickButton(names, 'Save changes');
  await expect(toast(page, 'Profile updated')).toBeVisible();
  await expect(toast(page, 'Your profile has been successfully updated.')).toBeVisible();
  await expect(names.getByLabel('Username')).toHaveValue(next.username);
  await expect(names.getByLabel('Display Name')).toHaveValue('Simba wa Bahari');
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Simba wa Bahari');
  await expect(elsewhere.getByRole('main').getByText(`@${next.username}`)).toBeVisible();

  const refused = async (username: string, displayName: string, field: 'Username' | 'Display Name', fault: RegExp) => {
    await names.getByLabel('Username').fill(username);
    await names.getByLabel('Display Name').fill(displayName);
    await clickButton(names, 'Save changes');
    await expect(names.getByLabel(field)).toHaveAccessibleDescription(fault);
    await expect(names.getByLabel(field)).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator('.toast.bad').last()).toContainText('Update failed');
  };
  await refused(next.username, 'You are stupid', 'Display Name', /could hurt or scare/);
  await refused(other.known.username, 'Simba wa Bahari', 'Username', /This username is taken/);
  // The second change is the last one for now; the previous name stays reserved for the player.
  await names.getByLabel('Username').fill(known.username);
  await clickButton(names, 'Save changes');
  await expect(names).toContainText('You can change your username again on');
  await expect(names.getByLabel('Username')).not.toBeEditable();
  const row = () => query(`select username, display_name from players where id = $1`, [known.id]);
  await expect.poll(row).toEqual([{ username: known.username, display_name: 'Simba wa Bahari' }]);
});

test('the email changes only by the link in the mail to the new one; the old one is told', async ({ owner }) => {
  const me = await owner();
  const { page, known } = me;
  const [before, next] = [emailOf(me), `new-${known.username}@example.com`];
  await openPage(page, '/settings');
  const change = settingsPanel(page, 'Change e-mail');
  const ask = async (password: string) => {
    await change.getByLabel('New email').fill(next);
    await change.getByLabel('Your password').fill(password);
    await clickButton(change, 'Send the link');
  };
  await ask('wrong-password');
  await expect(change.getByLabel('Your password')).toHaveAccessibleDescription(/This is not your password/);
  await ask(PASSWORD);
  await expect(toast(page, 'Look into your mail')).toBeVisible();
  await expect(change).toContainText(`Open the link that we sent to ${next}.`);
  await expect(settingsPanel(page, 'Your names').getByLabel('Email')).toHaveValue(before);
  const proof = await waitForMail(next, /Confirm your new email/);
  await waitForMail(before, /is to get another email/);

  await openPage(page, proof.link);
  await expect(page.getByText(`From now on your email is ${next}.`)).toBeVisible();
  await clickButton(page, 'Yes, change my email');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email is changed');
  await waitForMail(before, /was changed/);
  await openPage(page, '/settings');
  await expect(settingsPanel(page, 'Your names').getByLabel('Email')).toHaveValue(next);
  await openPage(page, proof.link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link does not work');
});
