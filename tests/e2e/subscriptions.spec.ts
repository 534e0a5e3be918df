import { bell, expect, notificationItems, openPage, toast } from './friends.ts';
import { emailOf, expectNotReloaded, holdPost, getPaidUntil, markPage, openWithLiveConnection, listPayments, test } from './subscribers.ts';
import {
  postSandboxAction,
  choosePlan,
  formatDay,
  daysFromNow,
  canPlayPremium,
  payForPlan,
  paymentItems,
  planCard,
  clickButton,
  statusCard,
  waitForSandboxPage,
} from './payments.ts';
import { mailsTo, waitForMail } from './accounts.ts';
import { query } from './players.ts';

const DAY_MS = 86_400_000;

// Subscriptions, from the page to the sandbox and back, for a child and the parent who pays.

test('a card pays for a plan: the till, the toast, the status card, kiddocash, receipt and mail', async ({ someone, baseURL }) => {
  const me = await someone();
  const { page, known } = me;
  await openPage(page, '/subscription');
  await expect(page.getByRole('heading', { level: 1, name: 'Choose Your Plan' })).toBeVisible();
  await expect(statusCard(page)).toContainText('Free Plan');
  await expect(statusCard(page)).toContainText("You don't have an active subscription");
  await expect(planCard(page, 'Basic').getByRole('button', { name: 'Current Plan' })).toBeDisabled();
  await expect(planCard(page, 'Basic')).toContainText('Free');
  await expect(planCard(page, 'Premium')).toContainText('KSH 99');
  await expect(planCard(page, 'Premium')).toContainText('Most Popular');
  await expect(planCard(page, 'Pro')).toContainText('KSH 199');
  await expect(page.getByRole('heading', { name: 'Why Subscribe?' })).toBeVisible();
  await expect(page.getByText('Ask a parent', { exact: false }).first()).toBeVisible();

  // The button shows that the request is pending.
  const letGo = await holdPost(page, '**/subscription.data*');
  await page.getByRole('radio', { name: 'Card' }).check();
  await clickButton(page, 'Choose Premium');
  await expect(planCard(page, 'Premium').getByRole('button', { name: 'Processing...' })).toBeVisible();
  await letGo();
  const reference = await waitForSandboxPage(page);
  await expect(page.getByText('This is pretend money.')).toBeVisible();
  await expect(page.getByText('KSH 99')).toBeVisible();
  await expect(page.getByText(emailOf(me))).toBeVisible();
  await expect.poll(() => canPlayPremium(me.context, baseURL ?? '')).toBe(false);

  await clickButton(page, 'Pay');
  await expect(page).toHaveURL('/subscription');
  await expect(toast(page, 'Payment Successful!')).toBeVisible();
  await expect(toast(page, 'Your subscription is active, and your kiddocash balance will be updated shortly.')).toBeVisible();
  await expect(statusCard(page).getByRole('heading', { name: 'Premium' })).toBeVisible();
  await expect(statusCard(page).getByText('Active', { exact: true })).toBeVisible();
  await expect(statusCard(page)).toContainText('Monthly Cost');
  await expect(statusCard(page)).toContainText('KSH 99');
  const until = await getPaidUntil(known.id);
  expect(until.getTime()).toBeGreaterThan(daysFromNow(27).getTime());
  expect(until.getTime()).toBeLessThan(daysFromNow(32).getTime());
  await expect(statusCard(page)).toContainText(`Next Billing${formatDay(until)}`);
  await expect(statusCard(page)).toContainText('Kiddocash400');
  await expect(planCard(page, 'Premium').getByRole('button', { name: 'Current Plan' })).toBeDisabled();
  await expect.poll(() => canPlayPremium(me.context, baseURL ?? '')).toBe(true);
  await expect(paymentItems(page)).toHaveCount(1);
  await expect(paymentItems(page)).toContainText('Premium, monthly');
  await expect(paymentItems(page)).toContainText('Paid');
  await expect(bell(page, 1)).toBeVisible();
  await bell(page, 1).click();
  await expect(notificationItems(page)).toContainText(['Thank you!']);
  await page.keyboard.press('Escape');

  // The message is not shown again.
  await page.reload();
  await expect(statusCard(page)).toContainText('Kiddocash400');
  await expect(page.locator('.toasts')).toHaveText('');

  await paymentItems(page)
    .getByRole('link', { name: /^Receipt/ })
    .click();
  await expect(page).toHaveURL(`/subscription/receipts/${reference}`);
  const receipt = page.getByRole('article');
  const [paid] = await query<{ at: Date }>(`select paid_at as at from payments where reference = $1`, [reference]);
  const from = formatDay(paid?.at ?? new Date(0));
  for (const said of [reference, 'Premium, monthly', `@${known.username}`, emailOf(me), from, formatDay(until), 'KSH 99'])
    await expect(receipt).toContainText(said);
  const mail = await waitForMail(emailOf(me), /^Receipt: Premium/);
  for (const said of [reference, 'KSH 99', known.username, formatDay(until)]) expect(mail.text).toContain(said);
  await expect.poll(() => mailsTo(emailOf(me))).toBe(1);
  await page.goto(mail.link);
  await expect(page).toHaveURL(`/subscription/receipts/${reference}`);

  await page.goto('/robux/statement');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row').last()).toContainText('Kiddocash of your plan');
  await expect(page.getByRole('row').last()).toContainText('+400');
});

