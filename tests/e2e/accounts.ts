import fs from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import { expect, waitForHydration } from './site.ts';

export type NewAccount = { username: string; displayName: string; email: string; password: string };

// Words instead of random letters: the text filter rejects one in fifty random names.
const NAME_WORDS = ['tembo', 'twiga', 'simba', 'nyota', 'mwezi', 'bahari', 'mto', 'mlima', 'ndege', 'samaki', 'maua', 'upepo'];

const pickNameWord = (): string => NAME_WORDS[Math.floor(Math.random() * NAME_WORDS.length)] ?? '';

/** The data of a new account. */
export function createNewAccount(): NewAccount {
  const first = pickNameWord();
  const number = String(Math.floor(Math.random() * 900) + 100);
  const username = `${first}_${pickNameWord()}_${pickNameWord()}_${number}`;
  return { username, displayName: `Kid ${first} ${number}`, email: `${username}@example.com`, password: 'sawa-sawa-1' };
}

type Mail = { to: string; subject: string; text: string; html: string };

/** Waits for an email to an address with this subject. @returns the newest one */
export async function waitForMail(address: string, subject: RegExp): Promise<Mail & { link: string }> {
  let found: Mail | undefined;
  await expect
    .poll(async () => (found = (await readMails(address)).find((mail) => subject.test(mail.subject))), {
      message: `a mail to ${address} about ${subject}`,
      timeout: 60_000,
    })
    .toBeDefined();
  const mail = found as unknown as Mail;
  return { ...mail, link: /https?:\/\/\S+/.exec(mail.text)?.[0] ?? '' };
}

/** How many emails were sent to an address. */
export async function mailsTo(address: string): Promise<number> {
  return (await listMailFiles(address)).length;
}

/** Recipients by file name: an email is written once, under a unique name. */
const recipients = new Map<string, string[]>();
/** Parsed emails, because polling reads the same ones again and again. */
const parsed = new Map<string, Mail>();

const getOutboxFolder = () => path.join(process.env['TEST_DATA_DIR'] ?? '', 'outbox');

/** The email files for an address, newest first. Of other emails only the headers are read, and only once. */
async function listMailFiles(address: string): Promise<string[]> {
  const all = await fs.readdir(getOutboxFolder()).catch(() => []);
  const names = all.filter((name) => /^\d.*\.eml$/.test(name)).toSorted((a, b) => (a < b ? 1 : -1));
  await Promise.all(names.filter((name) => !recipients.has(name)).map(cacheRecipients));
  return names.filter((name) => recipients.get(name)?.includes(address));
}

async function cacheRecipients(name: string): Promise<void> {
  const bytes = await readMailFile(name);
  if (bytes === null) return;
  const head = bytes.toString('latin1').split(/\r?\n\r?\n/, 1)[0] ?? '';
  const to = /^To:(.*(?:\r?\n[ \t].*)*)/im.exec(head)?.[1] ?? '';
  recipients.set(name, to.split(/[\s<>,]+/));
}

async function readMails(address: string): Promise<Mail[]> {
  const mails = await Promise.all((await listMailFiles(address)).map(readMail));
  return mails.filter((mail) => mail !== null);
}

async function readMail(name: string): Promise<Mail | null> {
  const known = parsed.get(name);
  if (known) return known;
  const bytes = await readMailFile(name);
  if (bytes === null) return null;
  const mail = await PostalMime.parse(bytes);
  const read = { to: mail.to?.[0]?.address ?? '', subject: mail.subject ?? '', text: mail.text ?? '', html: mail.html ?? '' };
  parsed.set(name, read);
  return read;
}

/**
 * The content of an email file; null when it no longer exists: deleting a player removes their emails, while other tests may be searching.
 */
async function readMailFile(name: string): Promise<Buffer | null> {
  return fs.readFile(path.join(getOutboxFolder(), name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** Fills in the sign-up form and submits it. */
export async function signUp(page: Page, who: NewAccount): Promise<void> {
  await page.goto('/signup');
  await waitForHydration(page);
  await page.getByLabel('Username').fill(who.username);
  await page.getByLabel('Display Name').fill(who.displayName);
  await page.getByLabel('Email', { exact: true }).fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByLabel('Confirm Password').fill(who.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
}

/** Says when somebody was born, on the page that asks everybody once. */
export async function answerAge(page: Page, month = 'March', year = '1995'): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'When were you born?' })).toBeVisible();
  await waitForHydration(page);
  await page.getByLabel('Month').selectOption(month);
  await page.getByLabel('Year').selectOption(year);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).not.toHaveURL(/\/age/);
}

/** Signs in through the form, and waits until that is done. */
export async function signIn(page: Page, identifier: string, password = 'kiddo-demo', at = '/login'): Promise<void> {
  await page.goto(at);
  await waitForHydration(page);
  await page.getByLabel('Email or Username').fill(identifier);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** The button of the player's own menu: in the top bar, or in the tab bar on a phone. */
export const accountButton = (page: Page) => page.locator('.account-menu summary:visible');

/** Waits until the page shows that a player is signed in, or that nobody is (top bar, or tab bar on a phone). */
export async function expectSignedIn(page: Page, yes = true): Promise<void> {
  const [own, logIn] = [accountButton(page), page.locator('a[href="/login"]:visible').first()];
  // A page that is not rendered yet shows neither.
  await expect(yes ? own : logIn).toBeVisible();
  await expect(yes ? logIn : own).toBeHidden();
}

/** Signs out with the button in the player's own menu. */
export async function signOut(page: Page): Promise<void> {
  // The buttons below only exist once the page has updated after signing in.
  await expectSignedIn(page);
  await waitForHydration(page, { parts: true });
  await accountButton(page).click();
  // The page may learn that the session ended before this browser has received the response that deletes its cookie.
  const answered = page.waitForResponse((response) => /^\/logout(\.data)?$/.test(new URL(response.url()).pathname));
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await answered;
  await expectSignedIn(page, false);
}
