import type { Page } from '@playwright/test';
import { expect, openPage, toast } from './friends.ts';
import { emailOf, expectNotReloaded, getPaidUntil, markPage, openWithLiveConnection, test } from './subscribers.ts';
import { postSandboxAction, choosePlan, formatDay, paymentItems, planCard, clickButton, statusCard } from './payments.ts';
import { mailsTo, waitForMail } from './accounts.ts';
import { query } from './players.ts';
import { readSandboxRecords } from './purchases.ts';
import { isPhone } from './site.ts';

const DAY_MS = 86_400_000;

// What premium unlocks, and how it renews and ends on its own.

const LOCKED = 'This premium game requires an active subscription';
const card = (page: Page) => page.locator('main article.card').filter({ hasText: 'Coral Divers' }).first();

test('the card of a premium game says what it needs', { tag: ['@phone', '@desktop'] }, async ({ browserOf }) => {
  const page = await (await browserOf()).newPage();
  await openPage(page, '/games?tab=featured&genre=Adventure');
  await expect(card(page).getByText('Premium Required')).toBeVisible();
  await expect(card(page).getByRole('link', { name: 'Sign In to Continue' })).toHaveAttribute(
    'href',
    '/login?returnUrl=%2Fgames%2Fcoral-divers',
  );
  await expect(card(page).getByText('Premium', { exact: true })).toBeVisible();
  // The cover stays bright until somebody comes to the card.
  const words = card(page).locator('.card-lock');
  await expect(words).toHaveCSS('opacity', '0');
  await expect(card(page).locator('.card-lock-sign')).toBeVisible();
  if (isPhone(page)) await card(page).getByRole('heading').getByRole('link').focus();
  else await card(page).hover();
  await expect(words).toHaveCSS('opacity', '1');
  if (!isPhone(page)) return;
  await card(page).locator('.card-lock-sign').tap();
  await expect(page).toHaveURL('/login?returnUrl=%2Fgames%2Fcoral-divers');
});

test(
  'premium games are locked for visitors and free players, and open at once for who subscribes',
  { tag: '@phone' },
  async ({ someone, browserOf }) => {
    const visitor = await (await browserOf()).newPage();
    // A link that starts games does not open a locked one.
    await openPage(visitor, '/games/coral-divers#play');
    await expect(visitor.getByText('Premium Game', { exact: true })).toBeVisible();
    await expect(visitor.getByText(LOCKED)).toBeVisible();
    await expect(visitor).toHaveURL('/games/coral-divers');
    await expect(visitor.locator('.player')).toHaveCount(0);
    await visitor.getByRole('link', { name: 'Play', exact: true }).click();
    await expect(visitor).toHaveURL('/login?returnUrl=%2Fgames%2Fcoral-divers');

    // Another tab with the game stays open while this one subscribes.
    const { page, context } = await someone();
    const other = await context.newPage();
    await openWithLiveConnection(other, '/games/coral-divers');
    await expect(other.getByText(LOCKED)).toBeVisible();
    await markPage(other);
    await openPage(page, '/games?tab=featured&genre=Adventure');
    await expect(card(page).getByRole('link', { name: 'Upgrade Now' })).toHaveAttribute('href', '/subscription');
    await openPage(page, '/games/coral-divers');
    await expect(page.getByText(LOCKED)).toBeVisible();
    await page.getByRole('link', { name: 'Play', exact: true }).click();
    await expect(page).toHaveURL('/subscription');
    await choosePlan(page, 'Premium', 'M-Pesa');
    await clickButton(page, 'Pay');
    await expect(toast(page, 'Payment Successful!')).toBeVisible();

    await expect(other.getByText(LOCKED)).toHaveCount(0);
    await expectNotReloaded(other);
    await openPage(page, '/games?tab=featured&genre=Adventure');
    await expect(card(page).getByText('Premium', { exact: true })).toBeVisible();
    await expect(card(page).getByText('Premium Required')).toHaveCount(0);
    await other.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(other.frameLocator('.player iframe').locator('html')).toHaveAttribute('data-ready', 'true', { timeout: 60_000 });
  },
);