test(
  'M-Pesa: declined, which is said kindly and gives nothing; then it buys 30 days, and 30 more',
  { tag: '@phone' },
  async ({ someone }) => {
    const { page, known } = await someone();
    await openPage(page, '/subscription');
    const declined = await choosePlan(page, 'Premium', 'M-Pesa');
    await expect(page.getByText('M-Pesa', { exact: true })).toBeVisible();
    await clickButton(page, 'Decline');
    await expect(page).toHaveURL('/subscription');
    await expect(toast(page, 'The payment was not finished')).toBeVisible();
    await expect(toast(page, 'Nothing was taken. A parent can try again.')).toBeVisible();
    await expect(statusCard(page)).toContainText('Free Plan');
    await expect(statusCard(page)).toContainText('Kiddocash0');
    await expect(paymentItems(page)).toContainText('Not paid');
    await expect(paymentItems(page).getByRole('link', { name: /^Receipt/ })).toHaveCount(0);

    const first = await choosePlan(page, 'Premium', 'M-Pesa');
    expect(first).not.toBe(declined);
    await clickButton(page, 'Pay');
    await expect(toast(page, 'Payment Successful!')).toBeVisible();
    await expect(statusCard(page)).toContainText('Kiddocash400');
    const end = await getPaidUntil(known.id);
    const [paid] = await query<{ at: Date }>(`select paid_at as at from payments where reference = $1`, [first]);
    const bought = end.getTime() - (paid?.at.getTime() ?? 0);
    expect(bought).toBeGreaterThanOrEqual(30 * DAY_MS);
    expect(bought).toBeLessThan(30 * DAY_MS + 60_000);
    await expect(statusCard(page)).toContainText(`Paid until${formatDay(end)}`);
    await expect(statusCard(page)).toContainText('Cost for 30 daysKSH 99');
    await expect(page.getByRole('switch')).toHaveCount(0);

    await clickButton(page, 'Add 30 days');
    const second = await waitForSandboxPage(page);
    await clickButton(page, 'Pay');
    await expect(page).toHaveURL('/subscription');
    // The kiddocash of the added month comes when that begins.
    await expect(toast(page, `Your subscription is active. The next kiddocash comes on ${formatDay(end)}.`)).toBeVisible();
    await expect(statusCard(page)).toContainText(`Next kiddocash400 on ${formatDay(end)}`);
    await expect(statusCard(page)).toContainText('Kiddocash400');
    // Not a second of the paid time is lost, and none is added.
    const later = new Date(end.getTime() + 30 * DAY_MS);
    await expect.poll(() => getPaidUntil(known.id)).toEqual(later);
    await expect(statusCard(page)).toContainText(`Paid until${formatDay(later)}`);
    await expect
      .poll(() => listPayments(known.id))
      .toEqual([
        { reference: declined, state: 'failed' },
        { reference: first, state: 'success' },
        { reference: second, state: 'success' },
      ]);
  },
);

