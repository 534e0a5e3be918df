import type { Page } from '@playwright/test';
import { STORED_ITEMS } from '../../src/features/consent/stored-items.texts.ts';
import type { Known } from './players.ts';
import { expect } from './site.ts';

// What a browser stores for the site, and what it may store.

/** One entry, and where it is, in the words of /cookies. */
type Kept = { name: string; where: string };
/** What was answered to the cookie question. */
export type Choice = 'nothing' | 'all';

const entryOf = ({ name, where }: Kept) =>
  STORED_ITEMS.find(
    (each) => each.where === where && (each.name.endsWith('*') ? name.startsWith(each.name.slice(0, -1)) : each.name === name),
  );

/** Everything the browser stores for our site, as one of its pages sees it; and all cookies, including those that pages cannot read. */
export async function keptIn(page: Page): Promise<Kept[]> {
  const { device, tab } = await page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory();
    const files: string[] = [];
    for await (const name of (folder as unknown as { keys(): AsyncIterable<string> }).keys()) files.push(name);
    const workers = await navigator.serviceWorker.getRegistrations();
    return {
      device: [
        ...Object.keys(localStorage),
        ...(await caches.keys()),
        ...(await indexedDB.databases()).map(({ name = '' }) => name),
        // A registration has no worker while its script is on its way: the browser stores it once the script is there.
        ...workers
          .flatMap(({ active, waiting, installing }) => active ?? waiting ?? installing ?? [])
          .map(({ scriptURL }) => new URL(scriptURL).pathname),
        ...files,
      ],
      tab: Object.keys(sessionStorage),
    };
  });
  const cookies = (await page.context().cookies()).map(({ name }) => ({ name, where: 'cookie' }));
  return [...cookies, ...device.map((name) => ({ name, where: 'this device' })), ...tab.map((name) => ({ name, where: 'this tab' }))];
}

/** Expects that everything stored is listed on /cookies, and only necessary entries without consent. */
export async function expectListed(page: Page, allowed: Choice, keepsGame = false): Promise<Kept[]> {
  const entries = await keptIn(page);
  const at = new URL(page.url()).pathname;
  expect(
    entries.filter((each) => !entryOf(each)),
    `kept at ${at} without a word on /cookies`,
  ).toEqual([]);
  if (allowed === 'nothing') {
    const waits = ({ needed, purpose: what }: (typeof STORED_ITEMS)[number]) =>
      !needed && !(keepsGame && what.includes('if you keep a game'));
    const early = entries.filter((each) => entryOf(each) && waits(entryOf(each) as (typeof STORED_ITEMS)[number]));
    expect(early, `kept at ${at} without consent`).toEqual([]);
  }
  return entries;
}

/**
 * Waits until exactly these entries are stored, and until then expects nothing that is not listed. @param wanted names of the list, sorted;
 * or a matcher
 */
export async function expectKept(page: Page, allowed: Choice, wanted: unknown, keepsGame = false): Promise<void> {
  await expect.poll(async () => names(await expectListed(page, allowed, keepsGame)).toSorted(), { timeout: 20_000 }).toEqual(wanted);
}

/** Checks what stays in the tab after the page is gone: the file /robots.txt has no scripts that could clean up. */
export async function expectKeptBehind(page: Page, allowed: Choice, wanted: unknown, keepsGame = false): Promise<void> {
  await page.goto('/robots.txt');
  await expectKept(page, allowed, wanted, keepsGame);
}

/** Waits until idle callbacks have run and their requests have completed: they were sent before this one. */
export const settled = (page: Page) =>
  page.evaluate(async () => {
    const idle = () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 }));
    await idle();
    await caches.keys();
    await navigator.serviceWorker.getRegistrations();
    await fetch('/healthz', { cache: 'no-store' });
    await idle();
  });

/** The entries' names on /cookies. */
export const names = (entries: Kept[]) => [...new Set(entries.map((each) => entryOf(each)?.name ?? each.name))];

/** All texts that the browser stores for us, including the content of caches. */
export async function textsIn(page: Page, where: 'all' | 'caches' = 'all'): Promise<string[]> {
  return page.evaluate(async (places) => {
    const texts = places === 'all' ? [JSON.stringify(localStorage), JSON.stringify(sessionStorage)] : [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        const text = /text|json|html/.test(answer?.headers.get('content-type') ?? '') ? await answer?.text() : '';
        texts.push(`${name} ${request.url} ${JSON.stringify([...(answer?.headers ?? [])])} ${text}`);
      }
    }
    return texts;
  }, where);
}

/** Expects no stored text that identifies a player, or that they wrote. */
export async function expectNothingOf(page: Page, who: Known): Promise<void> {
  await expect
    .poll(
      async () => {
        const text = (await textsIn(page)).join();
        return [who.id, who.username, who.displayName, 'Sawa sawa', 'Habari, are you there'].filter((each) => text.includes(each));
      },
      { timeout: 15_000 },
    )
    .toEqual([]);
}
