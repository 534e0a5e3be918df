import type { FoundLink } from './crawl-page.ts';
import { findRoute } from './crawl-routes.ts';
import type { Tab } from './crawl-tab.ts';
import type { Role } from './crawl-users.ts';

// Checks that links lead somewhere.

type LinkResponse = { status: number; path: string; ids: ReadonlySet<string> | null };
/** What a URL answered in the end. */
export type PageResponse = LinkResponse & { html: string };
/** Responses by URL and audience. */
export type LinkResponses = Map<string, Promise<LinkResponse>>;
/** Who asks. */
export type Cookies = readonly { name: string; value: string }[];
type PendingLink = { link: string; from: string; address: string; anchor: string; cookies?: Cookies };

/** Links whose ids are nobody's placeholder, such as those of a list's rows: this many of a kind are checked. */
const ROW_LINKS_MAX = 4;
const FOREIGN_ID = /[\da-f]{8}-[\da-f-]{27}|kd-[\da-f]{32}/g;

/** Concurrent requests: a page with a hundred links must not overload the site. */
const CONCURRENCY = 3;

/** All signed-in roles get the same response, except on staff pages. */
function getAudience(role: Role, pathname: string): string {
  if (role === 'visitor') return role;
  return /^\/(moderation|operator)\b/.test(findRoute(pathname) ?? '') ? role : 'member';
}

/** Checks links with the session of this browser. Each URL is requested once, unless it was already opened. */
export class LinkChecker {
  private checked = new Map<string, number>();
  private ownUrls = new Set<string>();
  private pending: PendingLink[] = [];
  private queues: Promise<unknown>[] = Array.from({ length: CONCURRENCY }, () => Promise.resolve());
  private nextQueue = 0;
  private tab: Tab;
  private role: Role;
  private responses: LinkResponses;

  constructor(tab: Tab, role: Role, answers: LinkResponses) {
    this.tab = tab;
    this.role = role;
    this.responses = answers;
  }

  /** How many different URLs there were. */
  count(): number {
    return this.ownUrls.size;
  }

  /** The path where a URL finally leads. */
  async resolveTarget(address: string): Promise<string> {
    return (await this.getResponse(address)).path;
  }

  /** Records an opened page: so links to it, and to its anchors, need no request. */
  recordOpened(address: string, status: number, path: string, ids: string[]): void {
    if (status < 400) this.responses.set(this.keyOf(address), Promise.resolve({ status, path, ids: new Set(ids) }));
  }

  /**
   * The problems of a link that are visible from the page itself; its target is checked at the end, or at once if urgent.
   * @param template its URL with placeholders: the same link of the next user is the same link
   * @param cookies of the user for whom it was found; the browser's if left out
   */
  async checkFoundLink(
    { href, rel, target, name, isThere }: FoundLink,
    template: string,
    from: string,
    isUrgent: boolean,
    cookies?: Cookies,
  ): Promise<string[]> {
    const shape = template.replaceAll(FOREIGN_ID, '#');
    const id = `${shape} ${rel} ${target} ${name === ''} ${href.startsWith('#') ? from : ''}`;
    const count = this.checked.get(id) ?? 0;
    if (count >= (shape === template ? 1 : ROW_LINKS_MAX)) return [];
    this.checked.set(id, count + 1);
    const link = `the link '${name}' to '${href}'`;
    if (name === '') return [`${link} has no name`];
    if (href.trim() === '' || href === '#') return [`${link} leads nowhere`];
    if (href.startsWith('#')) return isThere ? [] : [`${link}: there is no such place on the page`];
    if (/^mailto:/i.test(href))
      return /^mailto:[\w.+-]+@[\w-]+(\.[\w-]+)+(\?[\w=&%.+-]*)?$/.test(href) ? [] : [`${link} is no address to write to`];
    if (/^tel:/i.test(href)) return /^tel:\+?[\d-]{3,20}$/.test(href) ? [] : [`${link} is no number to call`];
    const url = URL.parse(href, `${this.tab.origin}${from}`);
    if (!url || !/^https?:$/.test(url.protocol)) return [`${link} is no address`];
    if (url.origin !== this.tab.origin) {
      if (target === '_blank' && !/\bnoopener\b/.test(rel)) return [`${link} opens another site without rel=noopener`];
      if (url.hostname !== 'localhost') return url.protocol === 'https:' ? [] : [`${link} leaves in the open`];
      return [];
    }
    const address = `${url.pathname}${url.search}`;
    this.ownUrls.add(address);
    const waiting = { link, from, address, anchor: decodeURIComponent(url.hash.slice(1)), cookies };
    if (isUrgent) return this.checkLink(waiting);
    this.pending.push(waiting);
    return [];
  }

