import type { CrawlContext, SharedCrawlState } from './crawl-context.ts';
import { Discovery } from './crawl-discovery.ts';
import { ButtonExplorer } from './crawl-explorer.ts';
import { isStaffRoute, PressOutcome } from './crawl-frontier.ts';
import type { PageContent } from './crawl-html.ts';
import { IssueList } from './crawl-issues.ts';
import { PageLikeness } from './crawl-likeness.ts';
import { LinkFollower } from './crawl-link-follower.ts';
import { LinkChecker } from './crawl-links.ts';
import { Navigation } from './crawl-navigation.ts';
import type { PageSnapshot } from './crawl-page.ts';
import { findRoute } from './crawl-routes.ts';
import { MetButtons } from './crawl-seen-buttons.ts';
import { CrawlSessions } from './crawl-sessions.ts';
import { StaffPages, type StaffPage } from './crawl-staff-pages.ts';
import type { Tab } from './crawl-tab.ts';
import { toTemplate, type CrawlSite, type Role } from './crawl-users.ts';

export type CrawlResult = { issues: string[]; pages: string[]; links: number; likePages: number; clickedLinks: number; presses: string[] };

/** Opens every page and presses every button, with one user after the other who all have the same data. */
export class Crawler {
  private context: CrawlContext;
  private links: LinkChecker;
  private navigation: Navigation;
  private discovery: Discovery;
  private explorer: ButtonExplorer;
  private follower: LinkFollower;
  private likeness: PageLikeness;
  private likePages = 0;
  private staffPages: StaffPages;
  private isHelper: boolean;

  /**
   * @param statusOf the status of a page that this role may not see
   * @param helped whose pages it helps to press; left out: it has its own
   */
  constructor(
    role: Role,
    site: CrawlSite,
    tab: Tab,
    shared: SharedCrawlState,
    statusOf: (route: string) => number | null,
    helped?: StaffPages,
  ) {
    this.isHelper = helped !== undefined;
    this.staffPages = helped ?? new StaffPages(new MetButtons());
    if (!this.isHelper) shared.staffPages.set(role, this.staffPages);
    const sessions = new CrawlSessions(role, site);
    this.context = { role, site, tab, shared, sessions, issues: new IssueList(role, sessions) };
    this.links = new LinkChecker(tab, role, shared.linkResponses);
    this.navigation = new Navigation(this.context, this.links, statusOf);
    this.discovery = new Discovery(this.context, this.links);
    this.explorer = new ButtonExplorer(this.context, this.navigation, this.discovery, this.staffPages.met);
    this.follower = new LinkFollower(this.context, this.navigation, this.links);
    this.likeness = new PageLikeness(this.context, this.links, statusOf);
  }

  /** The result, once all crawls are done. */
  getResult(): CrawlResult {
    const { role, issues, shared } = this.context;
    for (const outcome of this.staffPages.outcomes) this.discovery.adoptOutcome(outcome);
    // If only some buttons are pressed, not all routes can be reached.
    const unreached = shared.onlyRoutes === null && !this.isHelper ? this.discovery.listUnreachedRoutes() : [];
    return {
      issues: [...issues.list(), ...unreached.map((route) => `${role}: no link and no button leads to ${route}`)],
      pages: this.discovery.listUrls(),
      links: this.links.count(),
      likePages: this.likePages,
      clickedLinks: this.follower.count,
      presses: this.explorer.presses,
    };
  }

  /** Follows the links and opens pages, a few of each kind, and all paths without parameters. Presses everything on them. */
  async run(): Promise<void> {
    const { role, sessions, shared } = this.context;
    this.discovery.enqueue('/');
    for (const route of shared.seeds) this.discovery.enqueue(route);
    if (role !== 'visitor') for (const address of ['/till/{open}', '/profile/{friend}']) this.discovery.enqueue(address);
    // What is about the operator who looks at it differs from what is about others.
    if (role === 'operator')
      for (const address of ['/operator/players/{me}', '/operator/players/{me}/account']) this.discovery.enqueue(address);
    this.discovery.enqueue('/there-is-no-such-page');
    for (let address = await this.discovery.next(); address !== undefined; address = await this.discovery.next()) {
      const twin = await this.likeness.findTwin(address);
      if (twin) {
        this.likePages++;
        this.discovery.adoptOutcome(twin.outcome);
        await this.checkUnopened(address, twin.content);
        continue;
      }
      const snapshot = await this.navigation.reachState(address, []);
      if (snapshot === null) continue;
      const page = { address, snapshot, pathname: this.context.tab.url().pathname };
      const outcome = await this.likeness.recordOpened(address);
      await this.discovery.recordOutcome(outcome, () => this.examine(page));
    }
    this.staffPages.finish();
    await this.checkLinks();
    for (let page = await this.staffPages.take(); page; page = await this.staffPages.take()) await this.pressStaffPage(page);
    await this.checkLinks();
    await sessions.finish();
  }

  /** Presses pages that another crawl as this role has opened, on its own site, until there are none left. */
  async help(): Promise<void> {
    const press = async (page: StaffPage) => {
      const outcome = new PressOutcome();
      this.staffPages.outcomes.add(outcome);
      await this.discovery.recordOutcome(outcome, () => this.pressStaffPage(page));
      return !this.explorer.hasNewButtons(page.snapshot, page.pathname);
    };
    while (await this.staffPages.lend(press));
    await this.checkLinks();
    await this.context.sessions.finish();
  }

  /** Opens a page of the team again, and presses what nobody has pressed. */
  private async pressStaffPage({ address, snapshot: seen, pathname }: StaffPage): Promise<void> {
    if (!this.explorer.hasNewButtons(seen, pathname) && !this.follower.hasLinksToFollow(address, seen)) return;
    const snapshot = await this.navigation.reachState(address, []);
    if (snapshot !== null) await this.pressAll(address, snapshot);
  }

  /** Checks what a page that looks like another one links to and shows: that is its own. */
  private async checkUnopened(address: string, { links, files }: PageContent): Promise<void> {
    const { sessions, issues } = this.context;
    const { user, cookies } = sessions;
    await this.discovery.collectLinks(links, address, cookies);
    for (const file of files)
      for (const issue of await this.links.checkFile(file, toTemplate(user, file), cookies)) issues.report(address, issue);
  }

  /** Examines a page that was just opened. */
  private async examine(page: StaffPage): Promise<void> {
    const { address, snapshot } = page;
    for (const issue of snapshot.issues) this.context.issues.report(address, issue);
    this.discovery.recordRequests(this.navigation.requestedPaths);
    await this.discovery.collectLinks(snapshot.links, address);
    if (!this.isSelected(address)) return;
    // Staff actions affect all pages: they come last.
    if (isStaffRoute(address)) this.staffPages.add(page);
    else await this.pressAll(address, snapshot);
  }

  private isSelected(address: string): boolean {
    const { onlyRoutes } = this.context.shared;
    return onlyRoutes === null || onlyRoutes.has(findRoute(this.navigation.toUrl(address).pathname) ?? '/*');
  }

  private async pressAll(address: string, snapshot: PageSnapshot): Promise<void> {
    await this.explorer.explore(address, [], snapshot);
    await this.follower.follow(address, snapshot);
  }

  private async checkLinks(): Promise<void> {
    for (const { from, fault } of await this.links.checkPending()) this.context.issues.report(from, fault);
  }
}
