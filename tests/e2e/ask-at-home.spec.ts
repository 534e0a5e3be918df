import type { BrowserContextOptions, Page } from '@playwright/test';
import { giveConsent } from '../guardian-world.ts';
import { waitForMail } from './accounts.ts';
import { findAxeViolations } from './axe.ts';
import { bell, expect, notificationItems, openPage, toast, type PlayerSession } from './friends.ts';
import { clickButton, planCard, statusCard, waitForSandboxPage } from './payments.ts';
import { query } from './players.ts';
import { openWithLiveConnection, test } from './subscribers.ts';

// Players of 14 ask their mothers to pay. What each answer means: src/features/subscriptions/purchase-requests.

test.use({ bypassCSP: true });

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const fitsWidth = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);

/** A player of 14 whose mother wants to be asked each time. @returns also the mother's address */
async function askedEachTime({ known }: PlayerSession): Promise<string> {
  await query(`update players set birth_month = '2012-01', age_band = 13 where id = $1`, [known.id]);
  return giveConsent(query, known.id, { chat: 'off', buying: 'ask', sum: null });
}

/** The link in the mail that asks to pay. */
async function findLink(mother: string): Promise<string> {
  const { text } = await waitForMail(mother, /asks you for/);
  return /https?:\/\/\S+\/guardian\/pay\/[^\s?]+/.exec(text)?.[0] ?? '';
}

/** Another phone, on which nobody is signed in. */
const asPhone = (page: Page, baseURL: string | undefined): BrowserContextOptions => ({
  viewport: page.viewportSize(),
  baseURL,
  bypassCSP: true,
});

test(
  'a 14-year-old asks for Premium; the mother pays by M-Pesa without an account, and the open page has it',
  { tag: '@phone' },
  async ({ someone, browserOf, baseURL }) => {
    const me = await someone({ bypassCSP: true });
    const { page } = me;
    const mother = await askedEachTime(me);
    await openPage(page, '/subscription');
    await expect(page.getByText('Your parent or guardian wants to be asked each time')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Choose (Premium|Pro)/ })).toHaveCount(0);
    expect(await findAxeViolations(page)).toEqual([]);
    await planCard(page, 'Premium').getByRole('link', { name: 'Ask at home for Premium' }).click();
    await expect(heading(page, 'Ask at home')).toBeVisible();
    await expect(page.getByText('KSH 99. It stops by itself.')).toBeVisible();
    await expect(page.getByText('We write to g***@example.com.')).toBeVisible();
    await fitsWidth(page);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Ask at home' }).click();
    await expect(heading(page, 'Waiting for an answer')).toBeFocused();
    await expect(page).toHaveURL('/ask-at-home');
    await fitsWidth(page);
    expect(await findAxeViolations(page)).toEqual([]);
    // One question at a time.
    await openWithLiveConnection(page, '/subscription');
    await expect(page.getByText('You asked for Premium, 30 days')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Ask at home/ })).toHaveCount(0);

    const context = await browserOf(asPhone(page, baseURL));
    const phone = await context.newPage();
    await openPage(phone, await findLink(mother));
    await expect(heading(phone, `@${me.known.username} asks for Premium`)).toBeVisible();
    await expect(phone.getByText('Kiddo Premium, 30 days')).toBeVisible();
    await fitsWidth(phone);
    expect(await findAxeViolations(phone)).toEqual([]);
    await phone.getByRole('link', { name: 'Kiswahili', exact: true }).click();
    await expect(heading(phone, `@${me.known.username} anaomba Premium`)).toBeVisible();
    await fitsWidth(phone);
    expect(await findAxeViolations(phone)).toEqual([]);
    await phone.getByRole('link', { name: 'English', exact: true }).click();
    // Not paid at first: it is offered again.
    await phone.getByRole('button', { name: 'Pay KSH 99 by M-Pesa' }).click();
    await waitForSandboxPage(phone);
    await clickButton(phone, 'Decline');
    await expect(phone.getByText('It was not paid')).toBeVisible();
    await phone.getByRole('button', { name: 'Pay KSH 99 by M-Pesa' }).click();
    await waitForSandboxPage(phone);
    await clickButton(phone, 'Pay');
    await expect(heading(phone, 'Thank you, it is paid')).toBeVisible();
    await expect(phone.getByRole('button', { name: /Pay/ })).toHaveCount(0);
    expect(await findAxeViolations(phone)).toEqual([]);

    // The child's open page has it without a reload, and the bell says so.
    await expect(statusCard(page)).toContainText('Premium');
    await expect(statusCard(page)).toContainText('Active');
    await bell(page, 1).click();
    await expect(notificationItems(page).first()).toContainText('Paid at home');
    await waitForMail(mother, /^Receipt: Premium, 30 days/);
    await openPage(page, '/ask-at-home');
    await expect(heading(page, 'It is paid')).toBeVisible();
  },
);

test(
  'another asks for kiddocash; the mother says no with a word, which the child reads on the open page',
  { tag: '@phone' },
  async ({ someone, browserOf, baseURL }) => {
    const me = await someone({ bypassCSP: true });
    const { page } = me;
    const mother = await askedEachTime(me);
    await openPage(page, '/robux');
    await page.getByRole('link', { name: 'Ask at home for 400 kiddocash' }).click();
    await expect(heading(page, 'Ask at home')).toBeVisible();
    await page.getByRole('button', { name: 'Ask at home' }).click();
    await expect(heading(page, 'Waiting for an answer')).toBeVisible();
    await openWithLiveConnection(page, '/ask-at-home');

    const context = await browserOf(asPhone(page, baseURL));
    const phone = await context.newPage();
    await openPage(phone, await findLink(mother));
    const word = phone.getByLabel('A word to the child, if you like');
    await word.fill('call me on 0712 345 678');
    await phone.getByRole('button', { name: 'Say no' }).click();
    await expect(phone.getByText('Our filter does not let these words through to a child.')).toBeVisible();
    await expect(word).toBeFocused();
    await expect(word).toHaveValue('call me on 0712 345 678');
    expect(await findAxeViolations(phone)).toEqual([]);
    await word.fill('Maybe after the exams');
    await phone.getByRole('button', { name: 'Say no' }).click();
    await expect(heading(phone, 'You said no')).toBeFocused();
    await expect(toast(phone, 'Your no is stored')).toBeVisible();
    await expect(phone.getByRole('button', { name: /Pay/ })).toHaveCount(0);

    await expect(heading(page, 'They said no this time')).toBeVisible();
    await expect(page.getByRole('blockquote')).toHaveText('Maybe after the exams');
    await expect(page.getByText('Whoever you asked wrote to you:')).toBeVisible();
    expect(await findAxeViolations(page)).toEqual([]);
    // Another question is possible, and can be taken back.
    await openPage(page, '/ask-at-home?plan=premium');
    await page.getByRole('button', { name: 'Ask at home' }).click();
    await page.getByRole('button', { name: 'Take it back' }).click();
    await expect(heading(page, 'It is not asked for any more')).toBeFocused();
    await expect(toast(page, 'Taken back')).toBeVisible();
  },
);
