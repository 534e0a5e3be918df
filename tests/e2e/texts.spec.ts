import { waitForHydration } from './site.ts';
import { expect, PHONE, test } from './worker-site.ts';

// An operator edits a text with a phone: what is typed is previewed by the server. Without JavaScript, and who may: tests/http/texts.test.ts.

test('an operator edits a help article on a phone, sees it before and publishes it; a visitor reads it at once, and then the shipped one', async ({
  someone,
  browserOf,
  quiet,
}) => {
  quiet.allow(/status of 400/);
  const { page } = await someone({ ...PHONE, role: 'operator' });
  const visitor = await (await browserOf(PHONE)).newPage();
  await page.goto('/operator/texts');
  await page.getByRole('link', { name: 'Kiddocash', exact: true }).click();
  await expect(page).toHaveURL('/operator/texts/help/kiddocash');
  await waitForHydration(page);
  const body = page.getByLabel('Text', { exact: true });
  const preview = page.locator('.text-preview');
  await expect(preview).toContainText('Kiddocash is money for playing.');
  await body.fill('Coins of **Kiddo**.\n\nHow <i>nice</i>.');
  // The preview follows, and names the line.
  await expect(preview.locator('strong', { hasText: /^Kiddo$/ })).toBeVisible();
  await expect(page.getByText('Line 3 has raw HTML: <i>.')).toBeVisible();
  await page.getByLabel('Why').first().fill('Shorter.');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Not published: look at what is marked.')).toBeVisible();
  await expect(body).toHaveValue('Coins of **Kiddo**.\n\nHow <i>nice</i>.');

  // Leaving with changes asks first, whichever link it is.
  let asked = 0;
  page.once('dialog', (dialog) => {
    asked++;
    void dialog.dismiss();
  });
  await page.getByRole('link', { name: 'All texts' }).click();
  await expect.poll(() => asked).toBe(1);
  await expect(page).toHaveURL('/operator/texts/help/kiddocash');

  await body.fill('Coins of **Kiddo**.\n\nHow nice.');
  await expect(page.getByText('Line 3 has raw HTML: <i>.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.locator('.toasts').getByText('People see it now.')).toBeVisible();
  await visitor.goto('/help/kiddocash');
  await expect(visitor.getByText('How nice.')).toBeVisible();

  // Nothing is unsaved: the way to the versions asks nothing.
  await page.getByRole('link', { name: 'Versions' }).click();
  await page.getByRole('link', { name: 'Look at it: As shipped' }).click();
  await expect(page.getByRole('group', { name: 'What would change' }).locator('del', { hasText: 'How nice.' })).toBeVisible();
  await page.getByLabel('Why').fill('The old one was better.');
  await page.getByRole('button', { name: 'Go back to this version' }).click();
  await expect(page.locator('.toasts').getByText('People see that version now.')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText('Kiddocash is money for playing.')).toBeVisible();
  expect(asked).toBe(1);
});
