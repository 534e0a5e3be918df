import { postSandboxAction, payForPlan, waitForPaidPeriods } from './payments.ts';
import { query } from './players.ts';
import { waitForHydration } from './site.ts';
import { expect, PHONE, test } from './worker-site.ts';

// What is answered, and how money is compared: src/features/subscriptions. Who may see it: tests/http/disputes.test.ts.

test('on a phone: a dispute comes in, is contested and won, and the day shows its payment', async ({ someone, dataDir }) => {
  const payer = await someone();
  const origin = new URL((await payer.context.request.get('/')).url()).origin;
  const reference = await payForPlan(payer.context, origin, 'premium', 'mpesa');
  await waitForPaidPeriods(payer.known.id, 1, dataDir);
  const { page, known } = await someone({ ...PHONE, role: 'operator' });
  // A demo account: it proves itself by its password.
  await query(`update sessions set player_id = (select id from players where username = 'ops') where player_id = $1`, [known.id], dataDir);
  await postSandboxAction(payer.context, origin, reference, 'dispute', reference);

  await page.goto('/operator/payments');
  await page.getByRole('navigation', { name: 'Money: pages' }).getByRole('link', { name: 'Disputes' }).click();
  await expect(page).toHaveURL('/operator/payments/disputes');
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('link', { name: `Open the dispute of ${reference}` })).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await page.getByRole('link', { name: `Open the dispute of ${reference}` }).click();
  await waitForHydration(page);
  const contest = page.getByRole('region', { name: 'Contest it' });
  await expect(contest.getByLabel('Our evidence')).toHaveValue(/1 of its 30 days were delivered\./);
  await contest.getByLabel('Why').fill('The receipt went to the same address');
  await contest.getByLabel('Your password', { exact: true }).fill('kiddo-demo');
  await contest.getByRole('button', { name: 'Contest the dispute' }).click();
  await expect(page.getByRole('region', { name: 'Our answer' })).toContainText('We contest it');
  await expect(contest).toHaveCount(0);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('answered: the bank decides')).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });

  await postSandboxAction(payer.context, origin, reference, 'dispute-won', reference);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('won: the money stays')).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await page.getByRole('navigation', { name: 'Money: pages' }).getByRole('link', { name: 'Money by day' }).click();
  await page
    .getByRole('link', { name: /^Open / })
    .first()
    .click();
  await expect(page.getByRole('region', { name: 'Paid here', exact: true })).toContainText('M-Pesa');
  await expect(page.getByRole('link', { name: `Look at payment ${reference}` })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Money by day' })).toBeVisible();
});
