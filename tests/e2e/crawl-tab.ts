import type { BrowserContext, Page } from '@playwright/test';
import { HANG_MS, waitUntilIdle, installIdleProbe } from './crawl-idle.ts';
import { installPageProbe, type PageProbe, type PageSnapshot, type PageState } from './crawl-page.ts';
import { watchTraffic, type Traffic } from './crawl-traffic.ts';

// A tab in which somebody looks at pages.

export type PressEffects = ReturnType<PageProbe['changes']> & { state: PageState | null };
type Cookies = Parameters<BrowserContext['addCookies']>[0];

/** Told to the next page by the name of the window, which outlives a page: that it begins with nothing kept. */
const FRESH = 'begins-anew';

/** Is given to the browser as text: the page before may keep something until it is gone. */
function clearStorageIfFresh(fresh: string): void {
  if (window.name !== fresh) return;
  localStorage.clear();
  sessionStorage.clear();
  window.name = '';
}

export class Tab {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly traffic: Traffic;
  readonly origin: string;
  readonly userAgent: string;

  private constructor(context: BrowserContext, page: Page, origin: string, userAgent: string) {
    this.context = context;
    this.page = page;
    this.origin = origin;
    this.userAgent = userAgent;
    this.traffic = watchTraffic(context, page, origin);
  }

  static async open(context: BrowserContext, origin: string): Promise<Tab> {
    await context.addInitScript(clearStorageIfFresh, FRESH);
    await context.addInitScript(installIdleProbe);
    await context.addInitScript(installPageProbe);
    const page = await context.newPage();
    return new Tab(context, page, origin, await page.evaluate(() => navigator.userAgent));
  }

  /** The address as it is now. */
  url(): URL {
    return new URL(this.page.url());
  }

  /** Opens an address and waits until everything on it has come. @returns the status of the answer */
  async goto(address: string, expected: number | null): Promise<number> {
    this.traffic.expect(expected);
    this.traffic.forgetPending();
    const answer = await this.page.goto(this.origin + address, { waitUntil: 'load', timeout: 2 * HANG_MS });
    const busy = await this.untilIdle();
    if (busy !== null) throw new Error(busy);
    return answer?.status() ?? 0;
  }

  /** @returns what the page still does, where it never comes to rest */
  async untilIdle({ patient = false } = {}): Promise<string | null> {
    const busy = await waitUntilIdle(this.page, this.traffic, { patient });
    return busy.length === 0 ? null : `still busy after ${HANG_MS / 1000} s: ${busy.join(', ')}`;
  }

  async snapshot(words: string[]): Promise<PageSnapshot> {
    const looked = await this.page.evaluate((all) => window.crawl.snapshot(all), words);
    return this.isOnSite() ? looked : { ...looked, state: null };
  }

  private isOnSite(): boolean {
    return this.url().origin === this.origin;
  }

  /** What changed since a press, and what the page is like now; null where the press led to another one. */
  async readEffects(): Promise<PressEffects | null> {
    const felt = await this.page
      .evaluate(() => ('crawl' in window ? { ...window.crawl.changes(), state: window.crawl.state() } : null))
      .catch(() => null);
    return felt && (this.isOnSite() ? felt : { ...felt, state: null });
  }

  /** What the page is like now; null where it is none of ours. */
  async state(): Promise<PageState | null> {
    return this.isOnSite() ? this.page.evaluate(() => window.crawl.state()) : null;
  }

  /** Goes back to one of the pages one came through, and is there; a page of another document takes this one's answer away. */
  async goToHistoryEntry(place: number): Promise<void> {
    const back = async (nth: number) => {
      const entry = window.navigation?.entries()[nth];
      if (entry) await window.navigation?.traverseTo(entry.key).committed;
    };
    await this.page.evaluate(back, place).catch(() => {});
  }

  /** Whether the browser is signed in as it was. */
  async hasSameSession(cookies: Cookies): Promise<boolean> {
    const session = (all: Cookies) => all.find(({ name }) => name === 'kiddo_session')?.value;
    return session(await this.context.cookies(this.origin)) === session(cookies);
  }

  /**
   * The browser knows nothing any more of what was done in it, but who is signed in. The page stays until the next one is opened: to
   * leave it for an empty one would end the browser's process for it, and all pages were slow.
   */
  async reset(cookies: Cookies): Promise<void> {
    await this.context.clearCookies();
    if (cookies.length > 0) await this.context.addCookies(cookies);
    if (!this.page.url().startsWith(`${this.origin}/`)) return;
    await this.page.evaluate((fresh) => {
      window.name = fresh;
      // The same address again would be a reload, which stays where one was: in a game that is open.
      window.history.replaceState(null, '', '/left');
    }, FRESH);
  }
}
