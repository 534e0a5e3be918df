import type { BrowserContext } from '@playwright/test';
import { PressRegistry } from './crawl-frontier.ts';
import { Tab } from './crawl-tab.ts';
import { Crawler, type CrawlResult, type SharedCrawlState } from './crawler.ts';
import type { CrawlSite, Role } from './crawl-users.ts';

// A crawl of a site: everywhere, as everybody, and everything pressed once.

/**
 * @param goesOn called whenever a page is opened or a button pressed
 * @param only the routes on which something is pressed; the other pages are only opened. Null: all
 */
export const createSharedCrawlState = (goesOn: () => void = () => {}, only: ReadonlySet<string> | null = null): SharedCrawlState => ({
  registry: new PressRegistry(),
  linkResponses: new Map(),
  onProgress: goesOn,
  onlyRoutes: only,
});

/**
 * Goes through a site as one role. @param shared what others pressed meanwhile is not pressed again
 * @param statusOf what a page answers to this role, where that is not a page of theirs
 * @returns what was found, to be asked once all are back with whom it is shared
 */
export async function crawl(
  context: BrowserContext,
  role: Role,
  place: CrawlSite,
  shared: SharedCrawlState,
  statusOf: (route: string) => number | null,
): Promise<() => CrawlResult> {
  const tab = await Tab.open(context, place.origin);
  const walker = new Crawler(role, place, tab, shared, statusOf);
  await walker.run();
  return () => walker.getResult();
}
