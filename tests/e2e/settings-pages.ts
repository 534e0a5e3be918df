import type { Locator, Page } from '@playwright/test';
import { openPage, test as base, type PlayerSession } from './friends.ts';
import { setPassword } from './passwords.ts';
import { query } from './players.ts';

// Players with a password, and the elements of the settings pages.

export const test = base.extend<{ owner: (options?: { javaScriptEnabled?: boolean }) => Promise<PlayerSession> }>({
  /** A player with a password. */
  owner: async ({ someone }, use) => {
    await use(async (options = {}) => {
      const who = await someone(options);
      await setPassword(who.known.id);
      return who;
    });
  },
});

/** A section of the settings, by title. */
export const settingsPanel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** Presses a button of a page, or of a part of it. */
export const clickButton = (within: Page | Locator, name: string): Promise<void> =>
  within.getByRole('button', { name, exact: true }).click();

/** Fills in the sign-in form and submits it, whatever the result. */
export async function submitSignIn(page: Page, identifier: string, password: string): Promise<void> {
  await openPage(page, '/login');
  await page.getByLabel('Email or Username').fill(identifier);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await clickButton(page, 'Sign In');
}

/** Queues a scheduled job now, as the queue does when it is due. */
export const runJob = (name: string): Promise<unknown> => query(`insert into pgboss.job (name) values ($1)`, [name]);
