import type { Locator, Page } from '@playwright/test';
import { openPage, test as base, type PlayerSession } from './friends.ts';
import { setPassword } from './passwords.ts';
import { query } from './players.ts';

// Who has an account with a password, and what the pages of the settings are made of.

export const test = base.extend<{ owner: (options?: { javaScriptEnabled?: boolean }) => Promise<PlayerSession> }>({
  /** Somebody with a password. */
  owner: async ({ someone }, use) => {
    await use(async (options = {}) => {
      const who = await someone(options);
      await setPassword(who.known.id);
      return who;
    });
  },
});

/** A part of the settings by its title. */
export const settingsPanel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** Presses a button of a page, or of a part of it. */
export const clickButton = (within: Page | Locator, name: string): Promise<void> =>
  within.getByRole('button', { name, exact: true }).click();

/** Fills the sign-in form and sends it, whatever comes of it. */
export async function submitSignIn(page: Page, identifier: string, password: string): Promise<void> {
  await openPage(page, '/login');
  await page.getByLabel('Email or Username').fill(identifier);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await clickButton(page, 'Sign In');
}

/** Starts what runs by the clock now, as the queue itself does when it is time. */
export const runJob = (name: string): Promise<unknown> => query(`insert into pgboss.job (name) values ($1)`, [name]);