test('a card renews by itself, which the open page shows; one that fails has days of grace, and is mended', async ({ member, baseURL }) => {
  const me = await member();
  const { page, known, context, reference } = me;
  const first = await getPaidUntil(known.id);
  await openWithLiveConnection(page, '/subscription');
  await markPage(page);
  await postSandboxAction(context, baseURL ?? '', reference, 'next-month');
  await expect(paymentItems(page)).toHaveCount(2);
  // The month was charged before it begins: its kiddocash comes then.
  await expect(statusCard(page)).toContainText(`Next kiddocash400 on ${formatDay(first)}`);
  const second = await getPaidUntil(known.id);
  expect(second.getTime() - first.getTime()).toBeGreaterThan(27 * DAY_MS);
  // The next charge of the card is when the sandbox says.
  const booked = (await readSandboxRecords(process.env['TEST_DATA_DIR'] ?? '')).find(({ charge }) => charge.reference === reference);
  await expect(statusCard(page)).toContainText(`Next Billing${formatDay(new Date(booked?.subscription?.nextChargeAt ?? ''))}`);
  await expect.poll(() => mailsTo(emailOf(me))).toBe(2);

  const till = await context.newPage();
  await till.goto(`/till/${reference}`);
  await clickButton(till, 'Let the next charge fail');
  await expect(till.getByText('The next charge will fail.')).toBeVisible();
  await clickButton(till, 'Charge the next month now');
  await expect(till.getByText('The last charge failed.')).toBeVisible();
  const grace = formatDay(new Date(second.getTime() + 3 * DAY_MS));
  await expect(statusCard(page)).toContainText('The card needs a look');
  await expect(statusCard(page)).toContainText(`Premium goes on until ${grace}.`);
  await expect(statusCard(page)).toContainText('Kiddocash400');
  await expectNotReloaded(page);
  const mail = await waitForMail(emailOf(me), /The card could not be charged/);
  expect(mail.text).toContain(grace);

  await statusCard(page).getByRole('button', { name: 'Fix the card' }).click();
  await expect(page).toHaveURL(`/till/${reference}`);
  await clickButton(page, 'Use a good card');
  await expect(page.getByText('The next month is charged on')).toBeVisible();
  const standing = () => query<{ state: string }>(`select state from subscriptions where player_id = $1`, [known.id]);
  await expect.poll(standing).toEqual([{ state: 'active' }]);
  await openPage(page, '/subscription');
  await expect(statusCard(page).getByText('Active', { exact: true })).toBeVisible();
  await expect(statusCard(page)).not.toContainText('The card needs a look');
});

test('what runs out while pages are open ends on them by itself: the status card and the game', async ({ member }) => {
  const { page, known, context } = await member('premium', 'mpesa');
  await context.clock.install();
  const game = await context.newPage();
  // A paid period must end after it began, even if the test is very fast.
  const ends = (when: string) =>
    query(`update paid_periods set begins_at = now() - interval '1 day', ends_at = now() + $2::interval where player_id = $1`, [
      known.id,
      when,
    ]);
  await ends('90 seconds');
  await Promise.all([openWithLiveConnection(page, '/subscription'), openWithLiveConnection(game, '/games/coral-divers')]);
  await markPage(page);
  await markPage(game);
  await expect(statusCard(page).getByText('Active', { exact: true })).toBeVisible();
  await expect(game.locator('.cover-play')).toBeVisible();
  // The remaining time passes at once, on the site and in the pages. No event is sent: each page knows how long to wait.
  await ends('-1 second');
  await context.clock.fastForward(91_000);
  await expect(statusCard(page).getByRole('heading', { name: 'Expired' })).toBeVisible();
  await expect(statusCard(page)).toContainText('Your subscription has expired');
  const [period] = await query<{ at: Date }>(`select ends_at as at from paid_periods where player_id = $1`, [known.id]);
  await expect(statusCard(page)).toContainText(`Expired on${formatDay(period?.at ?? new Date(0))}`);
  await expect(planCard(page, 'Basic').getByRole('button', { name: 'Current Plan' })).toBeDisabled();
  await expect(game.getByText(LOCKED)).toBeVisible();
  for (const each of [page, game]) await expectNotReloaded(each);
});