test('what a parent does at the till elsewhere shows on the open page by itself: paid, taken back, given back, refunded', async ({
  someone,
  browserOf,
}) => {
  const { page, context } = await someone();
  await openWithLiveConnection(page, '/subscription');
  await markPage(page);
  const other = await context.newPage();
  await openPage(other, '/subscription');
  await choosePlan(other, 'Pro', 'M-Pesa');
  const till = other.url();
  // The tab with the sandbox is closed.
  await other.close();
  await expect(statusCard(page)).toContainText('A payment is being confirmed');
  await expect(paymentItems(page)).toContainText('Waiting');

  const parent = await (await browserOf()).newPage();
  await parent.goto(till);
  await clickButton(parent, 'Pay');
  await expect(parent).not.toHaveURL(till);
  // The parent is not signed in: the plan is for the player who requested the payment.
  await expect(statusCard(page).getByRole('heading', { name: 'Pro' })).toBeVisible();
  await expect(statusCard(page)).toContainText('Kiddocash1,000');
  await expect(statusCard(page)).not.toContainText('A payment is being confirmed');
  await expect(paymentItems(page)).toContainText('Paid');
  await expect(planCard(page, 'Pro').getByRole('button', { name: 'Current Plan' })).toBeDisabled();

  await parent.goto(till);
  await clickButton(parent, 'The bank takes it back');
  await expect(statusCard(page)).toContainText('Free Plan');
  await expect(statusCard(page)).toContainText('Kiddocash0');
  await expect(paymentItems(page)).toContainText('Questioned');
  await clickButton(parent, 'The bank gives it back');
  await expect(statusCard(page).getByText('Active', { exact: true })).toBeVisible();
  await expect(statusCard(page)).toContainText('Kiddocash1,000');
  await clickButton(parent, 'Refund');
  await expect(statusCard(page)).toContainText('Free Plan');
  await expect(statusCard(page)).toContainText('Kiddocash0');
  await expect(paymentItems(page)).toContainText('Paid back');
  await expectNotReloaded(page);
});

test('who comes back before the payment is confirmed is told so, and then what became of it', async ({ someone, browserOf }) => {
  const { page, context } = await someone();
  const parent = await (await browserOf()).newPage();
  await openPage(page, '/subscription');
  await choosePlan(page, 'Pro', 'M-Pesa');
  const reference = await waitForSandboxPage(page);
  const till = page.url();
  await openWithLiveConnection(page, `/subscription?payment=success&for=${reference}`);
  await expect(toast(page, 'Your payment is being confirmed')).toBeVisible();
  await expect(page).toHaveURL('/subscription');
  await parent.goto(till);
  await clickButton(parent, 'Pay');
  await expect(toast(page, 'Payment Successful!')).toBeVisible();
  await expect(statusCard(page)).toContainText('Kiddocash1,000');
  await page.reload();
  await expect(statusCard(page).getByRole('heading', { name: 'Pro' })).toBeVisible();
  await expect(toast(page, 'Payment Successful!')).toBeHidden();

  // One that is declined, and one that nobody ever began.
  await openPage(page, '/robux');
  await page.getByRole('button', { name: /^Buy 400 kiddocash/ }).click();
  const pack = await waitForSandboxPage(page);
  const packTill = page.url();
  await openWithLiveConnection(page, `/robux?payment=success&for=${pack}`);
  await expect(toast(page, 'Your payment is being confirmed')).toBeVisible();
  await parent.goto(packTill);
  await clickButton(parent, 'Decline');
  // Another tab comes back from the provider; this one hears of it.
  await openPage(await context.newPage(), `/robux?reference=${pack}`);
  await expect(toast(page, 'The payment was not finished')).toBeVisible();
  await expect(toast(page, 'Your payment is being confirmed')).toBeHidden();
  const newcomer = (await someone()).page;
  await openPage(newcomer, '/robux?payment=success');
  await expect(toast(newcomer, 'We found no new payment')).toBeVisible();
  await expect(newcomer).toHaveURL('/robux');
  await expect(toast(newcomer, 'Payment Successful!')).toBeHidden();
});

