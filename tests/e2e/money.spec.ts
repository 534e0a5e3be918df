import type { Page } from '@playwright/test';
import { newId } from '../../src/shared/ids.ts';
import { bell, expect, inBell, lineOf, open, test as base, toast, type Someone } from './friends.ts';
import {
  atTill,
  choose,
  dayOf,
  inDays,
  mayPlay,
  payForPlan,
  payments,
  planCard,
  press,
  settled,
  statusCard,
  tillOf,
  type PlanId,
  type Way,
} from './payers.ts';
import { mailsTo, mailTo } from './people.ts';
import { query } from './players.ts';
import { tillBook } from './purchases.ts';
import { isPhone, toldPlainly } from './site.ts';

const DAY_MS = 86_400_000;

// Plans and kiddocash, from the page to the till and back, as a child and the parent who pays go.

type Member = Someone & { reference: string };

const test = base.extend<{ member: (plan?: PlanId, way?: Way) => Promise<Member> }>({
  /** Somebody who paid for a plan. */
  member: async ({ someone, baseURL }, use) => {
    await use(async (plan = 'premium', way = 'card') => {
      const who = await someone();
      const reference = await payForPlan(who.context, baseURL ?? '', plan, way);
      await settled(who.known.id, 1);
      return { ...who, reference };
    });
  },
});

const emailOf = ({ known }: Someone) => `${known.username}@example.com`;

/** Opens a page and waits until it hears what happens. */
async function openLive(page: Page, address: string): Promise<void> {
  const line = lineOf(page);
  await open(page, address);
  await line;
}

/** Marks a page, to see later that it is still the same one. */
const mark = (page: Page) => page.evaluate(() => document.body.setAttribute('data-mark', ''));
const expectMarked = (page: Page) => expect(page.locator('body[data-mark]')).toHaveCount(1);

const paymentsOf = (playerId: string) =>
  query<{ reference: string; state: string }>(`select reference, state from payments where player_id = $1 order by created_at`, [playerId]);
const balanceOf = async (playerId: string) =>
  (await query<{ balance: number }>(`select balance from wallets where player_id = $1`, [playerId]))[0]?.balance ?? 0;
const lastEnd = async (playerId: string) =>
  (await query<{ at: Date }>(`select max(ends_at) as at from paid_periods where player_id = $1 and revoked_at is null`, [playerId]))[0]
    ?.at ?? new Date(0);

test('a card pays for a plan: the till, the toast, the status card, kiddocash, receipt and mail', async ({ someone, baseURL }) => {
  const me = await someone();
  const { page, known } = me;
  await open(page, '/subscription');
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

  // While the site is asked the button says so.
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/subscription.data*', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await page.getByRole('radio', { name: 'Card' }).check();
  await press(page, 'Choose Premium');
  await expect(planCard(page, 'Premium').getByRole('button', { name: 'Processing...' })).toBeVisible();
  letGo();
  const reference = await tillOf(page);
  await page.unrouteAll();
  await expect(page.getByText('This is pretend money.')).toBeVisible();
  await expect(page.getByText('KSH 99')).toBeVisible();
  await expect(page.getByText(emailOf(me))).toBeVisible();
  expect(await mayPlay(me.context, baseURL ?? '')).toBe(false);

  await press(page, 'Pay');
  await expect(page).toHaveURL('/subscription');
  await expect(toast(page, 'Payment Successful!')).toBeVisible();
  await expect(toast(page, 'Your subscription is active, and your kiddocash balance will be updated shortly.')).toBeVisible();
  await expect(statusCard(page).getByRole('heading', { name: 'Premium' })).toBeVisible();
  await expect(statusCard(page).getByText('Active', { exact: true })).toBeVisible();
  await expect(statusCard(page)).toContainText('Monthly Cost');
  await expect(statusCard(page)).toContainText('KSH 99');
  const until = await lastEnd(known.id);
  expect(until.getTime()).toBeGreaterThan(inDays(27).getTime());
  expect(until.getTime()).toBeLessThan(inDays(32).getTime());
  await expect(statusCard(page)).toContainText(`Next Billing${dayOf(until)}`);
  await expect(statusCard(page)).toContainText('Kiddocash400');
  await expect(planCard(page, 'Premium').getByRole('button', { name: 'Current Plan' })).toBeDisabled();
  expect(await mayPlay(me.context, baseURL ?? '')).toBe(true);
  await expect(payments(page)).toHaveCount(1);
  await expect(payments(page)).toContainText('Premium, monthly');
  await expect(payments(page)).toContainText('Paid');
  await expect(bell(page, 1)).toBeVisible();
  await bell(page, 1).click();
  await expect(inBell(page)).toContainText(['Thank you!']);
  await page.keyboard.press('Escape');

  // What was told once is not told again.
  await page.reload();
  await expect(statusCard(page)).toContainText('Kiddocash400');
  await expect(page.locator('.toasts')).toHaveText('');

  await payments(page)
    .getByRole('link', { name: /^Receipt/ })
    .click();
  await expect(page).toHaveURL(`/subscription/receipts/${reference}`);
  const receipt = page.getByRole('article');
  const [paid] = await query<{ at: Date }>(`select paid_at as at from payments where reference = $1`, [reference]);
  const from = dayOf(paid?.at ?? new Date(0));
  for (const said of [reference, 'Premium, monthly', `@${known.username}`, emailOf(me), from, dayOf(until), 'KSH 99'])
    await expect(receipt).toContainText(said);
  const mail = await mailTo(emailOf(me), /^Receipt: Premium/);
  for (const said of [reference, 'KSH 99', known.username, dayOf(until)]) expect(mail.text).toContain(said);
  expect(await mailsTo(emailOf(me))).toBe(1);
  await page.goto(mail.link);
  await expect(page).toHaveURL(`/subscription/receipts/${reference}`);

  await page.goto('/robux/statement');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row').last()).toContainText('Kiddocash of your plan');
  await expect(page.getByRole('row').last()).toContainText('+400');
});

