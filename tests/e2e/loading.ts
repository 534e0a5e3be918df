import type { Page, Request } from '@playwright/test';
import { expect, waitForHydration } from './site.ts';

// What a page does while it loads: its pictures and its code come late, and nothing tells when the last one was the last.

/** Watches what a page asks for. @returns waits until all came and the page, which asks for its last parts when it is idle, asks for no more */
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
      // What the page has put off until it is idle comes first.
      for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => requestIdleCallback(resolve));
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
    return asked === before && open.size === 0;
  };
  return async () => {
    await waitForHydration(page, { parts: true });
    await expect.poll(isQuiet, { message: 'the page asks for nothing any more', timeout: 20_000 }).toBe(true);
  };
}

/** How much each page moves by itself, without what follows a press: Chromium's layout shift. @returns the sum, once a page has loaded */
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
