import {
  test as base,
  expect,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from '@playwright/test';
import { giveConsent } from '../guardian-world.ts';
import * as testPlayers from '../test-players.ts';
import { signInNewPlayer, query, type Known } from './players.ts';
import { waitForHydration } from './site.ts';

// Several players at the same time, each with their own browser.

/** A player and their browser. */
export type PlayerSession = { page: Page; context: BrowserContext; known: Known };

/** The location of a test's own site; empty for the shared one. */
export type SiteLocation = { dataDir?: string; origin?: string };

type PlayerFixtures = {
  /** The data folder of the site at `baseURL`; undefined for the shared one. */
  dataDir: string | undefined;
  /** Console messages that browsers may log in this test. */
  quiet: { allow(message: RegExp): void };
  /** A browser that is not signed in. */
  browserOf(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** A player with their own browser. */
  someone(options?: BrowserContextOptions & SiteLocation & { role?: string }): Promise<PlayerSession>;
  /** Two friends. */
  pair: { amina: PlayerSession; brian: PlayerSession };
};

/** Like the test of site.ts, for several browsers: each fails the test when it logs an error or requests another host. */
export const test = base.extend<PlayerFixtures>({
  quiet: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what is needed out of it
    async ({}, use, info) => {
      // A connection that opens just when its session ends is refused, and the browser logs that.
      const allowed = [/WebSocket connection to '[^']+\/live' failed: HTTP Authentication failed/];
      consoleErrorsByTest.set(info, []);
      await use({ allow: (message) => void allowed.push(message) });
      expect((consoleErrorsByTest.get(info) ?? []).filter((fault) => !allowed.some((message) => message.test(fault)))).toEqual([]);
    },
    { auto: true },
  ],
  browserOf: async ({ browser }, use, info) => {
    const opened: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await newWatchedContext(browser, options, consoleErrorsByTest.get(info) ?? []);
      opened.push(context);
      return context;
    });
    for (const context of opened) await context.close();
  },
  dataDir: [undefined, { option: true }],
  someone: async ({ browserOf, baseURL, dataDir: here }, use) => {
    await use(async ({ role, dataDir = here, origin = baseURL ?? '', ...options } = {}) => {
      const context = await browserOf({ baseURL: origin, ...options });
      const known = await signInNewPlayer(context, { role, dataDir, origin });
      return { context, known, page: await context.newPage() };
    });
  },
  pair: async ({ someone, dataDir }, use) => {
    const [amina, brian] = await Promise.all([someone(), someone()]);
    await befriend(amina.known.id, brian.known.id, dataDir);
    await use({ amina, brian });
  },
});
export { expect };

const consoleErrorsByTest = new WeakMap<object, string[]>();

async function newWatchedContext(browser: Browser, options: BrowserContextOptions, consoleErrors: string[]): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      consoleErrors.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => consoleErrors.push(`page: ${error.error().message}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.hostname !== 'localhost') consoleErrors.push(`asked ${url.host}`);
  });
  return context;
}

/** Makes two players friends. */
export async function befriend(one: string, other: string, dataDir?: string): Promise<void> {
  await testPlayers.befriend((text, values) => query(text, values, dataDir), one, other);
}

/** Makes a player one of 13, whose guardian lets them write as much as this; null: nobody has asked a guardian. */
export async function setChatChoice(playerId: string, chat: 'off' | 'phrases' | 'friends' | null, dataDir?: string): Promise<void> {
  const ask: testPlayers.RunQuery = (text, values) => query(text, values, dataDir);
  await ask(`update players set birth_month = '2012-01', age_band = 13 where id = $1`, [playerId]);
  await ask('delete from guardianships where player_id = $1', [playerId]);
  if (chat !== null) await giveConsent(ask, playerId, { chat, buying: 'none', sum: null });
}

/** Creates messages between two friends: one per text, in turns, the first one by the first player. All are unread. */
export async function createMessages(one: string, other: string, texts: string[], dataDir?: string): Promise<void> {
  await testPlayers.createMessages((text, values) => query(text, values, dataDir), one, other, texts);
}

/** Opens a URL and waits for hydration. */
export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitForHydration(page);
}

/** Opens the chat of a player with a friend. */
export async function openChat({ page }: Pick<PlayerSession, 'page'>, friend: Known): Promise<void> {
  await openPage(page, `/friends?chat=${friend.id}`);
  await expect(chatWith(page, friend)).toBeVisible();
}

/** Opens the chat for both players, with live connections. */
export async function openChatForBoth(one: PlayerSession, other: PlayerSession): Promise<void> {
  const connections = Promise.all([waitForLiveConnection(one.page), waitForLiveConnection(other.page)]);
  await Promise.all([openChat(one, other.known), openChat(other, one.known)]);
  await connections;
}

/** A toast with this text. */
export const toast = (page: Page, text: string): Locator => page.locator('.toasts').getByText(text, { exact: true }).first();

/** The bell with this number of unread notifications. */
export const bell = (page: Page, unread: number): Locator =>
  page.getByRole('button', { name: unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`, exact: true });

/** The entries of the open bell, with title and message. */
export const notificationItems = (page: Page): Locator => page.getByRole('region', { name: 'Notifications' }).locator('.notification-open');

/** The list of friends. */
export const friendList = (page: Page): Locator => page.getByRole('region', { name: 'Your friends' });

/** A tab of the friends page, by its full name. */
export const tabLink = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Friends and requests' }).getByRole('link', { name, exact: true });

/** The open chat with a friend. */
export const chatWith = (page: Page, friend: Known): Locator => page.getByRole('region', { name: `Messages with ${friend.displayName}` });

/** The messages of the open chat, oldest first. */
export const messages = (page: Page): Locator => page.locator('.message p[dir=auto]');

/** The field for a new message. */
export const messageField = (page: Page, friend: Known): Locator => page.getByRole('textbox', { name: `Message ${friend.displayName}` });

/** Writes a message and sends it with the button. */
export async function sendMessage(page: Page, friend: Known, text: string): Promise<void> {
  await messageField(page, friend).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

/** Waits until a page's live connection is open and receives events. */
export function waitForLiveConnection(page: Page): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) => socket.once('framereceived', () => resolve()));
  });
}