test('M-Pesa buys 30 days; paying again adds 30 more', async ({ someone }) => {
  const { page, known } = await someone();
  await open(page, '/subscription');
  await choose(page, 'Premium', 'M-Pesa');
  await expect(page.getByText('M-Pesa', { exact: true })).toBeVisible();
  await press(page, 'Pay');
  await expect(toast(page, 'Payment Successful!')).toBeVisible();
  const first = await lastEnd(known.id);
  const [paid] = await query<{ at: Date }>(`select paid_at as at from payments where player_id = $1`, [known.id]);
  expect(first.getTime() - (paid?.at.getTime() ?? 0)).toBeGreaterThanOrEqual(30 * DAY_MS);
  expect(first.getTime() - (paid?.at.getTime() ?? 0)).toBeLessThan(30 * DAY_MS + 60_000);
  await expect(statusCard(page)).toContainText(`Paid until${dayOf(first)}`);
  await expect(statusCard(page)).toContainText('Cost for 30 daysKSH 99');
  await expect(page.getByRole('switch')).toHaveCount(0);

  await press(page, 'Add 30 days');
  await tillOf(page);
  await press(page, 'Pay');
  await expect(page).toHaveURL('/subscription');
  await expect(statusCard(page)).toContainText('Kiddocash800');
  const second = await lastEnd(known.id);
  // Not a second of what was paid is lost, and none given.
  expect(second.getTime() - first.getTime()).toBe(30 * DAY_MS);
  await expect(statusCard(page)).toContainText(`Paid until${dayOf(second)}`);
  await expect(payments(page)).toHaveCount(2);
});

test('a payment that is declined gives nothing and says so kindly; trying again works', async ({ someone, baseURL }) => {
  const { page, known, context } = await someone();
  await open(page, '/subscription');
  const declined = await choose(page, 'Premium', 'Card');
  await press(page, 'Decline');
  await expect(page).toHaveURL('/subscription');
  await expect(toast(page, 'The payment was not finished')).toBeVisible();
  await expect(toast(page, 'Nothing was taken. A parent can try again.')).toBeVisible();
  await expect(statusCard(page)).toContainText('Free Plan');
  await expect(payments(page)).toContainText('Not paid');
  await expect(payments(page).getByRole('link', { name: /^Receipt/ })).toHaveCount(0);
  expect(await mayPlay(context, baseURL ?? '')).toBe(false);
  expect(await balanceOf(known.id)).toBe(0);

  const again = await choose(page, 'Premium', 'Card');
  expect(again).not.toBe(declined);
  await press(page, 'Pay');
  await expect(toast(page, 'Payment Successful!')).toBeVisible();
  await expect(statusCard(page)).toContainText('Kiddocash400');
  expect(await paymentsOf(known.id)).toEqual([
    { reference: declined, state: 'failed' },
    { reference: again, state: 'success' },
  ]);
});

test('the tab at the till is closed, and a parent pays elsewhere: the open page shows it by itself', async ({ someone, browserOf }) => {
  const { page, context } = await someone();
  await openLive(page, '/subscription');
  await mark(page);
  const other = await context.newPage();
  await open(other, '/subscription');
  await choose(other, 'Pro', 'M-Pesa');
  const till = other.url();
  await other.close();
  await expect(statusCard(page)).toContainText('A payment is being confirmed');
  await expect(payments(page)).toContainText('Waiting');

  const parent = await (await browserOf()).newPage();
  await parent.goto(till);
  await press(parent, 'Pay');
  await expect(parent).not.toHaveURL(till);
  // The parent is nobody here: what was paid is for who asked for it.
  await expect(statusCard(page).getByRole('heading', { name: 'Pro' })).toBeVisible();
  await expect(statusCard(page)).toContainText('Kiddocash1,000');
  await expect(statusCard(page)).not.toContainText('A payment is being confirmed');
  await expect(payments(page)).toContainText('Paid');
  await expectMarked(page);
  const back = await context.newPage();
  await open(back, '/subscription');
  await expect(planCard(back, 'Pro').getByRole('button', { name: 'Current Plan' })).toBeDisabled();
});

