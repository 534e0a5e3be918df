import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import { expectFaultless } from './axe.ts';
import { mailsTo, mailTo } from './people.ts';
import { enter, query } from './players.ts';
import { expect, hydrated, test } from './site.ts';

// New posts by mail: asked for, confirmed, mailed, and ended.

const CONFIRM = /Do you want our new posts by email/;
const reader = () => `reader-${randomBytes(5).toString('hex')}@example.com`;

/** @param at null for the page that is open */
async function subscribe(page: Page, email: string, at: string | null = '/blog'): Promise<void> {
  if (at !== null) await page.goto(at);
  const box = page.getByRole('region', { name: 'New posts by email' });
  await box.getByRole('textbox', { name: 'Email' }).fill(email);
  await box.getByRole('button', { name: 'Subscribe' }).click();
}
const readsAlong = async (email: string) =>
  (await query<{ yes: boolean }>('select confirmed_at is not null as yes from newsletter_readers where email = $1', [email]))[0]?.yes ??
  null;

/** Follows the mail's link and presses its button. */
async function confirm(page: Page, email: string): Promise<string> {
  const { link } = await mailTo(email, CONFIRM);
  await page.goto(link);
  await page.getByRole('button', { name: 'Yes, email me' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'You read along now' })).toBeVisible();
  return link;
}

