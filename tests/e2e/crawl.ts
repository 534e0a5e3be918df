import type { BrowserContext } from '@playwright/test';
import { PressRegistry } from './crawl-frontier.ts';
import { Tab } from './crawl-tab.ts';
import { OpenedPages } from './crawl-likeness.ts';
import { STATIC_PAGES } from './crawl-routes.ts';
import type { SharedCrawlState } from './crawl-context.ts';
import { Crawler, type CrawlResult } from './crawler.ts';
import type { CrawlSite, Role } from './crawl-users.ts';

// Crawls a site: every page, as every role, and every button once.

/**
 * Creates the state that concurrent crawls share.
 * @param goesOn called whenever a page is opened or a button pressed
 * @param only the routes on which buttons are pressed; the other pages are only opened. Null: all
 * @param seeds the pages that every role opens, whatever links to them
 */
export const createSharedCrawlState = (
  goesOn: () => void = () => {},
  only: ReadonlySet<string> | null = null,
  seeds: readonly string[] = STATIC_PAGES,
): SharedCrawlState => ({
  registry: new PressRegistry(),
  opened: new OpenedPages(),
  seeds,
  staffPages: new Map(),
  linkResponses: new Map(),
  onProgress: goesOn,
  onlyRoutes: only,
});

/**
 * Crawls a site as one role.
 * @param shared buttons that concurrent crawls press are not pressed again
 * @param statusOf the status of a page that this role may not see
 * @returns a function for the result, to be called when all crawls that share the state are done
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

/**
 * Helps a crawl as the same role, on another site, to press the pages of the team. It waits until that one has opened all of them.
 * @returns like {@link crawl}; the routes that it reached count for the other one
 */
export async function helpCrawl(
  context: BrowserContext,
  role: Role,
  place: CrawlSite,
  shared: SharedCrawlState,
  statusOf: (route: string) => number | null,
): Promise<() => CrawlResult> {
  const staffPages = shared.staffPages.get(role);
  if (!staffPages) throw new Error(`nobody crawls as ${role}`);
  await staffPages.opened;
  const tab = await Tab.open(context, place.origin);
  const helper = new Crawler(role, place, tab, shared, statusOf, staffPages);
  await helper.help();
  return () => helper.getResult();
}
