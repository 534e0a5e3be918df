import fs from 'node:fs/promises';
import path from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';

/** Fails the test when the browser logs an error or requests a host other than ours. */
export const test = base.extend<{ quiet: { allow(message: RegExp): void } }>({
  quiet: [
    async ({ page }, use) => {
      const consoleErrors: string[] = [];
      // A connection that opens just when its session ends is refused, and the browser logs that.
      const allowed = [/WebSocket connection to '[^']+\/live' failed: HTTP Authentication failed/];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          consoleErrors.push(`console: ${message.text()} (${message.location().url})`);
      });
      page.on('pageerror', (error) => consoleErrors.push(`page: ${error.message}`));
      page.on('request', (request) => {
        const url = new URL(request.url());
        if (/^https?:$/.test(url.protocol) && url.hostname !== 'localhost') consoleErrors.push(`asked ${url.host}`);
      });
      await use({ allow: (message) => void allowed.push(message) });
      expect(consoleErrors.filter((fault) => !allowed.some((message) => message.test(fault)))).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

export const catalogue = path.resolve(import.meta.dirname, '../../catalogue');

/** The ids of the shipped games. */
export async function listSeededGames(): Promise<string[]> {
  const entries = await fs.readdir(catalogue, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory() && entry.name !== 'kit').map((entry) => entry.name);
}

/** Whether the page has the phone layout. */
export function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 640;
}

/** A part of React's internal tree: components that are not hydrated yet are 'dehydrated'. */
type Fiber = {
  type: unknown;
  memoizedState: { isDehydrated?: boolean; dehydrated?: unknown } | null;
  memoizedProps: unknown;
  child: Fiber | null;
  sibling: Fiber | null;
};

/** Stops the page's clock ({@link Page.clock}, which must be installed before): from now on only the test advances it. */
export async function holdClock(page: Page): Promise<void> {
  // The clock runs until it is stopped: on a busy machine it may pass the requested moment.
  await expect(async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))).toPass();
}

/**
 * Waits until React has hydrated the page: effects have run, and parts that differ with JavaScript have replaced the server's HTML.
 * @param parts whether to wait for parts whose code loads later, too
 */
export async function waitForHydration(page: Page, { parts = false } = {}): Promise<void> {
  await page.waitForFunction(
    (all) => {
      const [, holder] = Object.entries(document).find(([key]) => key.startsWith('__reactContainer')) ?? [];
      const root = (holder as { stateNode: { current: Fiber } } | undefined)?.stateNode.current;
      if (root?.memoizedState?.isDehydrated !== false) return false;
      const open: Fiber[] = all ? [root] : [];
      for (let part = open.pop(); part; part = open.pop()) {
        if (part.memoizedState?.dehydrated) return false;
        // Code that comes after the page (web/load-later.tsx): its place is taken by what the server sent. A <noscript> shows nothing.
        const { type, memoizedProps: props } = part;
        if (type !== 'noscript' && props && typeof props === 'object' && 'data-pending' in props) return false;
        for (const next of [part.child, part.sibling]) if (next) open.push(next);
      }
      // Effects run after the page is painted.
      return new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(true))));
    },
    parts,
    { timeout: 60_000 },
  );
}

/** Waits until a page without JavaScript shows this: such a browser treats the content of <noscript> as text and does not render it. */
export async function expectNoscriptText(page: Page, text: string): Promise<void> {
  const words = text.replaceAll(/[.?*+^$()[\]{}|\\]/g, String.raw`\$&`);
  await expect.poll(() => page.content()).toMatch(new RegExp(`<noscript>(?:(?!</noscript>)[^])*${words}`));
}
