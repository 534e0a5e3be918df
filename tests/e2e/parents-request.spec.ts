import { signIn } from './accounts.ts';
import { openPage, toast } from './friends.ts';
import { removeOpenCases } from './open-cases.ts';
import { waitForHydration } from './site.ts';
import { expect, PHONE, test } from './worker-site.ts';

// A parent asks for the deletion of a child's account, from the letter to the answer. Each part by itself: src/features/account-admin,
// src/features/contact/admin.

test.beforeEach(({ dataDir }) => removeOpenCases(dataDir));

test('a parent writes from the address of the account; an operator deletes it from a phone, and answers', async ({
  someone,
  browser,
  baseURL,
}) => {
  const child = await someone(PHONE);
  const { username, displayName } = child.known;
  const email = `${username}@example.com`;
  await openPage(child.page, '/settings');
  await expect(child.page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();

  const visitor = async () => (await browser.newContext({ ...PHONE, ...(baseURL !== undefined && { baseURL }) })).newPage();
  const parent = await visitor();
  await openPage(parent, '/contact');
  await parent.getByLabel('Name', { exact: true }).fill('Mama Zuri');
  await parent.getByLabel('Email', { exact: true }).fill(email);
  await parent.getByLabel('Subject').fill('My son’s account');
  await parent.getByLabel('Message', { exact: true }).fill('Please remove it. He shall play outside.');
  await parent.getByRole('button', { name: 'Send', exact: true }).tap();
  await expect(parent.getByText('Thank you! We got your message.')).toBeVisible();

  const page = await visitor();
  await signIn(page, 'ops');
  await openPage(page, '/moderation');
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'My son’s account' }) })
    .getByRole('link')
    .tap();
  await expect(page.getByText('Please remove it. He shall play outside.')).toBeVisible();
  await expect(page.getByText('nothing of this proves who wrote')).toBeVisible();
  const messageUrl = page.url();
  await page.getByRole('link', { name: `the account @${username}` }).tap();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Account of ${displayName}`);
  await expect(page.getByText(email)).toHaveCount(0);
  await page.getByRole('button', { name: 'Show it (goes in the log)' }).tap();
  await expect(page.getByRole('status').filter({ hasText: email })).toBeVisible();
  const form = page.getByRole('region', { name: 'Delete the account' });
  const submit = form.getByRole('button', { name: 'Delete the account' });
  await form.getByLabel('Why (for the team; it stays in the log)').fill('Asked by the mother, from the address of the account.');
  await form.getByLabel('Your password', { exact: true }).fill('not-the-password');
  await submit.tap();
  await expect(form.locator('.field-error')).toBeVisible();
  await expect(page.getByText('Nothing yet.')).toBeVisible();
  await form.getByLabel('Your password', { exact: true }).fill('kiddo-demo');
  await submit.tap();
  await expect(toast(page, 'Going to be deleted')).toBeVisible();
  await expect(form).toHaveCount(0);
  await expect(page.getByText(/^The account is to be deleted on \d{4}-\d\d-\d\d\./)).toBeVisible();
  const entry = page.getByRole('region', { name: 'What was done' }).getByRole('listitem');
  await expect(entry).toContainText('ops asked to delete the account');
  await expect(entry).toContainText('Asked by the mother, from the address of the account.');

  // The child is signed out: whatever is opened next asks to sign in.
  await child.page.goto('/settings');
  await expect(child.page.getByRole('heading', { level: 1, name: 'Please Log In' })).toBeVisible();

  await page.goBack();
  await expect(page).toHaveURL(messageUrl);
  await waitForHydration(page);
  await page.getByRole('textbox', { name: 'Your answer' }).fill('It is closed, and gone in 14 days.');
  await page.getByRole('button', { name: 'Send the answer' }).tap();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Waiting');
  await expect(toast(page, 'Nothing else waits for you.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible();
});
