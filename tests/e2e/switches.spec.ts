import { openPage, toast } from './friends.ts';
import { expect, PHONE, test } from './worker-site.ts';

// An operator switches something off from a phone. What each switch stops: src/features/feature-flags/doors.test.ts, tests/http/switches.test.ts.

test('an operator closes sign-ups from a phone: a visitor reads why and cannot sign up, until they are open again', async ({
  someone,
  browserOf,
}) => {
  const ops = await someone({ ...PHONE, role: 'operator' });
  const visitor = await (await browserOf(PHONE)).newPage();
  const banner = visitor.getByRole('status').filter({ hasText: 'New accounts are closed for the moment' });
  const create = visitor.getByRole('button', { name: 'Create Account' });
  await openPage(ops.page, '/operator');
  await ops.page.getByRole('link', { name: 'To the switches' }).click();
  const panel = ops.page.getByRole('region', { name: 'Sign-ups', exact: true });
  await panel.getByText('Switch sign-ups off').first().click();
  await panel.getByRole('textbox', { name: 'Note' }).fill('Many accounts from one place.');
  await panel.getByRole('textbox', { name: 'What everybody is told' }).fill('We open again on Monday.');
  await panel.getByRole('button', { name: 'Switch sign-ups off' }).click();
  await ops.page.getByRole('dialog').getByRole('button', { name: 'Switch sign-ups off' }).click();
  await expect(toast(ops.page, 'Sign-ups are off')).toBeVisible();
  await expect(panel.getByText('Many accounts from one place.')).toBeVisible();

  await openPage(visitor, '/signup');
  await expect(banner).toContainText('Playing works without one.');
  await expect(banner).toContainText('We open again on Monday.');
  await expect(create).toHaveCount(0);
  await visitor.getByRole('link', { name: 'Play without an account' }).click();
  await expect(visitor).toHaveURL('/games');

  await panel.getByRole('textbox', { name: 'Note' }).first().fill('It is over.');
  await panel.getByRole('button', { name: 'Switch sign-ups on' }).click();
  await expect(toast(ops.page, 'Sign-ups are on')).toBeVisible();
  await openPage(visitor, '/signup');
  await expect(create).toBeVisible();
  await expect(banner).toHaveCount(0);
});
