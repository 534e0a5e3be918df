import type { CrawlContext } from './crawl-context.ts';
import { isStaffRoute, PressOutcome } from './crawl-frontier.ts';
import { examinePage, parsePage, type PageContent } from './crawl-html.ts';
import { requestPage, type LinkChecker, type PageResponse } from './crawl-links.ts';
import { outlinePage, type PageOutline } from './crawl-outline.ts';
import { findRoute } from './crawl-routes.ts';
import { fillTemplate, prepareForUrl, toTemplate } from './crawl-users.ts';

/** What was found on the pages that were opened, by what they look like; shared by all crawls that run at the same time. */
export class OpenedPages {
  readonly byLook = new Map<string, PressOutcome>();
  /** What could be pressed around them, by device and audience. */
  readonly chrome = new Set<string>();
  /** The addresses that somebody opened, by device and audience. */
  readonly addresses = new Set<string>();
}

/** What was found on a page that looks like another one, and what is the other one's own. */
export type Twin = { outcome: PressOutcome; content: PageContent };

/**
 * Recognizes pages that somebody has opened: the same page for another role on the same kind of device, or a refusal or redirect to a page
 * that this role knows. They are requested, and not opened: what counts is what was found when they were. What is seen without a browser is
 * checked in what was requested.
 */
export class PageLikeness {
  private context: CrawlContext;
  private links: LinkChecker;
  private statusOf: (route: string) => number | null;

  /** @param statusOf the status of a page that this role may not see */
  constructor(context: CrawlContext, links: LinkChecker, statusOf: (route: string) => number | null) {
    this.context = context;
    this.links = links;
    this.statusOf = statusOf;
  }

  /** What was found on a page that looks like this one; null when it has to be opened. @param address with placeholders */
  async findTwin(address: string): Promise<Twin | null> {
    const { role, sessions, tab, shared, site } = this.context;
    const route = findRoute(new URL(address, site.origin).pathname);
    const expected = route === null ? 404 : this.statusOf(route);
    if (!this.mayHaveTwin(address, route, expected)) return null;
    if (sessions.isDirty) await sessions.startNext();
    await prepareForUrl(address, sessions.user, tab.context, site);
    const response = await requestPage(tab, fillTemplate(sessions.user, address), sessions.cookies);
    // What is wrong is reported by opening it.
    if (expected === null ? response.status >= 400 : response.status !== expected) return null;
    const isElsewhere = response.status >= 400 || new URL(response.path, site.origin).pathname !== this.toPathname(address);
    if (!isElsewhere && (role === 'visitor' || !shared.opened.addresses.has(this.toKey(address)))) return null;
    const { key, outline, page } = this.toLook(response);
    const outcome = shared.opened.byLook.get(key);
    if (!outcome || this.listChrome(outline).some((line) => !shared.opened.chrome.has(line))) return null;
    const content = examinePage(page, this.toPathname(address));
    // A browser tells whether it is wrong indeed.
    if (content.issues.length > 0) return null;
    this.links.recordOpened(fillTemplate(sessions.user, address), response.status, response.path, [...(response.ids ?? [])]);
    const fill = (text: string) => fillTemplate(sessions.user, text);
    const links = content.links.map((link) => ({ ...link, href: fill(link.href) }));
    return { outcome, content: { ...content, links, files: content.files.map(fill) } };
  }

  /** Records the page that was just opened. @returns what will be found on it, to be finished */
  async recordOpened(address: string): Promise<PressOutcome> {
    const { tab, shared } = this.context;
    const outcome = new PressOutcome();
    const { status, path, html } = await tab.readDocument();
    if (html === '' || status >= 500) return outcome;
    const { key, outline } = this.toLook({ status, path, html });
    if (!shared.opened.byLook.has(key)) shared.opened.byLook.set(key, outcome);
    for (const line of this.listChrome(outline)) shared.opened.chrome.add(line);
    shared.opened.addresses.add(this.toKey(address));
    return outcome;
  }

  /** The team's pages are for one role each. A visitor's pages are nobody else's, and many are the one to sign in. */
  private mayHaveTwin(address: string, route: string | null, expected: number | null): boolean {
    const { role, shared } = this.context;
    // The payment has to be made in the browser that opens its page.
    if (address.includes('{open}')) return false;
    if (role === 'visitor' || expected === 403) return true;
    return !isStaffRoute(route ?? '') && shared.opened.addresses.has(this.toKey(address));
  }

  private toPathname(address: string): string {
    return new URL(fillTemplate(this.context.sessions.user, address), this.context.site.origin).pathname;
  }

  private toKey(address: string): string {
    return `${this.getAudience()} ${address.replace(/\bafter=[^&]+/, 'after')}`;
  }

  private getAudience(): string {
    const { role, tab } = this.context;
    return `${role === 'visitor' ? 'visitor' : 'member'} ${tab.page.viewportSize()?.width ?? 0}`;
  }

  private listChrome({ chrome }: PageOutline): string[] {
    return [...chrome].map((line) => `${this.getAudience()} ${line}`);
  }

  private toLook({ status, path, html }: Pick<PageResponse, 'status' | 'path' | 'html'>) {
    const { user } = this.context.sessions;
    const { pathname, searchParams } = new URL(path, this.context.site.origin);
    const where = status >= 400 ? '' : `${findRoute(pathname) ?? '/*'}?${[...searchParams.keys()].toSorted().join('&')}`;
    const page = parsePage(toTemplate(user, html));
    const outline = outlinePage(page, user.texts);
    return { key: `${this.getAudience()} ${status} ${where} ${outline.look}`, outline, page };
  }
}