  /**
   * What is wrong with a picture, a script or a style sheet of a page that is not opened.
   * @param template its address with placeholders
   */
  async checkFile(address: string, template: string, cookies: Cookies): Promise<string[]> {
    const shape = template.replaceAll(FOREIGN_ID, '#');
    const id = `file ${shape}`;
    const count = this.checked.get(id) ?? 0;
    if (count >= (shape === template ? 1 : ROW_LINKS_MAX)) return [];
    this.checked.set(id, count + 1);
    const { status } = await this.getResponse(address, cookies);
    return status >= 400 ? [`the picture '${address}' does not come: ${status}`] : [];
  }

  /** Checks the links that were not urgent. */
  async checkPending(): Promise<{ from: string; fault: string }[]> {
    const waiting = this.pending.splice(0);
    const found = await Promise.all(waiting.map(async (one) => (await this.checkLink(one)).map((fault) => ({ from: one.from, fault }))));
    return found.flat();
  }

  private async checkLink({ link, address, anchor, cookies }: PendingLink): Promise<string[]> {
    const answer = await this.getResponse(address, cookies);
    if (answer.status >= 400) return [`${link} is dead: ${answer.status}`];
    if (anchor !== '' && answer.ids !== null && !answer.ids.has(anchor)) return [`${link}: the page has no place '#${anchor}'`];
    return [];
  }

  private keyOf(address: string): string {
    return `${getAudience(this.role, address.split('?', 1)[0] ?? '')} ${address}`;
  }

  private async getResponse(address: string, cookies?: Cookies): Promise<LinkResponse> {
    const key = this.keyOf(address);
    const known = this.responses.get(key);
    const asking = known ?? this.runInQueue(() => this.get(address, cookies));
    if (!known) this.responses.set(key, asking);
    const answer = await asking;
    // A request that was refused for another user may succeed for this one.
    return known && answer.status >= 400 ? this.runInQueue(() => this.get(address, cookies)) : answer;
  }

  private runInQueue<T>(work: () => Promise<T>): Promise<T> {
    const at = this.nextQueue++ % this.queues.length;
    const done = (this.queues[at] ?? Promise.resolve()).then(work, work);
    this.queues[at] = done;
    return done;
  }

  private async get(address: string, cookies?: Cookies): Promise<LinkResponse> {
    const { status, path, ids } = await requestPage(this.tab, address, cookies ?? (await this.tab.context.cookies(this.tab.origin)));
    return { status, path, ids };
  }
}

/** Requests a URL as this browser would. @param cookies of who asks */
export async function requestPage({ origin, userAgent }: Tab, address: string, cookies: Cookies): Promise<PageResponse> {
  const answer = await fetch(origin + address, {
    headers: {
      'sec-fetch-site': 'same-origin',
      'user-agent': userAgent,
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    },
    signal: AbortSignal.timeout(60_000),
  });
  const text = await answer.text();
  const isPage = (answer.headers.get('content-type') ?? '').startsWith('text/html');
  const ids = isPage ? new Set([...text.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1] ?? '')) : null;
  const { pathname, search } = new URL(answer.url);
  return { status: answer.status, path: pathname + search, ids, html: isPage ? text : '' };
}
