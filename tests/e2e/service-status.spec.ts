import { waitForHydration } from './site.ts';
import { expect, PHONE, test } from './worker-site.ts';

// What the checks find: src/features/service-status. Who may see what: tests/http/service-status.test.ts.

test('an operator writes on a phone what happened, a visitor reads it on the status page, and it is ended', async ({
  someone,
  browserOf,
}) => {
  const { page } = await someone({ ...PHONE, role: 'operator' });
  const visitor = await (await browserOf(PHONE)).newPage();
  await page.goto('/operator/status');
  await page.getByRole('link', { name: 'Write what happened' }).click();
  await expect(page).toHaveURL('/operator/status/new');
  await waitForHydration(page);
  await page.getByLabel('Title', { exact: true }).fill('Mails come late');
  await page.getByLabel('What happened', { exact: true }).fill('Our mail server has too much to do. No mail is lost.');
  await page.getByLabel('Mail', { exact: true }).check();
  await page.getByRole('radio', { name: 'Slow' }).check();
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('region', { name: 'So it will look' });
  await expect(preview.getByRole('heading', { name: 'Mails come late' })).toBeVisible();
  // The form keeps what was typed.
  await expect(page.getByLabel('Mail', { exact: true })).toBeChecked();
  await page.getByRole('region', { name: 'What everybody reads' }).getByLabel('Why').fill('The checks called me');
  await page.getByRole('button', { name: 'Write it' }).click();
  await expect(page).toHaveURL(/\/operator\/status\/[\w-]{36}\?done=written$/);

  const read = visitor.getByRole('article', { name: 'Mails come late' });
  await expect(async () => {
    await visitor.goto('/status');
    await expect(read).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await expect(read).toContainText('Going on');
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(/(is|are) (slow|down)$/);
  await expect.poll(() => visitor.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

  const end = page.getByRole('region', { name: 'End it now' });
  await end.getByLabel('Why').fill('It is fixed');
  await end.getByRole('button', { name: 'It is over' }).click();
  await expect(end).toBeHidden();
  await expect(async () => {
    await visitor.reload();
    await expect(read).not.toContainText('Going on', { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await expect(read).toContainText(' to ');
});
