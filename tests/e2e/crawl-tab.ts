import type { BrowserContext, Page, Response } from '@playwright/test';
import { HANG_MS, waitUntilIdle, installIdleProbe } from './crawl-idle.ts';
import { installButtonProbe } from './crawl-page-buttons.ts';
import { installChangeProbe } from './crawl-page-changes.ts';
import { installElementProbe } from './crawl-page-elements.ts';
import { installFormProbe } from './crawl-page-forms.ts';
import { installPageProbe, type PageProbe, type PageSnapshot, type PageState } from './crawl-page.ts';
import { watchTraffic, type Traffic } from './crawl-traffic.ts';

// A browser tab of the crawler.

export type PressEffects = ReturnType<PageProbe['changes']> & { state: PageState | null };
type Cookies = Parameters<BrowserContext['addCookies']>[0];

/** Stored in window.name, which survives navigation: tells the next page to start with empty storage. */
const FRESH = 'begins-anew';

/** The crawler's code inside a page. */
const PAGE_PROBES = [installIdleProbe, installElementProbe, installFormProbe, installButtonProbe, installChangeProbe, installPageProbe];

/** It is passed to the browser as text. The previous page may store something until it is gone. */
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
  /** Of the URL that was opened last. */
  private response: Response | null = null;

  private constructor(context: BrowserContext, page: Page, origin: string, userAgent: string) {
    this.context = context;
    this.page = page;
    this.origin = origin;
    this.userAgent = userAgent;
    this.traffic = watchTraffic(context, page, origin);
  }

  static async open(context: BrowserContext, origin: string): Promise<Tab> {
    await context.addInitScript(clearStorageIfFresh, FRESH);
    // They use each other only later, so their order does not matter.
    for (const install of PAGE_PROBES) await context.addInitScript(install);
    const page = await context.newPage();
    return new Tab(context, page, origin, await page.evaluate(() => navigator.userAgent));
  }

  /** The current URL. */
  url(): URL {
    return new URL(this.page.url());
  }

  /** Opens a URL and waits until everything on it has loaded. @returns the status of the response */
  async goto(address: string, expected: number | null): Promise<number> {
    this.traffic.expect(expected);
    this.traffic.forgetPending();
    this.response = null;
    const answer = await this.page.goto(this.origin + address, { waitUntil: 'load', timeout: 2 * HANG_MS });
    this.response = answer;
    const busy = await this.untilIdle();
    if (busy !== null) throw new Error(busy);
    return answer?.status() ?? 0;
  }

  /** The document that was opened last, as the site sent it; empty when the browser no longer has it. */
  async readDocument(): Promise<{ status: number; path: string; html: string }> {
    const { pathname, search } = new URL(this.response?.url() ?? this.origin);
    const html = (await this.response?.text().catch(() => '')) ?? '';
    return { status: this.response?.status() ?? 0, path: pathname + search, html };
  }

  /** @returns what the page still does, if it never becomes idle */
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

  /** The changes since a press, and the page's current state; null when the press led to another page. */
  async readEffects(): Promise<PressEffects | null> {
    const felt = await this.page
      .evaluate(() => ('crawl' in window ? { ...window.crawl.changes(), state: window.crawl.state() } : null))
      .catch(() => null);
    return felt && (this.isOnSite() ? felt : { ...felt, state: null });
  }

  /** The page's current state; null when it does not belong to the site. */
  async state(): Promise<PageState | null> {
    return this.isOnSite() ? this.page.evaluate(() => window.crawl.state()) : null;
  }

  /** Goes back to an entry of the tab's history and waits for it; loading another document ends the script without a result. */
  async goToHistoryEntry(place: number): Promise<void> {
    const back = async (nth: number) => {
      const entry = window.navigation?.entries()[nth];
      if (entry) await window.navigation?.traverseTo(entry.key).committed;
    };
    await this.page.evaluate(back, place).catch(() => {});
  }

  /** Whether the browser still has the same session. */
  async hasSameSession(cookies: Cookies): Promise<boolean> {
    const session = (all: Cookies) => all.find(({ name }) => name === 'kiddo_session')?.value;
    return session(await this.context.cookies(this.origin)) === session(cookies);
  }

  /**
   * Resets the browser's state, except who is signed in. The page stays until the next one is opened: leaving it for an empty page would
   * end its browser process and slow everything down.
   */
  async reset(cookies: Cookies): Promise<void> {
    await this.context.clearCookies();
    if (cookies.length > 0) await this.context.addCookies(cookies);
    if (!this.page.url().startsWith(`${this.origin}/`)) return;
    await this.page.evaluate((fresh) => {
      window.name = fresh;
      // Opening the same URL again would count as a reload, which keeps the state: for example, an open game.
      window.history.replaceState(null, '', '/left');
    }, FRESH);
  }
}