test('auto-renew off keeps the days that are paid, on again renews; cancel asks first and ends premium at once', async ({
  member,
  baseURL,
}) => {
  const me = await member();
  const { page, context, known, reference } = me;
  const until = formatDay(await getPaidUntil(known.id));
  await openPage(page, '/subscription');
  const renews = page.getByRole('switch', { name: 'Auto-renew' });
  await expect(renews).toBeChecked();
  await expect(statusCard(page)).toContainText(`Next Billing${until}`);
  await renews.click();
  await expect(toast(page, 'Auto-renew is off')).toBeVisible();
  await expect(renews).not.toBeChecked();
  await expect(statusCard(page)).toContainText(`Paid until${until}`);
  await expect(statusCard(page)).not.toContainText('Next Billing');
  const till = await context.newPage();
  const tillSays = (words: RegExp) =>
    expect(async () => {
      await till.goto(`/till/${reference}`);
      await expect(till.getByText(words)).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
  await tillSays(/It does not renew\./);
  await renews.click();
  await expect(toast(page, 'Auto-renew is on')).toBeVisible();
  await expect(renews).toBeChecked();
  await expect(statusCard(page)).toContainText(`Next Billing${until}`);
  await tillSays(/The next month is charged on/);

  // In the words of the specification.
  const dialog = page.getByRole('dialog', { name: 'Cancel subscription immediately?' });
  await statusCard(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByText('This will end your premium access right now. You can subscribe again anytime.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep subscription' }).click();
  await expect(dialog).toBeHidden();
  await expect(statusCard(page).getByText('Active', { exact: true })).toBeVisible();
  // The card of Basic asks the same question.
  await clickButton(page, 'Choose Basic');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect.poll(() => canPlayPremium(context, baseURL ?? '')).toBe(true);

  await statusCard(page).getByRole('button', { name: 'Cancel' }).click();
  const letGo = await holdPost(page, '**/subscription.data*');
  await dialog.getByRole('button', { name: 'Confirm cancel' }).click();
  await expect(dialog.getByRole('button', { name: 'Canceling...' })).toBeVisible();
  await letGo();
  await expect(toast(page, 'Subscription canceled')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(statusCard(page)).toContainText('Free Plan');
  await expect(planCard(page, 'Basic').getByRole('button', { name: 'Current Plan' })).toBeDisabled();
  // Kiddocash that was granted stays.
  await expect(statusCard(page)).toContainText('Kiddocash400');
  await expect.poll(() => canPlayPremium(context, baseURL ?? '')).toBe(false);
  await waitForMail(emailOf(me), /Premium is cancelled/);
  // The card is no longer charged.
  await tillSays(/It does not renew|It is over/);
  await expect.poll(() => listPayments(known.id)).toHaveLength(1);
});

test('pressing twice, in two tabs and at the till is one payment; Back neither pays again nor shows what is not true any more', async ({
  someone,
  baseURL,
}) => {
  const { page, context, known } = await someone();
  const other = await context.newPage();
  await Promise.all([openPage(page, '/subscription'), openPage(other, '/subscription')]);
  await planCard(page, 'Premium').getByRole('button', { name: 'Choose Premium' }).dblclick();
  const reference = await waitForSandboxPage(page);
  await clickButton(other, 'Choose Premium');
  expect(await waitForSandboxPage(other)).toBe(reference);
  await page.getByRole('button', { name: 'Pay', exact: true }).dblclick();
  await expect(page).toHaveURL('/subscription');
  await expect(statusCard(page)).toContainText('Kiddocash400');
  // A page of the sandbox that was left open may still send its form.
  await Promise.all([1, 2, 3].map(() => postSandboxAction(context, baseURL ?? '', reference, 'pay')));
  await openPage(other, `/subscription?reference=${reference}`);
  await expect(other).toHaveURL('/subscription');
  await expect(statusCard(other)).toContainText('Kiddocash400');

  await page.goBack();
  await expect(page).toHaveURL(`/till/${reference}`);
  await expect(page.getByText('Paid', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/subscription');
  await expect(planCard(page, 'Premium').getByRole('button', { name: 'Current Plan' })).toBeVisible();
  await expect(statusCard(page)).toContainText('Kiddocash400');
  await expect.poll(() => listPayments(known.id)).toEqual([{ reference, state: 'success' }]);
});

test('what is paid while a page still opens its line shows on it too', async ({ someone, baseURL }) => {
  const { page, context } = await someone();
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.routeWebSocket('**/live', async (line) => {
    asked.resolve();
    await held.promise;
    line.connectToServer();
  });
  await openPage(page, '/subscription');
  await markPage(page);
  await asked.promise;
  await expect(statusCard(page)).toContainText('Free Plan');
  const reference = await payForPlan(context, baseURL ?? '', 'premium', 'mpesa');
  await expect.poll(async () => (await context.request.get(`${baseURL}/subscription/receipts/${reference}`)).text()).toContain('Paid on');
  held.resolve();
  await expect(statusCard(page).getByText('Active', { exact: true })).toBeVisible();
  await expectNotReloaded(page);
});
