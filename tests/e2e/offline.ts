import type { BrowserContext, Frame, Page } from '@playwright/test';
import { expect, waitForHydration } from './site.ts';

// Shared by the offline journeys: they need a browser whose service worker works as in production.

/** Browser errors that are expected without a network. */
export const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|WebSocket/;

type Cookie = Required<Parameters<BrowserContext['addCookies']>[0][number]>;

/** A browser that has answered the cookie question. */
export function consentStorageState(choice: 'all' | 'essential'): { cookies: Cookie[]; origins: [] } {
  const answer = { name: 'cookie_consent', value: choice, domain: 'localhost', path: '/', expires: -1, sameSite: 'Lax' } as const;
  return { cookies: [{ ...answer, httpOnly: false, secure: false } as Cookie], origins: [] };
}

export const offlineBanner = (page: Page) => page.locator('.offline-banner');
/** That a game is kept. Beside it stands how far that is, until the browser has said whether it keeps it for good. */
export const keptState = (page: Page) => page.locator('.keep-state', { hasText: 'Kept on this device' });
export const saveOfflineButton = (page: Page) => page.getByRole('button', { name: /^Keep for offline \(\d+\.\d MB\)$/ });

/** Waits until the service worker controls this page. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 150_000 });
}

/** The paths in a cache; null when there is no such cache. */
export async function listCachedPaths(page: Page, start: string): Promise<string[] | null> {
  return page.evaluate(async (name) => {
    const found = (await caches.keys()).find((each) => each.startsWith(name));
    if (found === undefined) return null;
    return (await (await caches.open(found)).keys()).map(({ url }) => new URL(url).pathname);
  }, start);
}

export async function listCacheNames(page: Page): Promise<string[]> {
  return page.evaluate(async () => (await caches.keys()).map((name) => name.replace(/:.*/, '')).toSorted());
}

/** Records the visits that pages report to their worker from now on. */
export async function recordVisitMessages(page: Page): Promise<string[]> {
  const visits: string[] = [];
  await page.exposeFunction('hearVisit', (address: string) => void visits.push(address));
  await page.addInitScript(() => {
    const { hearVisit } = window as unknown as { hearVisit: (address: string) => void };
    const post = ServiceWorker.prototype.postMessage;
    ServiceWorker.prototype.postMessage = function (message: { kind: string; address: string }, options?: object) {
      post.call(this, message, options);
      if (message.kind === 'visited') hearVisit(message.address);
    };
  });
  return visits;
}

/**
 * Advances the clock until `seen` returns the expected value: pages do some work only when the user stays. The page's clock must be
 * installed.
 */
export async function stayUntil(page: Page, seen: () => unknown, expected: string): Promise<void> {
  const stay = async () => {
    await page.clock.fastForward(2_500);
    return seen();
  };
  await expect.poll(stay, { timeout: 60_000 }).toContain(expected);
}

/** Opens a page and waits until the worker has cached it. */
export async function visitUntilCached(page: Page, address: string): Promise<void> {
  await page.clock.install();
  await page.goto(address);
  await waitForServiceWorker(page);
  await stayUntil(page, () => listCachedPaths(page, 'kiddo-pages'), address);
}

/** Opens a game's page and saves the game on this device. */
export async function saveGameOffline(page: Page, id: string): Promise<void> {
  await page.goto(`/games/${id}`);
  await waitForHydration(page);
  await saveOfflineButton(page).click();
  await expect(keptState(page)).toBeVisible();
  await waitForServiceWorker(page);
}

/** Waits until the game is visible. @returns its frame, the inner one of two */
export async function waitForGameFrame(page: Page): Promise<Frame> {
  await expect(page.locator('.player iframe.shown')).toBeVisible({ timeout: 60_000 });
  const find = () => page.frames().find((frame) => frame.url() === 'about:srcdoc');
  await expect.poll(() => find() !== undefined, 'the game has a frame').toBe(true);
  return find() as Frame;
}