test('auto-renew off keeps the days that are paid; on again it renews', async ({ member, baseURL }) => {
  const { page, context, known, reference } = await member();
  const until = dayOf(await lastEnd(known.id));
  await open(page, '/subscription');
  const renews = page.getByRole('switch', { name: 'Auto-renew' });
  await expect(renews).toBeChecked();
  await expect(statusCard(page)).toContainText(`Next Billing${until}`);
  await renews.click();
  await expect(toast(page, 'Auto-renew is off')).toBeVisible();
  await expect(renews).not.toBeChecked();
  await expect(statusCard(page)).toContainText(`Paid until${until}`);
  await expect(statusCard(page)).not.toContainText('Next Billing');
  expect(await mayPlay(context, baseURL ?? '')).toBe(true);
  const till = await context.newPage();
  await till.goto(`/till/${reference}`);
  await expect(till.getByText('It does not renew.')).toBeVisible();

  await renews.click();
  await expect(toast(page, 'Auto-renew is on')).toBeVisible();
  await expect(renews).toBeChecked();
  await expect(statusCard(page)).toContainText(`Next Billing${until}`);
  await till.reload();
  await expect(till.getByText('The next month is charged on')).toBeVisible();
});

test('cancel asks first, in the words of the specification, and ends premium at once', async ({ member, baseURL }) => {
  const me = await member();
  const { page, context, known, reference } = me;
  await open(page, '/subscription');
  const dialog = page.getByRole('dialog', { name: 'Cancel subscription immediately?' });
  await statusCard(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByText('This will end your premium access right now. You can subscribe again anytime.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep subscription' }).click();
  await expect(dialog).toBeHidden();
  await expect(statusCard(page).getByText('Active', { exact: true })).toBeVisible();
  // The card of Basic asks the same.
  await press(page, 'Choose Basic');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await mayPlay(context, baseURL ?? '')).toBe(true);

  await statusCard(page).getByRole('button', { name: 'Cancel' }).click();
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/subscription.data*', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Confirm cancel' }).click();
  await expect(dialog.getByRole('button', { name: 'Canceling...' })).toBeVisible();
  letGo();
  await expect(toast(page, 'Subscription canceled')).toBeVisible();
  await page.unrouteAll();
  await expect(dialog).toBeHidden();
  await expect(statusCard(page)).toContainText('Free Plan');
  await expect(planCard(page, 'Basic').getByRole('button', { name: 'Current Plan' })).toBeDisabled();
  // Kiddocash that was given stays.
  await expect(statusCard(page)).toContainText('Kiddocash400');
  expect(await mayPlay(context, baseURL ?? '')).toBe(false);
  await mailTo(emailOf(me), /Premium is cancelled/);
  // The card is not charged any more.
  const till = await context.newPage();
  await expect
    .poll(async () => {
      await till.goto(`/till/${reference}`);
      return till.getByText(/It does not renew|It is over/).count();
    })
    .toBe(1);
  expect(await paymentsOf(known.id)).toHaveLength(1);
});

test('a card renews by itself, the open page shows it, and the month follows the one before', async ({ member, baseURL }) => {
  const me = await member();
  const { page, known, context, reference } = me;
  const first = await lastEnd(known.id);
  await openLive(page, '/subscription');
  await mark(page);
  await atTill(context, baseURL ?? '', reference, 'next-month');
  await expect(statusCard(page)).toContainText('Kiddocash800');
  await expect(payments(page)).toHaveCount(2);
  const second = await lastEnd(known.id);
  expect(second.getTime() - first.getTime()).toBeGreaterThan(27 * DAY_MS);
  await expectMarked(page);
  // The card is charged next when the till says so.
  const booked = (await tillBook(process.env['TEST_DATA_DIR'] ?? '')).find(({ charge }) => charge.reference === reference);
  await expect(statusCard(page)).toContainText(`Next Billing${dayOf(new Date(booked?.subscription?.nextChargeAt ?? ''))}`);
  await expect.poll(() => mailsTo(emailOf(me))).toBe(2);
  // Told everything once more, nothing counts twice.
  await atTill(context, baseURL ?? '', reference, 'tell-again');
  await open(page, '/subscription');
  await expect(statusCard(page)).toContainText('Kiddocash800');
  await expect(payments(page)).toHaveCount(2);
  expect(await lastEnd(known.id)).toEqual(second);
});