/** How a mail program ends the letters that a mail belongs to (RFC 8058). */
async function oneClickOf(email: string, subject: string): Promise<{ way: string; post: string }> {
  await mailTo(email, new RegExp(`^${subject}$`));
  const folder = path.join(process.env['TEST_DATA_DIR'] ?? '', 'outbox');
  for (const name of await fs.readdir(folder)) {
    // One that is just being written has another name.
    if (!/^\d.*\.eml$/.test(name)) continue;
    // With a player go the mails to them, whoever looks for another one meanwhile.
    const bytes = await fs.readFile(path.join(folder, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (bytes === null) continue;
    const mail = await PostalMime.parse(bytes);
    if (mail.to?.[0]?.address !== email || mail.subject !== subject) continue;
    const header = (key: string) => mail.headers.find((each) => each.key === key)?.value ?? '';
    return { way: header('list-unsubscribe').replaceAll(/[<>]/g, ''), post: header('list-unsubscribe-post') };
  }
  throw new Error(`no mail to ${email}`);
}

test('who asks and confirms gets a post once, and one press of the mail program ends it', async ({ page, browser, baseURL, request }) => {
  const email = reader();
  await page.goto('/blog');
  await hydrated(page);
  await subscribe(page, email, null);
  await expect(page.getByText('Look into your mailbox')).toBeVisible();
  await expect(page.locator('.newsletter-done')).toBeFocused();
  await expectFaultless(page);
  // Nobody reads along before the link was pressed; opening it alone does nothing, since mail programs open links too.
  const { link } = await mailTo(email, CONFIRM);
  await page.goto(link);
  await hydrated(page);
  await expect(page.getByRole('heading', { level: 1, name: 'New posts by email' })).toBeVisible();
  await expect.poll(() => readsAlong(email)).toBe(false);
  await expectFaultless(page);
  await confirm(page, email);
  await expect.poll(() => readsAlong(email)).toBe(true);
  await expectFaultless(page);
  await page.goto(link);
  await page.getByRole('button', { name: 'Yes, email me' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'This link does not work any more' })).toBeVisible();

  const team = await browser.newContext({ baseURL: baseURL ?? '', viewport: page.viewportSize() });
  await enter(team, { role: 'operator', origin: baseURL ?? '' });
  const ops = await team.newPage();
  await ops.goto('/operator/newsletter');
  await hydrated(ops);
  await expect(ops.getByText(/^[1-9]\d* readers? gets? new posts by email\.$/)).toBeVisible();
  await expectFaultless(ops);
  const button = ops.getByRole('button', { name: /^Mail to readers: / }).first();
  const title = ((await button.getAttribute('aria-label')) ?? '').replace('Mail to readers: ', '');
  await button.click();
  await expect(ops.getByText('On its way').first()).toBeVisible();
  const post = await mailTo(email, new RegExp(`^${title}$`));
  expect(post.link).toMatch(/\/blog\/[\w-]+$/);
  const mails = await mailsTo(email);
  await ops.reload();
  await expect(ops.getByText(/Mailed to [1-9]/).first()).toBeVisible();

  // As a mail program does it: no page, no session, no origin of ours.
  const { way, post: how } = await oneClickOf(email, title);
  expect(how).toBe('List-Unsubscribe=One-Click');
  const ended = await request.post(way, { form: { 'List-Unsubscribe': 'One-Click' } });
  expect(ended.status()).toBe(200);
  await expect.poll(() => readsAlong(email)).toBeNull();
  // The same link in a browser: pressed again, it is done already.
  await page.goto(way);
  await hydrated(page);
  await page.getByRole('button', { name: 'Stop the emails' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Done: no more emails' })).toBeVisible();
  await expect(page.locator('.newsletter-link')).toBeFocused();
  await expectFaultless(page);
  await page.getByRole('link', { name: 'To the blog' }).click();
  await expect(page).toHaveURL('/blog');
  // Mails leave in their order: there was none between.
  const next = reader();
  await subscribe(page, next, '/newsletter');
  await mailTo(next, CONFIRM);
  await expect.poll(() => mailsTo(email)).toBe(mails);
  await team.close();
});

test(
  'what is wrong with an address is said; who reads along already is not told to strangers, but by mail',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/newsletter');
    await hydrated(page);
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
    await expectFaultless(page);
    const email = reader();
    await subscribe(page, email, '/newsletter');
    await expect(page.getByText('Look into your mailbox')).toBeVisible();
    await confirm(page, email);
    await subscribe(page, email, '/newsletter');
    await expect(page.getByText('Look into your mailbox')).toBeVisible();
    const known = await mailTo(email, /You already get our new posts/);
    expect(known.text).toContain('/newsletter/leave/');
  },
);

test('a program that fills in everything is answered alike, and no mail goes out', async ({ page }) => {
  const email = reader();
  await page.goto('/newsletter');
  await hydrated(page);
  await page.locator('[name="extra"]').evaluate((field: HTMLInputElement) => (field.value = 'x'));
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByText('Look into your mailbox')).toBeVisible();
  const next = reader();
  await subscribe(page, next, '/newsletter');
  // What would have come of the first one has come before this.
  await mailTo(next, CONFIRM);
  await expect.poll(() => readsAlong(email)).toBeNull();
  await expect.poll(() => mailsTo(email)).toBe(0);
});

test('a link that is none of ours says so after the press', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/newsletter/leave/nope');
  await hydrated(page);
  await page.getByRole('button', { name: 'Stop the emails' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'This link is not one of ours' })).toBeVisible();
  await expectFaultless(page);
  await page.getByRole('link', { name: 'Write to us' }).click();
  await expect(page).toHaveURL('/contact');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('one subscribes, confirms and leaves', { tag: '@phone' }, async ({ page, quiet }) => {
    quiet.allow(/400/);
    const email = reader();
    await subscribe(page, 'reader@localhost');
    await expect(page).toHaveURL('/newsletter');
    await expect(page.getByText('This does not look like an email address.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('reader@localhost');
    await subscribe(page, email);
    await expect(page).toHaveURL('/newsletter?view=sent');
    await expect(page.getByText('Look into your mailbox')).toBeVisible();
    await confirm(page, email);
    await expect.poll(() => readsAlong(email)).toBe(true);
    await subscribe(page, email);
    const { text } = await mailTo(email, /You already get our new posts/);
    await page.goto(/https?:\/\/\S+\/newsletter\/leave\/\S+/.exec(text)?.[0] ?? '');
    await page.getByRole('button', { name: 'Stop the emails' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Done: no more emails' })).toBeVisible();
    await expect.poll(() => readsAlong(email)).toBeNull();
  });
});
