import type { Page, Request } from '@playwright/test';
import { expect, waitForHydration } from './site.ts';

// The loading of a page: pictures and code arrive late, and no event marks the last one.

/** Watches a page's requests. @returns a function that waits until all have completed and the idle page sends no more */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let asked = 0;
  page.on('request', (request) => {
    asked++;
    open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  const isQuiet = async () => {
    await expect.poll(() => open.size, { message: 'all that was asked for has come' }).toBe(0);
    const before = asked;
    await page.evaluate(async () => {
      // Lets the page's idle callbacks run first.
      for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => requestIdleCallback(resolve));
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
    return asked === before && open.size === 0;
  };
  return async () => {
    await waitForHydration(page, { parts: true });
    await expect.poll(isQuiet, { message: 'the page asks for nothing any more', timeout: 60_000 }).toBe(true);
  };
}

/**
 * Measures Chromium's layout shift of each page, except shifts after a press. @returns functions for the sum, and to wait until a page has
 * loaded
 */
export async function watchLayoutShift(page: Page): Promise<{ getShift(): Promise<number>; loaded(): Promise<void> }> {
  const loaded = watchRequests(page);
  await page.addInitScript(() => {
    const shown = window as unknown as { shift(): number };
    let sum = 0;
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) sum += entry.value;
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    shown.shift = () => {
      add(observer.takeRecords());
      return sum;
    };
  });
  return {
    loaded,
    async getShift() {
      await loaded();
      return page.evaluate(() => (window as unknown as { shift(): number }).shift());
    },
  };
}
