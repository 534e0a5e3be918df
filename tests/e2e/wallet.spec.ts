import { bell, expect, notificationItems, openPage, toast } from './friends.ts';
import { emailOf, expectNotReloaded, getPaidUntil, markPage, openWithLiveConnection, test } from './subscribers.ts';
import { giveConsent } from '../guardian-world.ts';
import { formatDay, clickButton, waitForSandboxPage } from './payments.ts';
import { query } from './players.ts';
import { waitForMail } from './accounts.ts';

// Kiddocash: purchases, and grants and deductions by operators.

test('a pack of kiddocash is bought with its bonus', { tag: '@phone' }, async ({ someone }) => {
  const me = await someone();
  const { page } = me;
  await openPage(page, '/robux');
  await expect(page.getByRole('heading', { level: 1, name: 'Get Kiddokash' })).toBeVisible();
  await expect(page.locator('.packs-balance b')).toHaveText('0');
  // The button names the price of the way to pay that is chosen.
  await page.getByText('Card', { exact: true }).click();
  await expect(page.getByRole('button', { name: 'Buy 4,950 kiddocash for USD 49.99', exact: true })).toBeVisible();
  await page.getByText('M-Pesa', { exact: true }).click();
  await page.getByRole('button', { name: 'Buy 4,950 kiddocash for KSH 1,099', exact: true }).click();
  await waitForSandboxPage(page);
  await expect(page.getByText('KSH 1,099')).toBeVisible();
  await clickButton(page, 'Pay');
  await expect(page).toHaveURL('/robux');
  await expect(toast(page, 'Payment Successful!')).toBeVisible();
  await expect(page.locator('.packs-balance b')).toHaveText('4,950');
  await waitForMail(emailOf(me), /^Receipt: 4,950 kiddocash/);
  await page.getByRole('link', { name: 'Where it came from' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('+4,950');
  await expect(page.getByRole('row').nth(1).getByRole('cell').last()).toHaveText('4,950');
});

test('under 18, a purchase that is not finished is finished by its own way to pay, and what is paid after a no is not given', async ({
  someone,
}) => {
  const { page, known } = await someone();
  await query(`update players set birth_month = '2012-01', age_band = 13 where id = $1`, [known.id]);
  await giveConsent(query, known.id, { chat: 'off', buying: 'up-to-a-sum', sum: 100 });
  await openPage(page, '/robux');
  await page.getByRole('button', { name: 'Buy 400 kiddocash for KSH 99', exact: true }).click();
  await waitForSandboxPage(page);
  const checkout = page.url();
  await openPage(page, '/robux');
  const pack = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: '400 kiddocash', exact: true }) });
  await expect(pack.getByRole('button')).toBeVisible();
  await page.getByText('Card', { exact: true }).click();
  await expect(pack).toContainText('A payment that you began is not finished. Finish it, or wait an hour.');
  await expect(pack.getByRole('button')).toBeHidden();
  await page.getByText('M-Pesa', { exact: true }).click();
  await expect(pack.getByRole('button')).toBeVisible();
  await query(`update guardianships set buying = 'none', monthly_limit_minor = null where player_id = $1`, [known.id]);
  await page.goto(checkout);
  await clickButton(page, 'Pay');
  await expect(page).toHaveURL('/robux');
  await expect(toast(page, 'This payment was not allowed')).toBeVisible();
  await expect(page.locator('.packs-balance b')).toHaveText('0');
  await openPage(page, '/subscription');
  await expect(page.locator('.payment-list')).toContainText('Somebody of our team pays it back.');
});

test('operators see the money of a player, and grant or take kiddocash with a reason, once', async ({ member, someone, quiet }) => {
  quiet.allow(/status of (409|400)/);
  const me = await member('pro', 'mpesa');
  const ops = await someone({ role: 'operator' });
  const { page } = ops;
  const address = `/operator/players/${me.known.id}`;
  await openPage(page, address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(me.known.displayName);
  await expect(page.getByText(emailOf(me))).toBeVisible();
  await expect(page.locator('.money-balance')).toHaveText('1,000');
  await expect(page.getByText(`Pro, paid until ${formatDay(await getPaidUntil(me.known.id))}`)).toBeVisible();
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(part('Payments')).toContainText('Pro, 30 days');
  await expect(part('Subscriptions')).toContainText('active');
  await expect(part('Kiddocash, entry by entry')).toContainText('+1,000');
  await expect(part('What operators did')).toContainText('Nothing yet.');
  await part('Payments')
    .getByRole('link', { name: /^Receipt/ })
    .click();
  await expect(page.getByRole('article')).toContainText(me.reference);
  await openPage(page, address);

  const fill = async (amount: string, reason: string) => {
    await page.getByLabel('Amount').fill(amount);
    await page.getByLabel('Reason').fill(reason);
  };
  await fill('250', '');
  await clickButton(page, 'Grant');
  await expect(page.getByText('Write the reason, in 3 to 500 letters.')).toBeVisible();
  await openWithLiveConnection(me.page, '/profile');
  await markPage(me.page);
  const shown = me.page.locator('.profile-cash b');
  await expect(shown).toHaveText('1,000');
  await fill('250', 'For the bug you found');
  await page.getByRole('button', { name: 'Grant', exact: true }).dblclick();
  await expect(toast(page, 'Granted 250')).toBeVisible();
  await expect(page.locator('.money-balance')).toHaveText('1,250');
  // The player's open page shows it by itself.
  await expect(shown).toHaveText('1,250');
  await expectNotReloaded(me.page);
  await expect(part('What operators did')).toContainText(`@${ops.known.username} granted 250`);
  await fill('9999', 'Too much of it');
  await clickButton(page, 'Take');
  await expect(page.getByText('There is not so much to take')).toBeVisible();
  await fill('50', 'It was too much');
  await clickButton(page, 'Take');
  await expect(toast(page, 'Took 50')).toBeVisible();
  await expect(page.locator('.money-balance')).toHaveText('1,200');

  await openPage(me.page, '/robux/statement');
  await expect(me.page.getByRole('row').nth(1)).toContainText('It was too much');
  await expect(me.page.getByRole('row').nth(2)).toContainText('For the bug you found');
  await bell(me.page, 3).click();
  await expect(notificationItems(me.page).first()).toContainText('The Kiddo team took back 50 kiddocash');
});
