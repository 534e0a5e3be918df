import type { Page } from '@playwright/test';
import { getTotpCode } from '../totp.ts';
import { signInWithFriends, signInWithItems, signInWithPayments, signInWithHistory } from './sample-data.ts';
import { setPassword, PASSWORD } from './passwords.ts';
import { findAxeViolations } from './axe.ts';
import { postSandboxAction, signInNewSubscriber, statusCard } from './payments.ts';
import { signIn } from './accounts.ts';
import { signInNewPlayer, query } from './players.ts';
import { expect, waitForHydration, test } from './site.ts';

// Overlays, and temporary states of pages. The pages themselves: every-route.spec.ts.

test.use({ contextOptions: { reducedMotion: 'reduce' }, bypassCSP: true });

const BOTH = { tag: ['@phone', '@desktop'] };
const PHONE = { tag: '@phone' };

/** Expects that axe finds nothing on the page as it is, in both themes, and that nothing overflows. */
async function expectClean(page: Page): Promise<void> {
  const faults = await findAxeViolations(page);
  if (!(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))) faults.push('sticks out');
  expect(faults, page.url()).toEqual([]);
}

/** Opens each URL and checks it. */
async function walk(page: Page, addresses: string[]): Promise<void> {
  for (const address of addresses) {
    await page.goto(address);
    await waitForHydration(page);
    await expectClean(page);
  }
}

