import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { waitForMail } from './accounts.ts';
import { signInNewPlayer, query } from './players.ts';
import { expect, waitForHydration, test } from './site.ts';

// The newsletter: subscribing, confirming, mailing, and unsubscribing. Without JavaScript, and by a mail program:
// tests/http/newsletter.test.ts.

const reader = () => `reader-${randomBytes(5).toString('hex')}@example.com`;

async function subscribe(page: Page, email: string): Promise<void> {
  const box = page.getByRole('region', { name: 'New posts by email' });
  await box.getByRole('textbox', { name: 'Email' }).fill(email);
  await box.getByRole('button', { name: 'Subscribe' }).click();
}

const readsAlong = async (email: string) =>
  (await query<{ yes: boolean }>('select confirmed_at is not null as yes from newsletter_readers where email = $1', [email]))[0]?.yes ??
  null;

test('who asks and confirms gets a post, and one press ends it', async ({ page, browser, baseURL }) => {
  const email = reader();
  await page.goto('/blog');
  await waitForHydration(page);
  await subscribe(page, email);
  await expect(page.getByText('Look into your mailbox')).toBeVisible();
  await expect(page.locator('.newsletter-done')).toBeFocused();
  await expectAccessible(page);
  // Nobody is subscribed before the button is pressed; opening the link alone does nothing, because mail programs open links too.
  const { link } = await waitForMail(email, /Do you want our new posts by email/);
  await page.goto(link);
  await waitForHydration(page);
  await expect(page.getByRole('heading', { level: 1, name: 'New posts by email' })).toBeVisible();
  await expect.poll(() => readsAlong(email)).toBe(false);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Yes, email me' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'You read along now' })).toBeVisible();
  await expect.poll(() => readsAlong(email)).toBe(true);
  await expectAccessible(page);

  const team = await browser.newContext({ baseURL: baseURL ?? '', viewport: page.viewportSize() });
  await signInNewPlayer(team, { role: 'operator', origin: baseURL ?? '' });
  const ops = await team.newPage();
  await ops.goto('/operator/newsletter');
  await waitForHydration(ops);
  await expect(ops.getByText(/^[1-9]\d* readers? gets? new posts by email\.$/)).toBeVisible();
  const button = ops.getByRole('button', { name: /^Mail to readers: / }).first();
  const title = ((await button.getAttribute('aria-label')) ?? '').replace('Mail to readers: ', '');
  await button.click();
  await expect(ops.getByText('On its way').first()).toBeVisible();
  const post = await waitForMail(email, new RegExp(`^${title}$`));
  expect(post.link).toMatch(/\/blog\/[\w-]+$/);
  await ops.reload();
  await expect(ops.getByText(/Mailed to [1-9]/).first()).toBeVisible();

  await page.goto(/https?:\/\/\S+\/newsletter\/leave\/\S+/.exec(post.text)?.[0] ?? '');
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Stop the emails' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Done: no more emails' })).toBeVisible();
  await expect(page.locator('.newsletter-link')).toBeFocused();
  await expectAccessible(page);
  await expect.poll(() => readsAlong(email)).toBeNull();
  await team.close();
});

test(
  'what is wrong with an address is said at its field, and what is wrong with a link after the press',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/newsletter');
    await waitForHydration(page);
    await expect(page.getByRole('heading', { level: 1, name: 'New posts by email' })).toBeVisible();
    const field = page.getByRole('textbox', { name: 'Email' });
    for (const [typed, fault] of [
      ['', 'Write your email address.'],
      ['reader', 'This does not look like an email address.'],
    ] as const) {
      await field.fill(typed);
      await page.keyboard.press('Enter');
      await expect(field).toBeFocused();
      await expect(field).toHaveAccessibleDescription(fault);
    }
    await expectAccessible(page);
    await page.goto('/newsletter/leave/nope');
    await waitForHydration(page);
    await page.getByRole('button', { name: 'Stop the emails' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'This link is not one of ours' })).toBeVisible();
    await expect(page.locator('.newsletter-link')).toBeFocused();
    await expectAccessible(page);
  },
);
