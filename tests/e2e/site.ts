import fs from 'node:fs/promises';
import path from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';

/** A page that fails its test when the browser logs an error or asks another host than ours. */
export const test = base.extend<{ quiet: { allow(message: RegExp): void } }>({
  quiet: [
    async ({ page }, use) => {
      const faults: string[] = [];
      const allowed: RegExp[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          faults.push(`console: ${message.text()} (${message.location().url})`);
      });
      page.on('pageerror', (error) => faults.push(`page: ${error.message}`));
      page.on('request', (request) => {
        const url = new URL(request.url());
        if (/^https?:$/.test(url.protocol) && url.hostname !== 'localhost') faults.push(`asked ${url.host}`);
      });
      await use({ allow: (message) => void allowed.push(message) });
      expect(faults.filter((fault) => !allowed.some((message) => message.test(fault)))).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

export const catalogue = path.resolve(import.meta.dirname, '../../catalogue');

/** The ids of the games we ship. */
export async function shippedGames(): Promise<string[]> {
  const entries = await fs.readdir(catalogue, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory() && entry.name !== 'kit').map((entry) => entry.name);
}

/** Whether the page was laid out as on a phone. */
export function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 640;
}

/** Waits until React has taken the page over. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      Object.keys(document.body).some((key) => key.startsWith('__react')) ||
      Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  );
}