test('a renewal that fails: days of grace, a way to mend the card, and the end of both', async ({ member, baseURL }) => {
  const me = await member();
  const { page, known, context, reference } = me;
  await openLive(page, '/subscription');
  const till = await context.newPage();
  await till.goto(`/till/${reference}`);
  await press(till, 'Let the next charge fail');
  await expect(till.getByText('The next charge will fail.')).toBeVisible();
  await press(till, 'Charge the next month now');
  await expect(till.getByText('The last charge failed.')).toBeVisible();

  const grace = new Date((await lastEnd(known.id)).getTime() + 3 * DAY_MS);
  await expect(statusCard(page)).toContainText('The card needs a look');
  await expect(statusCard(page)).toContainText(`Premium goes on until ${dayOf(grace)}.`);
  expect((await mailTo(emailOf(me), /The card could not be charged/)).text).toContain(dayOf(grace));
  expect(await balanceOf(known.id)).toBe(400);

  await statusCard(page).getByRole('button', { name: 'Fix the card' }).click();
  await expect(page).toHaveURL(`/till/${reference}`);
  await press(page, 'Use a good card');
  await expect(page.getByText('The next month is charged on')).toBeVisible();
  const standing = () => query<{ state: string }>(`select state from subscriptions where player_id = $1`, [known.id]);
  await expect.poll(standing).toEqual([{ state: 'active' }]);
  await open(page, '/subscription');
  await expect(statusCard(page).getByText('Active', { exact: true })).toBeVisible();
  await expect(statusCard(page)).not.toContainText('The card needs a look');

  // What is paid is over since yesterday: the days of grace are left, and then they are over too.
  await query(`update paid_periods set begins_at = now() - interval '31 days', ends_at = now() - interval '1 day' where player_id = $1`, [
    known.id,
  ]);
  await query(`update subscriptions set grace_until = now() + interval '2 days' where player_id = $1`, [known.id]);
  await page.reload();
  await expect(statusCard(page).getByText('Active', { exact: true })).toBeVisible();
  expect(await mayPlay(context, baseURL ?? '')).toBe(true);
  await query(`update subscriptions set grace_until = now() - interval '1 second' where player_id = $1`, [known.id]);
  await page.reload();
  await expect(statusCard(page).getByRole('heading', { name: 'Expired' })).toBeVisible();
  await expect(statusCard(page)).toContainText('Your subscription has expired');
  expect(await mayPlay(context, baseURL ?? '')).toBe(false);
});

test('money that goes back takes premium with it, on the open page; a dispute that is won gives it back', async ({ member, baseURL }) => {
  const { page, known, context, reference } = await member('premium', 'mpesa');
  await openLive(page, '/subscription');
  await mark(page);
  const till = await context.newPage();
  await till.goto(`/till/${reference}`);
  await press(till, 'The bank takes it back');
  await expect(statusCard(page)).toContainText('Free Plan');
  await expect(payments(page)).toContainText('Questioned');
  expect(await mayPlay(context, baseURL ?? '')).toBe(false);
  expect(await balanceOf(known.id)).toBe(0);
  await press(till, 'The bank gives it back');
  await expect(statusCard(page).getByText('Active', { exact: true })).toBeVisible();
  expect(await mayPlay(context, baseURL ?? '')).toBe(true);
  await expect(statusCard(page)).toContainText('Kiddocash400');

  await press(till, 'Refund');
  await expect(statusCard(page)).toContainText('Free Plan');
  await expect(statusCard(page)).toContainText('Kiddocash0');
  await expect(payments(page)).toContainText('Paid back');
  await expectMarked(page);
  expect(await mayPlay(context, baseURL ?? '')).toBe(false);
  await open(page, '/robux/statement');
  await expect(page.getByRole('row').nth(1)).toContainText('−400');
});

test('what runs out while pages are open ends on them by itself: the status card and the game', async ({ member }) => {
  const { page, known, context } = await member('premium', 'mpesa');
  const game = await context.newPage();
  await query(`update paid_periods set ends_at = now() + interval '30 seconds' where player_id = $1`, [known.id]);
  await Promise.all([openLive(page, '/subscription'), openLive(game, '/games/coral-divers')]);
  await mark(page);
  await mark(game);
  await expect(statusCard(page).getByText('Active', { exact: true })).toBeVisible();
  await expect(game.locator('.cover-play')).toBeVisible();
  await expect(statusCard(page).getByRole('heading', { name: 'Expired' })).toBeVisible({ timeout: 40_000 });
  await expect(statusCard(page)).toContainText('Your subscription has expired');
  const [period] = await query<{ at: Date }>(`select ends_at as at from paid_periods where player_id = $1`, [known.id]);
  await expect(statusCard(page)).toContainText(`Expired on${dayOf(period?.at ?? new Date(0))}`);
  await expect(planCard(page, 'Basic').getByRole('button', { name: 'Current Plan' })).toBeDisabled();
  await expect(game.getByText('This premium game requires an active subscription')).toBeVisible();
  for (const each of [page, game]) await expectMarked(each);
});

