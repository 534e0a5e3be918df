import type { CrawlContext } from './crawl-context.ts';
import { Frontier, isStaffRoute, type PressOutcome } from './crawl-frontier.ts';
import type { Cookies, LinkChecker } from './crawl-links.ts';
import type { FoundLink } from './crawl-page.ts';
import { findRoute, mustBeReachedBy, ROUTES } from './crawl-routes.ts';
import { FOREIGN_ID } from './crawl-staff-pages.ts';
import { fillTemplate, toTemplate } from './crawl-users.ts';

/** The pages that one role finds by links and by presses. */
export class Discovery {
  private frontier = new Frontier();
  private linkedRoutes = new Set<string>();
  /** What others pressed that counts for this role too. */
  private otherOutcomes = new Set<PressOutcome>();
  /** The presses in progress, outermost first. */
  private activeOutcomes: PressOutcome[] = [];
  private context: CrawlContext;
  private links: LinkChecker;

  constructor(context: CrawlContext, links: LinkChecker) {
    this.context = context;
    this.links = links;
  }

  /** All pages that were found. */
  listUrls(): string[] {
    return this.frontier.listUrls();
  }

  /** The routes that this role must reach, and to which neither a link nor a press led. */
  listUnreachedRoutes(): string[] {
    const outcomes = this.listOtherOutcomes();
    const requested = new Set(
      [...this.context.tab.traffic.requestedPaths, ...outcomes.flatMap((outcome) => [...outcome.requestedPaths])].map(findRoute),
    );
    return ROUTES.filter((route) => mustBeReachedBy(this.context.role, route) && !this.linkedRoutes.has(route) && !requested.has(route));
  }

  /** The next page; when there is none, pages that others discovered by a press that counts for this role too. */
  async next(): Promise<string | undefined> {
    const next = this.frontier.next();
    if (next !== undefined) return next;
    // A set that grows meanwhile: what was adopted in one of them comes last.
    for (const outcome of this.otherOutcomes) {
      await outcome.finished;
      for (const one of outcome.adopted) this.otherOutcomes.add(one);
      for (const address of outcome.discoveredUrls) if (this.isForThisUser(address)) this.enqueue(address);
    }
    return this.frontier.next();
  }

  /** What others pressed that counts for this role too, and what counted for them. */
  private listOtherOutcomes(): PressOutcome[] {
    const all = new Set(this.otherOutcomes);
    for (const outcome of all) for (const one of outcome.adopted) all.add(one);
    return [...all];
  }

  /** Whether this role has all the data that an address names. */
  private isForThisUser(address: string): boolean {
    return !fillTemplate(this.context.sessions.user, address).includes('{');
  }

  enqueue(address: string): void {
    this.frontier.add(address, new URL(fillTemplate(this.context.sessions.user, address), this.context.site.origin));
  }

  /** Queues a page, and records it for all roles that share the presses in progress. */
  discover(path: string): void {
    const address = toTemplate(this.context.sessions.user, path);
    this.enqueue(address);
    // An id that is nobody's placeholder exists on this site alone.
    if (FOREIGN_ID.test(address)) return;
    for (const outcome of this.activeOutcomes) outcome.discoveredUrls.add(address);
  }

  /** Records requests for all roles that share the presses in progress. */
  recordRequests(paths: string[]): void {
    for (const outcome of this.activeOutcomes) for (const path of paths) outcome.requestedPaths.add(path);
  }

  /** Records whatever is found during the work as the outcome of a press. */
  async recordOutcome(outcome: PressOutcome, work: () => Promise<void>): Promise<void> {
    this.activeOutcomes.push(outcome);
    try {
      await work();
    } finally {
      this.activeOutcomes.pop();
      outcome.finish();
    }
  }

  /** Lets the outcome of a press by somebody else count for this role. */
  adoptOutcome(outcome: PressOutcome): void {
    this.otherOutcomes.add(outcome);
    for (const active of this.activeOutcomes) active.adopted.add(outcome);
  }

  /** Checks all links, and queues pages of a new kind. @param cookies of the user for whom they were found; the browser's if left out */
  async collectLinks(links: FoundLink[], from: string, cookies?: Cookies): Promise<void> {
    const { sessions, site, issues } = this.context;
    const address = fillTemplate(sessions.user, from);
    const checked = links.map((link) => {
      // Links to the user's own data are checked as this user; and staff actions may remove what was there.
      const isUrgent = isStaffRoute(from) || toTemplate(sessions.user, link.href) !== link.href || link.href.startsWith('/dev/');
      return this.links.checkFoundLink(link, toTemplate(sessions.user, link.href), address, isUrgent, cookies);
    });
    for (const fault of (await Promise.all(checked)).flat()) issues.report(from, fault);
    for (const { href } of links) {
      const url = URL.parse(href, site.origin + address);
      if (url?.origin !== site.origin) continue;
      const route = findRoute(url.pathname);
      if (route === null) continue;
      this.linkedRoutes.add(route);
      this.recordRequests([url.pathname]);
      this.discover(url.pathname + url.search);
    }
  }
}
