import fs from 'node:fs/promises';
import path from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';

/** A page that fails its test when the browser logs an error or asks another host than ours. */
export const test = base.extend<{ quiet: { allow(message: RegExp): void } }>({
  quiet: [
    async ({ page }, use) => {
      const consoleErrors: string[] = [];
      // A line that opens just when its session ends is refused, and the browser tells so by itself.
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

/** The ids of the games we ship. */
export async function listSeededGames(): Promise<string[]> {
  const entries = await fs.readdir(catalogue, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory() && entry.name !== 'kit').map((entry) => entry.name);
}

/** Whether the page was laid out as on a phone. */
export function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 640;
}

/** A part of what React keeps at the document: what it has not taken over yet is 'dehydrated'. */
type Fiber = { memoizedState: { isDehydrated?: boolean; dehydrated?: unknown } | null; child: Fiber | null; sibling: Fiber | null };

/** Stops the page's clock ({@link Page.clock}, which was installed before): from now on time passes only when the test says so. */
export async function holdClock(page: Page): Promise<void> {
  // The page's clock goes on until it is stopped: on a busy machine further than to the moment that was asked for.
  await expect(async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))).toPass();
}

/**
 * Waits until React has taken the page over: it was compared with the server's HTML, its effects have run, and what is different with
 * JavaScript has taken the place of what was there without. @param parts whether also those are waited for whose code comes later
 */
export async function waitForHydration(page: Page, { parts = false } = {}): Promise<void> {
  await page.waitForFunction(
    (all) => {
      const [, holder] = Object.entries(document).find(([key]) => key.startsWith('__reactContainer')) ?? [];
      const root = (holder as { stateNode: { current: Fiber } } | undefined)?.stateNode.current;
      if (root?.memoizedState?.isDehydrated !== false) return false;
      if (all && document.querySelector('[data-pending]')) return false;
      const open: Fiber[] = all ? [root] : [];
      for (let part = open.pop(); part; part = open.pop()) {
        if (part.memoizedState?.dehydrated) return false;
        for (const next of [part.child, part.sibling]) if (next) open.push(next);
      }
      // Effects run after the page was drawn.
      return new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(true))));
    },
    parts,
    { timeout: 30_000 },
  );
}

/** Waits until a page without JavaScript tells this: such a browser reads what stands in <noscript> as text, and does not draw it. */
export async function expectNoscriptText(page: Page, text: string): Promise<void> {
  const words = text.replaceAll(/[.?*+^$()[\]{}|\\]/g, String.raw`\$&`);
  await expect.poll(() => page.content()).toMatch(new RegExp(`<noscript>(?:(?!</noscript>)[^])*${words}`));
}