test('a bigger plan begins at once, days that are left count, and the old card is stopped', async ({ member, baseURL }) => {
  const { page, known, context, reference } = await member();
  const left = (await lastEnd(known.id)).getTime() - Date.now();
  await open(page, '/subscription');
  await choose(page, 'Pro', 'M-Pesa');
  await expect(page.getByText('KSH 199')).toBeVisible();
  await press(page, 'Pay');
  await expect(toast(page, 'Payment Successful!')).toBeVisible();
  await expect(statusCard(page).getByRole('heading', { name: 'Pro' })).toBeVisible();
  await expect(planCard(page, 'Pro').getByRole('button', { name: 'Current Plan' })).toBeDisabled();
  await expect(statusCard(page)).toContainText('Kiddocash1,400');
  const until = await lastEnd(known.id);
  const days = (until.getTime() - Date.now()) / DAY_MS;
  // 30 days, and what was left of the other in proportion of the price.
  expect(days).toBeGreaterThan(29.9 + (left * 99) / 199 / DAY_MS);
  expect(days).toBeLessThanOrEqual(31 + (left * 99) / 199 / DAY_MS);
  await expect(statusCard(page)).toContainText(`Paid until${dayOf(until)}`);
  await expect.poll(async () => (await context.request.get(`${baseURL}/till/${reference}`)).text()).toMatch(/It does not renew|It is over/);
});

