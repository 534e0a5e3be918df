import type { CrawlContext } from './crawl-context.ts';
import type { LinkChecker } from './crawl-links.ts';
import type { PageSnapshot, PageState } from './crawl-page.ts';
import type { FoundButton } from './crawl-page-buttons.ts';
import { press } from './crawl-press.ts';
import { findRoute } from './crawl-routes.ts';
import { PageStates, toStateKey, type PressStep } from './crawl-states.ts';
import { fillTemplate, prepareForUrl } from './crawl-users.ts';

// The open page of a crawl, and the ways to a page: to open it, to repeat presses on it, to go back to it.

/** A button, and the page's state before it is pressed. */
export type ButtonOnPage = { button: FoundButton; before: PageState | null };

/** The button of this kind in a snapshot. */
export function findButton(snapshot: PageSnapshot | null, kind: string): ButtonOnPage | undefined {
  const button = snapshot?.buttons.find((one) => one.kind === kind);
  return button && { button, before: snapshot?.state ?? null };
}

export class Navigation {
  readonly states = new PageStates();
  /** The paths that the page which was opened last has requested. */
  requestedPaths: string[] = [];
  private context: CrawlContext;
  private links: LinkChecker;
  private statusOf: (route: string) => number | null;

  /** @param statusOf the status of a page that this role may not see */
  constructor(context: CrawlContext, links: LinkChecker, statusOf: (route: string) => number | null) {
    this.context = context;
    this.links = links;
    this.statusOf = statusOf;
  }

  snapshot(): Promise<PageSnapshot> {
    return this.context.tab.snapshot(this.context.sessions.user.texts);
  }

  /** The actual URL of an address with placeholders. */
  toUrl(address: string): URL {
    return new URL(fillTemplate(this.context.sessions.user, address), this.context.site.origin);
  }

  /** A snapshot of the current page, if it is still the one at this URL. */
  async snapshotIfStillOn(address: string): Promise<PageSnapshot | null> {
    const isThere = this.context.tab.url().pathname === this.toUrl(address).pathname;
    return isThere && !this.context.sessions.isSignedOut && !this.states.isEmpty() ? this.snapshot() : null;
  }

  /** Records the page's state after these presses. */
  recordState(address: string, steps: PressStep[], state: PageState | null): void {
    this.states.record(toStateKey(address, steps), state, !this.context.sessions.isDirty);
  }

  /**
   * Opens the page and repeats the previous presses; null when a button no longer exists. Steps that are still in effect are not repeated.
   */
  async reachState(address: string, steps: PressStep[]): Promise<PageSnapshot | null> {
    const { tab, sessions } = this.context;
    if (this.states.isCurrent(toStateKey(address, steps))) return this.snapshot();
    let done = sessions.isDirty ? -1 : steps.findLastIndex((_step, nth) => this.states.isCurrent(toStateKey(address, steps.slice(0, nth))));
    let snapshot: PageSnapshot | null;
    if (done >= 0) snapshot = await this.snapshot();
    else {
      if (sessions.isDirty) await sessions.startNext();
      await tab.reset(sessions.cookies);
      snapshot = await this.open(address);
      done = 0;
    }
    for (const [nth, step] of steps.entries()) {
      if (nth < done) continue;
      const found = findButton(snapshot, step.kind);
      if (!found) return null;
      const { sent } = await press(tab, found.button, step.fill, sessions.user.texts);
      if (sent) this.markDirty();
      snapshot = await this.snapshot();
      this.recordState(address, steps.slice(0, nth + 1), snapshot.state);
    }
    return snapshot;
  }

  /** Opens a page and waits until everything on it has loaded. */
  private async open(named: string): Promise<PageSnapshot | null> {
    const { tab, sessions, issues, site, shared } = this.context;
    shared.onProgress();
    await prepareForUrl(named, sessions.user, tab.context, site);
    const address = fillTemplate(sessions.user, named);
    const route = findRoute(this.toUrl(named).pathname);
    const expected = route === null ? 404 : this.statusOf(route);
    this.states.clear();
    try {
      const status = await tab.goto(address, expected);
      if (expected !== null && status !== expected) issues.report(address, `answered ${status} and not ${expected}`);
      const snapshot = await this.snapshot();
      const { faults, asked } = tab.traffic.drain();
      for (const fault of faults) issues.report(address, fault);
      this.requestedPaths = asked;
      const { pathname, search } = tab.url();
      this.links.recordOpened(address, status, pathname + search, snapshot.ids);
      this.recordState(named, [], snapshot.state);
      return snapshot;
    } catch (error) {
      for (const fault of tab.traffic.drain().faults) issues.report(address, fault);
      issues.report(address, `could not be opened: ${String(error).split('\n')[0]}`);
      return null;
    }
  }

  /** Undoes what a user could undo, with the back button or Escape. Then the page may be as before and need not be opened again. */
  async goBack(address: string, steps: PressStep[]): Promise<void> {
    const { tab, sessions, issues } = this.context;
    const key = toStateKey(address, steps);
    const wanted = this.states.find(key);
    if (this.states.isCurrent(key) || sessions.isSignedOut || !wanted) return;
    const now = await tab.state().catch(() => null);
    if (now?.documentId !== wanted.documentId || this.states.restore(now)) return;
    const undo: (() => Promise<unknown>)[] = [];
    if (wanted.historyIndex < now.historyIndex) undo.push(() => tab.goToHistoryEntry(wanted.historyIndex));
    if (now.openCount > wanted.openCount) undo.push(() => tab.page.keyboard.press('Escape'));
    for (const each of undo) {
      await each();
      const busy = await tab.untilIdle();
      const { faults, sent } = tab.traffic.drain();
      for (const fault of busy === null ? faults : [...faults, busy]) issues.report(address, `going back to it: ${fault}`);
      if (sent) this.markDirty();
      if (busy !== null) sessions.isSignedOut = sessions.isDirty = true;
      if (busy !== null || this.states.restore(await tab.state().catch(() => null))) return;
    }
  }

  private markDirty(): void {
    this.context.sessions.isDirty = true;
    this.states.forgetClean();
  }
}