test('axe finds nothing on the open bell and the report dialog', BOTH, async ({ page, baseURL }) => {
  await signInWithHistory(page, baseURL ?? '', 'player');
  await page.goto('/games/kite-club');
  await waitForHydration(page);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByText('Bao Master grew')).toBeVisible();
  await expectClean(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Report Game' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectClean(page);
});
test('axe finds nothing on what stands over a chat, and while one may not write', BOTH, async ({ page, baseURL, quiet }) => {
  quiet.allow(/ERR_FAILED/);
  const { me, friend } = await signInWithFriends(page, baseURL ?? '', 'player');
  const menu = page.getByLabel(`More about ${friend.displayName}`);
  const chosen = (word: string) => page.locator('.person-menu[open]').getByText(word, { exact: true });
  await page.goto(`/friends?chat=${friend.id}`);
  await waitForHydration(page);
  await menu.click();
  await expect(chosen('View profile')).toBeVisible();
  await expectClean(page);
  for (const word of ['Report player', 'Block', 'Remove friend']) {
    if (!(await chosen(word).isVisible())) await menu.click();
    await chosen(word).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectClean(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  // A message that failed to send, and one that was refused.
  await page.route(`**/chat/${friend.id}`, (route) => route.abort());
  const field = page.getByRole('textbox', { name: `Message ${friend.displayName}` });
  await field.fill('Are you there?');
  await field.press('Enter');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.unrouteAll();
  await field.fill('call me on 0712 345 678');
  await field.press('Enter');
  await expect(page.locator('.composer-refusal')).toBeVisible();
  await expectClean(page);
  await query(`insert into sanctions (id, player_id, kind, why) values (gen_random_uuid(), $1, 'mute', 'Be kind.')`, [me.id]);
  await page.reload();
  await waitForHydration(page);
  await expect(page.getByText('You cannot write messages')).toBeVisible();
  await expect(field).toHaveCount(0);
  await expectClean(page);
  // Switched off for this page only: other tests use the site too.
  await page.evaluate(() =>
    window.dispatchEvent(new CustomEvent('kiddo:live', { detail: { kind: 'switched', flag: 'chat', isEnabled: false } })),
  );
  await expect(page.getByText('Chat is taking a break')).toBeVisible();
  await expectClean(page);
});
test('axe finds nothing on what was paid and what waits, nor on the question whether to cancel', PHONE, async ({ page, baseURL }) => {
  await signInWithPayments(page, baseURL ?? '');
  await walk(page, ['/subscription?ask=cancel', '/subscription']);
  await expect(statusCard(page)).toContainText('A payment is being confirmed');
  await statusCard(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectClean(page);
});
test('axe finds nothing at the till, nor on a renewal that failed and a payment that went back', async ({ page, baseURL }) => {
  const origin = baseURL ?? '';
  const { paid } = await signInWithPayments(page, origin);
  await postSandboxAction(page.context(), origin, paid, 'fail-next');
  await postSandboxAction(page.context(), origin, paid, 'next-month');
  const shows = (text: string) => expect.poll(async () => (await page.request.get('/subscription')).text()).toContain(text);
  await shows('The card needs a look');
  await walk(page, [`/till/${paid}`, '/subscription']);
  await postSandboxAction(page.context(), origin, paid, 'refund', paid);
  await shows('Paid back');
  await walk(page, [`/till/${paid}`, `/subscription/receipts/${paid}`, '/subscription']);
});
test('axe finds nothing on a pass that was paid by M-Pesa, and on one that ran out', PHONE, async ({ page, baseURL }) => {
  const { id } = await signInNewSubscriber(page.context(), baseURL ?? '', 'pro', 'mpesa');
  await walk(page, ['/subscription']);
  await query(`update paid_periods set ends_at = now(), begins_at = now() - interval '30 days' where player_id = $1`, [id]);
  await walk(page, ['/subscription']);
  await expect(statusCard(page).getByRole('heading', { name: 'Expired' })).toBeVisible();
});
test('axe finds nothing where things are bought, worn and chosen, nor on the question whether to buy', BOTH, async ({ page, baseURL }) => {
  const me = await signInWithItems(page, baseURL ?? '');
  await walk(page, ['/catalog?buy=guitar']);
  for (const [item, name] of [
    ['bow-tie', 'Bow Tie'],
    ['golden-crown', 'Golden Crown'],
  ]) {
    await page.goto(`/catalog?buy=${item}`);
    await expect(page.getByRole('dialog', { name: `Get ${name}?` })).toBeVisible();
    await expectClean(page);
  }
  await page.goto('/avatar-customization');
  await expect(page.getByRole('region', { name: 'Your picture', exact: true })).toContainText('Waiting');
  await query(`update avatar_uploads set state = 'refused', decided_at = now() where player_id = $1`, [me.id]);
  await walk(page, ['/avatar-customization', '/avatar-customization?tab=picture']);
});
test('axe finds nothing where a second step is set up', PHONE, async ({ page, baseURL }) => {
  const { id, username } = await signInNewPlayer(page.context(), { origin: baseURL ?? '' });
  await setPassword(id);
  await page.context().clearCookies();
  await signIn(page, username, PASSWORD);
  await page.goto('/settings?tab=security');
  await waitForHydration(page);
  const second = page.getByRole('region', { name: 'Two-step sign-in' });
  const press = (name: string) => second.getByRole('button', { name }).click();
  await press('Set it up');
  await expect(second.getByText('Please fill this in.')).toBeVisible();
  await expectClean(page);
  await second.getByLabel('Your password').fill(PASSWORD);
  await press('Set it up');
  const key = second.locator('.two-factor-key');
  await expect(key).toBeVisible();
  await expectClean(page);
  await second.getByLabel('The 6 digits').fill(getTotpCode(((await key.textContent()) ?? '').replaceAll(' ', '')));
  await press('Turn it on');
  await expect(second.getByText('Your backup codes')).toBeVisible();
  await expectClean(page);
  await page.context().clearCookies();
  await page.goto('/login');
  await waitForHydration(page);
  await page.getByLabel('Email or Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText('One more step')).toBeVisible();
  await expectClean(page);
});
test('axe finds nothing on the open player', BOTH, async ({ page }) => {
  await page.goto('/games/matatu-rush');
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectClean(page);
});

test('axe finds nothing on an open question of the help center', BOTH, async ({ page }) => {
  await page.goto('/help-center');
  await waitForHydration(page);
  await page.locator('.faq summary').first().click();
  await expect(page.locator('.faq details').first()).toHaveAttribute('open');
  await expectClean(page);
});

test('letters of twice the size: the word Premium stays on its card', PHONE, async ({ page, baseURL }) => {
  await signInNewSubscriber(page.context(), baseURL ?? '');
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/games?genre=Adventure');
  await page.addStyleTag({ content: 'html { font-size: 200% !important }' });
  await expect(page.locator('.card > .sticker.premium').first()).toBeVisible();
  const over = () =>
    page.locator('.card > .sticker').evaluateAll((all) =>
      all.map((sticker) => {
        const card = sticker.parentElement as HTMLElement;
        const words = document.createRange();
        words.selectNodeContents(sticker);
        return Math.max(sticker.getBoundingClientRect().right, words.getBoundingClientRect().right) - card.getBoundingClientRect().right;
      }),
    );
  // It is slightly rotated.
  await expect.poll(async () => (await over()).filter((px) => px > 4)).toEqual([]);
});
