import { signIn } from './accounts.ts';
import { bell, expect, notificationItems, openPage, toast } from './friends.ts';
import { clickButton, statusCard } from './payments.ts';
import { test } from './subscribers.ts';

// A refund, from the purchase to the page of the player whose premium is gone.

test.use({ viewport: { width: 360, height: 740 } });

test('an operator finds a payment on a phone, sees what its refund takes back, and refunds it: the player reads it', async ({
  member,
  browser,
  baseURL,
}) => {
  const me = await member('premium', 'mpesa');
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, ...(baseURL !== undefined && { baseURL }) });
  const page = await context.newPage();
  await signIn(page, 'ops');
  await openPage(page, '/operator/payments');
  await page.getByLabel('Player or payment number').fill(me.known.username);
  await clickButton(page, 'Show');
  const payment = page.getByRole('link', { name: 'Premium, 30 days', exact: true });
  await expect(payment).toHaveCount(1);
  await payment.click();
  await expect(page).toHaveURL(`/operator/payments/${me.reference}`);
  const refund = page.getByRole('region', { name: 'Refund', exact: true });
  await expect(refund).toContainText('All of it (KSH 99) takes back:');
  await expect(refund).toContainText('Premium ends at once.');
  await expect(refund).toContainText('Kiddocash: all 400.');
  await refund.getByLabel('Why (who paid reads it)').selectOption('It was paid twice');
  await refund.getByLabel('Note (for the team; it stays in the log)').fill('The mother wrote that she paid twice.');
  await refund.getByLabel('Your password').fill('kiddo-demo');
  await clickButton(page, 'Send the money back');
  await expect(toast(page, 'Asked for')).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(refund).toContainText('All of it is paid back.', { timeout: 1000 });
  }).toPass();
  await expect(page.getByRole('region', { name: 'Refunds', exact: true })).toContainText('paid back');

  await openPage(me.page, '/subscription');
  await expect(statusCard(me.page)).toContainText('Free Plan');
  await expect(me.page.locator('.payment-list')).toContainText('Paid back');
  await bell(me.page, 2).click();
  await expect(notificationItems(me.page).first()).toContainText('A payment was taken back');
  await context.close();
});
