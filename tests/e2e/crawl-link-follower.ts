import type { CrawlContext } from './crawl-context.ts';
import { isPage } from './crawl-frontier.ts';
import { HANG_MS } from './crawl-idle.ts';
import type { LinkChecker } from './crawl-links.ts';
import type { Navigation } from './crawl-navigation.ts';
import type { FoundLink, PageSnapshot } from './crawl-page.ts';
import { findRoute } from './crawl-routes.ts';

type LinkToFollow = { link: FoundLink; url: URL; route: string };

/** Follows links by clicking, one per route: client-side navigation differs from opening the URL. */
export class LinkFollower {
  /** How many links were clicked. */
  count = 0;
  private context: CrawlContext;
  private navigation: Navigation;
  private links: LinkChecker;

  constructor(context: CrawlContext, navigation: Navigation, links: LinkChecker) {
    this.context = context;
    this.navigation = navigation;
    this.links = links;
  }

  /** Whether a page that was seen before has links that nobody has followed. */
  hasLinksToFollow(address: string, seen: PageSnapshot): boolean {
    return this.listLinksToFollow(seen, address).length > 0;
  }

  /** Follows the links of a page to routes to which no link was followed yet. */
  async follow(address: string, seen: PageSnapshot): Promise<void> {
    for (const { link, route } of this.listLinksToFollow(seen, address)) {
      const now = (await this.navigation.snapshotIfStillOn(address)) ?? (await this.navigation.reachState(address, []));
      const same = now && this.listLinksToFollow(now, address).find((one) => one.route === route && one.link.name === link.name);
      if (!same) continue;
      this.context.shared.registry.markFollowed(this.toFollowKey(route));
      this.count++;
      await this.click(same, address);
      await this.navigation.goBack(address, []);
    }
  }

  private async click({ link, url }: LinkToFollow, address: string): Promise<void> {
    const { tab, issues, site } = this.context;
    const name = `the link to '${link.href}'`;
    const handle = (await tab.page.evaluateHandle((at) => window.crawl.link(at) ?? null, link.at ?? -1)).asElement();
    this.navigation.states.forgetCurrent();
    try {
      const target = await this.links.resolveTarget(url.pathname + url.search);
      await handle?.click({ timeout: HANG_MS, noWaitAfter: true });
      const busy = await tab.untilIdle();
      if (busy !== null) issues.report(address, `${name}: ${busy}`);
      else if (tab.url().pathname !== new URL(target, site.origin).pathname)
        issues.report(address, `${name} does not lead there when it is pressed, but to ${tab.page.url()}`);
    } catch (error) {
      issues.report(address, `${name} cannot be pressed: ${String(error).split('\n')[0]}`);
    }
    for (const fault of tab.traffic.drain().faults) issues.report(address, `pressing ${name}: ${fault}`);
  }

  private listLinksToFollow(snapshot: PageSnapshot, address: string): LinkToFollow[] {
    const { site, shared } = this.context;
    const base = this.navigation.toUrl(address);
    const found = snapshot.links.flatMap((link) => {
      const url = URL.parse(link.href, base);
      const isOurs = url?.origin === site.origin && link.target !== '_blank' && link.at !== undefined && !link.href.startsWith('#');
      const route = isOurs && url ? findRoute(url.pathname) : null;
      return url && route !== null && isPage(route, url.pathname) && !shared.registry.isFollowed(this.toFollowKey(route))
        ? [{ link, url, route }]
        : [];
    });
    return found.filter(({ route }, index) => found.findIndex((one) => one.route === route) === index);
  }

  private toFollowKey(route: string): string {
    return `${this.context.role === 'visitor' ? 'visitor' : 'member'} ${route}`;
  }
}