test('a pack of kiddocash is bought by card, and another with its bonus', async ({ someone }) => {
  const me = await someone();
  const { page } = me;
  await open(page, '/robux');
  await expect(page.getByRole('heading', { level: 1, name: 'Get Kiddokash' })).toBeVisible();
  await expect(page.locator('.packs-balance')).toContainText('0');
  await page.getByRole('button', { name: /^Buy 400 kiddocash/ }).click();
  await tillOf(page);
  await expect(page.getByText('USD 4.99')).toBeVisible();
  await press(page, 'Pay');
  await expect(page).toHaveURL('/robux');
  await expect(toast(page, 'Payment Successful!')).toBeVisible();
  await expect(page.locator('.packs-balance b')).toHaveText('400');
  await mailTo(emailOf(me), /^Receipt: 400 kiddocash/);

  await page.getByRole('button', { name: /^Buy 4,950 kiddocash/ }).click();
  await tillOf(page);
  await press(page, 'Pay');
  await expect(page.locator('.packs-balance b')).toHaveText('5,350');
  await page.getByRole('link', { name: 'Where it came from' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('+4,950');
  await expect(page.getByRole('row').nth(1).getByRole('cell').last()).toHaveText('5,350');
  await expect(page.getByRole('row').nth(2)).toContainText('+400');
});

test('the statement: every entry with the balance after it, page by page', async ({ someone }) => {
  const { page, known } = await someone();
  const amounts = Array.from({ length: 45 }, (_each, index) => (index % 3 === 2 ? -30 : 100 + index));
  const balances = amounts.map((_each, index) => amounts.slice(0, index + 1).reduce((sum, one) => sum + one, 0));
  const ids = amounts.map(() => newId()).toSorted();
  await query(
    `insert into ledger (id, player_id, amount, balance, source, source_ref, note)
     select id, $1::uuid, amount, balance, 'operator', $1::text || ' ' || id, '' from unnest($2::uuid[], $3::int[], $4::int[]) as t (id, amount, balance)`,
    [known.id, ids, amounts, balances],
  );
  await query(`insert into wallets (player_id, balance) values ($1, $2)`, [known.id, balances.at(-1)]);
  await open(page, '/robux/statement');
  await expect(page.locator('.statement-balance')).toContainText((balances.at(-1) ?? 0).toLocaleString('en-US'));
  const shown: string[] = [];
  for (const rows of [20, 20, 5]) {
    await expect(page.locator('tbody tr')).toHaveCount(rows);
    shown.push(...(await page.locator('tbody tr td:last-child').allTextContents()));
    if (rows === 20) {
      const before = page.url();
      await page.getByRole('link', { name: 'Older entries' }).click();
      await expect(page).not.toHaveURL(before);
      await expect(page.locator('tbody tr td:last-child').first()).toHaveText(
        balances.toReversed()[shown.length]?.toLocaleString('en-US') ?? '',
      );
    }
  }
  expect(shown).toEqual(balances.toReversed().map((balance) => balance.toLocaleString('en-US')));
  await expect(page.getByRole('link', { name: 'Older entries' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to the newest' }).click();
  await expect(page).toHaveURL('/robux/statement');
  await expect(page.locator('tbody tr')).toHaveCount(20);
});

test('pressing twice, at the page and at the till, is one payment; so is pressing in two tabs', async ({ someone, baseURL }) => {
  const { page, context, known } = await someone();
  const other = await context.newPage();
  await Promise.all([open(page, '/subscription'), open(other, '/subscription')]);
  await planCard(page, 'Premium').getByRole('button', { name: 'Choose Premium' }).dblclick();
  const reference = await tillOf(page);
  await press(other, 'Choose Premium');
  expect(await tillOf(other)).toBe(reference);
  await page.getByRole('button', { name: 'Pay', exact: true }).dblclick();
  await expect(page).toHaveURL('/subscription');
  await expect(statusCard(page)).toContainText('Kiddocash400');
  // A page of the till that was left open may still send its form.
  await Promise.all([1, 2, 3].map(() => atTill(context, baseURL ?? '', reference, 'pay')));
  await open(other, `/subscription?reference=${reference}`);
  await expect(statusCard(other)).toContainText('Kiddocash400');
  expect(await balanceOf(known.id)).toBe(400);
  expect(await paymentsOf(known.id)).toEqual([{ reference, state: 'success' }]);
});

test('Back after paying neither pays again nor shows what is no longer true', async ({ someone }) => {
  const { page, known } = await someone();
  await open(page, '/subscription');
  const reference = await choose(page, 'Premium', 'Card');
  await press(page, 'Pay');
  await expect(page).toHaveURL('/subscription');
  await expect(statusCard(page)).toContainText('Kiddocash400');
  await page.goBack();
  await expect(page).toHaveURL(`/till/${reference}`);
  await expect(page.getByText('Paid', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/subscription');
  await expect(planCard(page, 'Premium').getByRole('button', { name: 'Current Plan' })).toBeVisible();
  await expect(statusCard(page)).toContainText('Kiddocash400');
  expect(await paymentsOf(known.id)).toEqual([{ reference, state: 'success' }]);
});

test('a visitor who chooses a plan or a pack signs in and comes back', async ({ browserOf }) => {
  for (const [address, name] of [
    ['/subscription', 'Log in to choose Premium'],
    ['/robux', /^Log in to buy/],
  ] as const) {
    const page = await (await browserOf()).newPage();
    await open(page, address);
    await expect(statusCard(page)).toHaveCount(0);
    await page.getByRole('main').getByRole('link', { name }).first().click();
    await expect(page).toHaveURL(`/login?returnUrl=${encodeURIComponent(address)}`);
    await page.getByLabel('Email or Username').fill('chao');
    await page.getByLabel('Password', { exact: true }).fill('kiddo-demo');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page).toHaveURL(address);
  }
  const page = await (await browserOf()).newPage();
  await page.goto('/subscription');
  await page.getByRole('link', { name: 'Sign Up Free' }).click();
  await expect(page).toHaveURL('/signup?returnUrl=%2Fsubscription');
  for (const address of ['/robux/statement', '/subscription/receipts/kd-00000000']) {
    await page.goto(address);
    await expect(page).toHaveURL(`/login?returnUrl=${encodeURIComponent(address)}`);
  }
});

test('who is signed out at the till signs in when coming back, and is told what was paid', async ({ member, browserOf, baseURL }) => {
  const { known, context, reference } = await member('premium', 'mpesa');
  const page = await (await browserOf()).newPage();
  await open(page, `/subscription?reference=${reference}`);
  await expect(page).toHaveURL(`/login?returnUrl=${encodeURIComponent(`/subscription?reference=${reference}`)}`);
  // Signed in, as the same player.
  await page.context().addCookies(await context.cookies(baseURL));
  await page.goto(new URL(page.url()).searchParams.get('returnUrl') ?? '');
  await expect(page).toHaveURL('/subscription');
  await expect(toast(page, 'Payment Successful!')).toBeVisible();
  expect(await balanceOf(known.id)).toBe(400);
});

test('what is paid while a page still opens its line shows on it too', async ({ someone, baseURL }) => {
  const { page, context } = await someone();
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  let isAsked = false;
  await page.routeWebSocket('**/live', async (line) => {
    isAsked = true;
    await held;
    line.connectToServer();
  });
  await open(page, '/subscription');
  await mark(page);
  await expect.poll(() => isAsked).toBe(true);
  await expect(statusCard(page)).toContainText('Free Plan');
  const reference = await payForPlan(context, baseURL ?? '', 'premium', 'mpesa');
  await expect.poll(async () => (await context.request.get(`${baseURL}/subscription/receipts/${reference}`)).text()).toContain('Paid on');
  letGo();
  await expect(statusCard(page).getByText('Active', { exact: true })).toBeVisible();
  await expectMarked(page);
});

test('a receipt is for who paid, and a till for references that there are', async ({ member, someone, quiet }) => {
  quiet.allow(/status of 404/);
  const { reference } = await member('premium', 'mpesa');
  const other = await someone();
  expect((await other.page.goto(`/subscription/receipts/${reference}`))?.status()).toBe(404);
  expect((await other.page.goto('/till/kd-00000000000000000000000000000000'))?.status()).toBe(404);
  // Coming back with what somebody else paid gives nothing and tells nothing.
  await open(other.page, `/subscription?reference=${reference}`);
  await expect(other.page).toHaveURL('/subscription');
  await expect(statusCard(other.page)).toContainText('Free Plan');
  await open(other.page, '/subscription?payment=success');
  await expect(other.page).toHaveURL('/subscription');
  await expect(statusCard(other.page)).toContainText('Free Plan');
  await expect(other.page.locator('.toasts')).toHaveText('');
});

test('without JavaScript: subscribe, auto-renew, cancel, buy, and the statement', async ({ someone }) => {
  const { page, known } = await someone({ javaScriptEnabled: false });
  await page.goto('/subscription');
  await choose(page, 'Premium', 'Card');
  await press(page, 'Pay');
  await expect(page).toHaveURL(/\/subscription\?payment=success/);
  await toldPlainly(page, 'Payment Successful!');
  await expect(statusCard(page)).toContainText('Kiddocash400');
  await page.getByRole('switch', { name: 'Auto-renew' }).click();
  await toldPlainly(page, 'Auto-renew is off');
  await expect(page.getByRole('switch', { name: 'Auto-renew' })).not.toBeChecked();

  await statusCard(page).getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Cancel subscription immediately?' })).toBeVisible();
  await page.getByRole('link', { name: 'Keep subscription' }).click();
  await expect(statusCard(page).getByText('Active', { exact: true })).toBeVisible();
  await statusCard(page).getByRole('link', { name: 'Cancel' }).click();
  await press(page, 'Confirm cancel');
  await toldPlainly(page, 'Subscription canceled');
  await expect(statusCard(page)).toContainText('Free Plan');

  await page.goto('/robux');
  await page.getByRole('button', { name: /^Buy 800 kiddocash/ }).click();
  await tillOf(page);
  await press(page, 'Pay');
  await expect(page).toHaveURL(/\/robux\?payment=success/);
  await toldPlainly(page, 'Payment Successful!');
  await expect(page.locator('.packs-balance b')).toHaveText('1,200');
  await page.getByRole('link', { name: 'Where it came from' }).click();
  await expect(page.locator('tbody tr')).toHaveCount(2);
  expect((await paymentsOf(known.id)).map(({ state }) => state)).toEqual(['success', 'success']);
});

test('premium games are locked for visitors and free players, and open for who subscribes', async ({ someone, browserOf }) => {
  const visitor = await (await browserOf()).newPage();
  const { page, context } = await someone();
  const card = (at: Page) => at.locator('main article.card').filter({ hasText: 'Coral Divers' }).first();
  const overlay = 'This premium game requires an active subscription';
  for (const at of [visitor, page]) {
    await open(at, '/games?tab=featured&genre=Adventure');
    await expect(card(at).getByText('Premium Required')).toBeVisible();
    // On a phone what the lock says stands in the badge's place.
    if (!isPhone(at)) await expect(card(at).getByText('Premium', { exact: true })).toBeVisible();
  }
  await expect(card(visitor).getByRole('link', { name: 'Sign In to Continue' })).toHaveAttribute(
    'href',
    '/login?returnUrl=%2Fgames%2Fcoral-divers',
  );
  await expect(card(page).getByRole('link', { name: 'Upgrade Now' })).toHaveAttribute('href', '/subscription');

  await open(visitor, '/games/coral-divers');
  await expect(visitor.getByText('Premium Game', { exact: true })).toBeVisible();
  await expect(visitor.getByText(overlay)).toBeVisible();
  await visitor.getByRole('link', { name: 'Play', exact: true }).click();
  await expect(visitor).toHaveURL('/login?returnUrl=%2Fgames%2Fcoral-divers');

  // Another tab with the game stays open while this one subscribes.
  const other = await context.newPage();
  await openLive(other, '/games/coral-divers');
  await expect(other.getByText(overlay)).toBeVisible();
  await mark(other);
  await open(page, '/games/coral-divers');
  await expect(page.getByText(overlay)).toBeVisible();
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await expect(page).toHaveURL('/subscription');
  await choose(page, 'Premium', 'M-Pesa');
  await press(page, 'Pay');
  await expect(toast(page, 'Payment Successful!')).toBeVisible();

  await expect(other.getByText(overlay)).toHaveCount(0);
  await expectMarked(other);
  await open(page, '/games?tab=featured&genre=Adventure');
  await expect(card(page).getByText('Premium', { exact: true })).toBeVisible();
  await expect(card(page).getByText('Premium Required')).toHaveCount(0);
  await other.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(other.frameLocator('.player iframe').locator('html')).toHaveAttribute('data-ready', 'true', { timeout: 15_000 });
});

test('operators see the money of a player, and grant or take kiddocash with a reason, once', async ({
  member,
  someone,
  browserOf,
  quiet,
}) => {
  quiet.allow(/status of (403|409|400)/);
  const me = await member('pro', 'mpesa');
  const address = `/operator/players/${me.known.id}`;
  for (const role of ['player', 'moderator']) {
    const nobody = await someone({ role });
    expect((await nobody.page.goto(address))?.status(), role).toBe(403);
    const sent = await nobody.context.request.post(address, {
      headers: { origin: new URL(nobody.page.url()).origin },
      form: { do: 'grant', amount: '5', reason: 'For me', key: newId() },
    });
    expect(sent.status(), role).toBe(403);
  }
  const visitor = await (await browserOf()).newPage();
  await visitor.goto(address);
  await expect(visitor).toHaveURL(`/login?returnUrl=${encodeURIComponent(address)}`);

  const ops = await someone({ role: 'operator' });
  const { page } = ops;
  await open(page, address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(me.known.displayName);
  await expect(page.getByText(emailOf(me))).toBeVisible();
  await expect(page.locator('.money-balance')).toHaveText('1,000');
  await expect(page.getByText(`Pro, paid until ${dayOf(await lastEnd(me.known.id))}`)).toBeVisible();
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(part('Payments')).toContainText('Pro, 30 days');
  await expect(part('Subscriptions')).toContainText('active');
  await expect(part('Kiddocash, entry by entry')).toContainText('+1,000');
  await expect(part('What operators did')).toContainText('Nothing yet.');
  await part('Payments')
    .getByRole('link', { name: /^Receipt/ })
    .click();
  await expect(page.getByRole('article')).toContainText(me.reference);
  await open(page, address);

  const fill = async (amount: string, reason: string) => {
    await page.getByLabel('Amount').fill(amount);
    await page.getByLabel('Reason').fill(reason);
  };
  await fill('250', '');
  await press(page, 'Grant');
  await expect(page.getByText('Write the reason, in 3 to 500 letters.')).toBeVisible();
  await fill('250', 'For the bug you found');
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes(me.known.id));
  await page.getByRole('button', { name: 'Grant', exact: true }).dblclick();
  await expect(toast(page, 'Granted 250')).toBeVisible();
  await expect(page.locator('.money-balance')).toHaveText('1,250');
  await expect(part('What operators did')).toContainText(`@${ops.known.username} granted 250`);
  // The very same form once more counts once.
  const form = Object.fromEntries(new URLSearchParams((await sent).postData() ?? ''));
  expect(form).toMatchObject({ do: 'grant', amount: '250', reason: 'For the bug you found' });
  const again = await ops.context.request.post(address, { headers: { origin: new URL(page.url()).origin }, form });
  expect(await again.text()).toContain('Done before');
  await fill('9999', 'Too much of it');
  await press(page, 'Take');
  await expect(page.getByText('There is not so much to take')).toBeVisible();
  await fill('50', 'It was too much');
  await press(page, 'Take');
  await expect(toast(page, 'Took 50')).toBeVisible();
  await expect(page.locator('.money-balance')).toHaveText('1,200');
  expect(
    await query(
      `select actor_name, action, note, details ->> 'amount' as amount from audit_log where subject_kind = 'wallet' and subject_id = $1 order by id`,
      [me.known.id],
    ),
  ).toEqual([
    { actor_name: ops.known.username, action: 'wallet-grant', note: 'For the bug you found', amount: '250' },
    { actor_name: ops.known.username, action: 'wallet-take', note: 'It was too much', amount: '50' },
  ]);

  await open(me.page, '/robux/statement');
  await expect(me.page.getByRole('row').nth(1)).toContainText('It was too much');
  await expect(me.page.getByRole('row').nth(2)).toContainText('For the bug you found');
  await bell(me.page, 3).click();
  await expect(inBell(me.page).first()).toContainText('The Kiddo team took back 50 kiddocash');
  await open(page, `/operator/players/${ops.known.id}`);
  await expect(page.getByText('This is you. Nobody changes their own kiddocash.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Grant', exact: true })).toHaveCount(0);
});
