import { Frontier, isPage, isStaffRoute, type PressOutcome, type PressRegistry } from './crawl-frontier.ts';
import { HANG_MS } from './crawl-idle.ts';
import { LinkChecker, type LinkResponses } from './crawl-links.ts';
import type { FoundButton, FoundLink, PageSnapshot, PageState } from './crawl-page.ts';
import { press, scrollToButton, type PressResult } from './crawl-press.ts';
import { mustBeReachedBy, findRoute, ROUTES, STATIC_PAGES } from './crawl-routes.ts';
import type { Tab } from './crawl-tab.ts';
import {
  prepareForUrl,
  fillTemplate,
  toTemplate,
  createCrawlSession,
  type CrawlSession,
  type CrawlSite,
  type Role,
  type CrawlUser,
} from './crawl-users.ts';

// Opens every page and presses every button, with one user after the other who all have the same data.

/** The maximum length of a chain of presses: a button, one in what it opened, one in what that opened. */
const PRESS_DEPTH_MAX = 3;
/** Equal buttons of a list contain their row's name: this many of them are pressed. */
const PRESSES_PER_ROW_MAX = 4;

/** A press: which button, and whether its form is filled in first. */
type PressStep = { kind: string; name: string; fill: boolean };
/** A button, and the page's state before it is pressed. */
type ButtonOnPage = { button: FoundButton; before: PageState | null };
/** The result of a press: the new snapshot, if it has new buttons. `isReliable`: the press had no issue, or was made on a fresh page. */
type PressLead = { looked: PageSnapshot | null; isReliable: boolean };
export type CrawlResult = { issues: string[]; pages: string[]; links: number; clickedLinks: number; presses: string[] };
/** The state that concurrent crawls share. */
export type SharedCrawlState = {
  registry: PressRegistry;
  linkResponses: LinkResponses;
  onProgress: () => void;
  onlyRoutes: ReadonlySet<string> | null;
};

function findButton(looked: PageSnapshot | null, kind: string): ButtonOnPage | undefined {
  const button = looked?.buttons.find((one) => one.kind === kind);
  return button && { button, before: looked?.state ?? null };
}

const toStateKey = (address: string, steps: PressStep[]) => JSON.stringify([address, ...steps.map(({ kind, fill }) => [kind, fill])]);

/** The issue of a press's result, if any. */
function findPressIssue(
  { effects, issues: faults, saysMissing, failure: trouble, isRemoved: isGone, stillBusy: hangs }: PressResult,
  button: FoundButton,
  fill: boolean,
): string | null {
  // A toast closes on its own.
  if (isGone && /\.toasts /.test(button.kind)) return null;
  if (trouble !== undefined) return `cannot be pressed: ${trouble}`;
  if (hangs !== undefined) return `and then: ${hangs}`;
  if (effects.length === 0 && faults.length === 0) return `does nothing (${button.kind})`;
  if (fill || button.missing.length === 0 || saysMissing) return null;
  return `does not say that '${button.missing.join("', '")}' is missing: ${effects.join(', ')}`;
}

export class Crawler {
  private issues = new Map<string, number>();
  private frontier = new Frontier();
  private linkedRoutes = new Set<string>();
  private clickedLinks = 0;
  /** The buttons that this role met, by route and kind, with their outcomes, no matter which role pressed them. */
  private seenButtons = new Set<string>();
  private pressesByRow = new Map<string, number>();
  private otherOutcomes = new Set<PressOutcome>();
  /** The presses in progress, outermost first. */
  private activeOutcomes: PressOutcome[] = [];
  private presses: string[] = [];
  private session: CrawlSession = { user: { ids: {}, texts: [] }, cookies: [] };
  private nextSession: Promise<CrawlSession> | undefined;
  /** Something was sent as this user: the next page gets another user. */
  private isDirty = true;
  /** A press signed the user out or switched users: no more presses as this user. */
  private isSignedOut = false;
  /** The current page and the presses since it was opened; null: unknown. */
  private currentKey: string | null = null;
  /** The page's states after opening it and after each press, as long as nothing was sent. */
  private cleanStates: { key: string; state: PageState }[] = [];
  /** The same, including states after something was sent: used to return to them. */
  private knownStates = new Map<string, PageState>();
  private links: LinkChecker;
  private role: Role;
  private site: CrawlSite;
  private tab: Tab;
  private registry: PressRegistry;
  private onProgress: () => void;
  private onlyRoutes: ReadonlySet<string> | null;
  private statusOf: (route: string) => number | null;

  /** @param statusOf the status of a page that this role may not see */
  constructor(role: Role, place: CrawlSite, tab: Tab, shared: SharedCrawlState, statusOf: (route: string) => number | null) {
    this.role = role;
    this.site = place;
    this.tab = tab;
    this.registry = shared.registry;
    this.onProgress = shared.onProgress;
    this.onlyRoutes = shared.onlyRoutes;
    this.statusOf = statusOf;
    this.links = new LinkChecker(tab, role, shared.linkResponses);
  }

  /** The result, once all crawls are done. */
  getResult(): CrawlResult {
    const asked = new Set(
      [...this.tab.traffic.requestedPaths, ...[...this.otherOutcomes].flatMap((outcome) => [...outcome.requestedPaths])].map(findRoute),
    );
    // If only some buttons are pressed, not all routes can be reached.
    const unreached =
      this.onlyRoutes !== null
        ? []
        : ROUTES.filter((route) => mustBeReachedBy(this.role, route) && !this.linkedRoutes.has(route) && !asked.has(route));
    return {
      issues: [
        ...[...this.issues].map(([fault, times]) => (times > 1 ? `${fault} (${times} times)` : fault)),
        ...unreached.map((route) => `${this.role}: no link and no button leads to ${route}`),
      ],
      pages: this.frontier.listUrls(),
      links: this.links.count(),
      clickedLinks: this.clickedLinks,
      presses: this.presses,
    };
  }

  private get user(): CrawlUser {
    return this.session.user;
  }

  private reportIssue(where: string, what: string): void {
    const fault = `${this.role} on ${toTemplate(this.user, where)}: ${toTemplate(this.user, what)}`;
    this.issues.set(fault, (this.issues.get(fault) ?? 0) + 1);
  }

  /** Follows the links and opens pages, a few of each kind, and all paths without parameters. Presses everything on them. */
  async run(): Promise<void> {
    this.enqueue('/');
    for (const route of STATIC_PAGES) this.enqueue(route);
    if (this.role !== 'visitor') for (const address of ['/till/{open}', '/profile/{friend}']) this.enqueue(address);
    this.enqueue('/there-is-no-such-page');
    const teams: string[] = [];
    for (let address = this.frontier.next(); address !== undefined; address = await this.getNextUrl()) {
      const looked = await this.reachState(address, []);
      if (looked === null) continue;
      for (const fault of looked.issues) this.reportIssue(address, fault);
      await this.collectLinks(looked.links, address);
      if (!this.isSelected(address)) continue;
      // Staff actions affect all pages: they come last.
      if (isStaffRoute(address)) teams.push(address);
      else await this.pressAll(address, looked);
    }
    await this.checkLinks();
    for (const address of teams) {
      const looked = await this.reachState(address, []);
      if (looked !== null) await this.pressAll(address, looked);
    }
    await this.checkLinks();
    await this.nextSession;
  }

  /** The next page; when there is none, pages that others discovered by a press that counts for this role too. */
  private async getNextUrl(): Promise<string | undefined> {
    const next = this.frontier.next();
    if (next !== undefined) return next;
    for (const outcome of this.otherOutcomes) {
      await outcome.finished;
      for (const address of outcome.discoveredUrls) this.enqueue(address);
    }
    return this.frontier.next();
  }

  private isSelected(address: string): boolean {
    return (
      this.onlyRoutes === null ||
      this.onlyRoutes.has(findRoute(new URL(fillTemplate(this.user, address), this.site.origin).pathname) ?? '/*')
    );
  }

  private async pressAll(address: string, looked: PageSnapshot): Promise<void> {
    await this.explore(address, [], looked);
    await this.followLinks(address, looked);
  }

  private async checkLinks(): Promise<void> {
    for (const { from, fault } of await this.links.checkPending()) this.reportIssue(from, fault);
  }

  /** Opens a page and waits until everything on it has loaded. */
  private async open(named: string): Promise<PageSnapshot | null> {
    this.onProgress();
    await prepareForUrl(named, this.user, this.tab.context, this.site);
    const address = fillTemplate(this.user, named);
    const { pathname } = new URL(address, this.site.origin);
    const route = findRoute(pathname);
    const expected = route === null ? 404 : this.statusOf(route);
    [this.currentKey, this.cleanStates] = [null, []];
    this.knownStates.clear();
    try {
      const status = await this.tab.goto(address, expected);
      if (expected !== null && status !== expected) this.reportIssue(address, `answered ${status} and not ${expected}`);
      const looked = await this.snapshot();
      for (const fault of this.tab.traffic.drain().faults) this.reportIssue(address, fault);
      const { pathname: path, search } = this.tab.url();
      this.links.recordOpened(address, status, path + search, looked.ids);
      this.recordState(toStateKey(named, []), looked.state);
      return looked;
    } catch (error) {
      for (const fault of this.tab.traffic.drain().faults) this.reportIssue(address, fault);
      this.reportIssue(address, `could not be opened: ${String(error).split('\n')[0]}`);
      return null;
    }
  }

  private recordState(key: string, state: PageState | null): void {
    this.currentKey = state && key;
    if (!state) return;
    this.knownStates.set(key, state);
    if (!this.isDirty) this.cleanStates.push({ key, state });
  }

  private snapshot(): Promise<PageSnapshot> {
    return this.tab.snapshot(this.user.texts);
  }

  /** Checks all links, and queues pages of a new kind. */
  private async collectLinks(links: FoundLink[], from: string): Promise<void> {
    const address = fillTemplate(this.user, from);
    const checked = links.map((link) => {
      // Links to the user's own data are checked as this user; and staff actions may remove what was there.
      const isUrgent = isStaffRoute(from) || toTemplate(this.user, link.href) !== link.href || link.href.startsWith('/dev/');
      return this.links.checkFoundLink(link, address, isUrgent);
    });
    for (const fault of (await Promise.all(checked)).flat()) this.reportIssue(from, fault);
    for (const { href } of links) {
      const url = URL.parse(href, this.site.origin + address);
      if (url?.origin !== this.site.origin) continue;
      const route = findRoute(url.pathname);
      if (route === null) continue;
      this.linkedRoutes.add(route);
      this.discover(toTemplate(this.user, url.pathname + url.search));
    }
  }

  private enqueue(address: string): void {
    this.frontier.add(address, new URL(fillTemplate(this.user, address), this.site.origin));
  }

  /** Queues a page, and records it for all roles that share the presses in progress. */
  private discover(address: string): void {
    this.enqueue(address);
    for (const outcome of this.activeOutcomes) outcome.discoveredUrls.add(address);
  }

  /** Switches to a new user with the same data. The one after that is created meanwhile. */
  private async startNextSession(): Promise<void> {
    this.session = await (this.nextSession ?? this.prepareSession());
    this.nextSession = this.prepareSession();
    this.isDirty = this.isSignedOut = false;
  }

  private prepareSession(): Promise<CrawlSession> {
    const coming = createCrawlSession(this.role, this.site);
    // The code that awaits it handles the error.
    coming.catch(() => {});
    return coming;
  }

  /**
   * Opens the page and repeats the previous presses; null when a button no longer exists. Steps that are still in effect are not repeated.
   */
  private async reachState(address: string, steps: PressStep[]): Promise<PageSnapshot | null> {
    if (this.currentKey === toStateKey(address, steps)) return this.snapshot();
    let done = this.isDirty ? -1 : steps.findLastIndex((_step, nth) => this.currentKey === toStateKey(address, steps.slice(0, nth)));
    let looked: PageSnapshot | null;
    if (done >= 0) looked = await this.snapshot();
    else {
      if (this.isDirty) await this.startNextSession();
      await this.tab.reset(this.session.cookies);
      looked = await this.open(address);
      done = 0;
    }
    for (const [nth, step] of steps.entries()) {
      if (nth < done) continue;
      const button = looked?.buttons.find(({ kind }) => kind === step.kind);
      if (!button) return null;
      const { sent } = await press(this.tab, button, step.fill, this.user.texts);
      if (sent) [this.isDirty, this.cleanStates] = [true, []];
      looked = await this.snapshot();
      this.recordState(toStateKey(address, steps.slice(0, nth + 1)), looked.state);
    }
    return looked;
  }

  /** Buttons of the frame are pressed once; buttons of a page, once per route: the actual route, whichever URL was requested. */
  private toScopeKey(button: FoundButton): string {
    return `${button.isChrome ? '' : (findRoute(this.tab.url().pathname) ?? '/*')} ${button.kind}`;
  }

  /** Equal for all signed-in roles that meet the button in the same surroundings; visitors are redirected elsewhere. */
  private toSharedKey(button: FoundButton): string {
    return `${this.role === 'visitor' ? 'visitor' : 'member'} ${this.toScopeKey(button)} in ${button.around}`;
  }

  private toRowKey(button: FoundButton): string {
    return this.toScopeKey(button).replace(/"[^"]*"/, '');
  }

  private isNewButton(button: FoundButton): boolean {
    return (
      !this.seenButtons.has(this.toScopeKey(button)) &&
      (!button.kind.startsWith('a row of ') || (this.pressesByRow.get(this.toRowKey(button)) ?? 0) < PRESSES_PER_ROW_MAX)
    );
  }

  /** Claims the buttons that nobody has pressed yet. For the others, only checks whether they could be pressed here. */
  private async claimButtons({ buttons }: PageSnapshot, where: string): Promise<[FoundButton, PressOutcome][]> {
    const own: [FoundButton, PressOutcome][] = [];
    for (const button of buttons) {
      if (!this.isNewButton(button)) continue;
      this.seenButtons.add(this.toScopeKey(button));
      this.pressesByRow.set(this.toRowKey(button), (this.pressesByRow.get(this.toRowKey(button)) ?? 0) + 1);
      const others = this.registry.find(this.toSharedKey(button));
      if (!others) {
        own.push([button, this.registry.claim(this.toSharedKey(button))]);
        continue;
      }
      this.otherOutcomes.add(others);
      const { coveredBy: over } = await scrollToButton(this.tab, button.at);
      if (over !== null) this.reportIssue(where, `the button '${button.name}' cannot be pressed: this lies over it: ${over}`);
    }
    return own;
  }

  /** Presses new buttons of a page after these steps, and those that they reveal. */
  private async explore(address: string, steps: PressStep[], seen: PageSnapshot): Promise<void> {
    const where = [address, ...steps.map(({ name, fill }) => `'${name}'${fill ? ' filled in' : ''}`)].join(' > ');
    for (const [button, outcome] of await this.claimButtons(seen, where)) {
      this.activeOutcomes.push(outcome);
      try {
        await this.pressButton(button, address, steps, where);
      } finally {
        this.activeOutcomes.pop();
        outcome.finish();
      }
    }
  }

  /** Presses a button with its form empty, and with it filled in: on the current page, or on the page opened again. */
  private async pressButton(
    { kind, name, canFill, needsFill }: FoundButton,
    address: string,
    steps: PressStep[],
    where: string,
  ): Promise<void> {
    for (const fill of needsFill ? [true] : canFill ? [false, true] : [false]) {
      this.onProgress();
      this.presses.push(`${where} > '${name}'${fill ? ' filled in' : ''}`);
      const isFresh = this.currentKey === toStateKey(address, steps);
      const there = findButton(await this.snapshotIfStillOn(address), kind);
      let led = there && (await this.pressAndCheck(there, fill, address, where, isFresh));
      if (!led?.isReliable) {
        const anew = await this.findOnFreshPage(kind, address, steps);
        // A toast closes on its own.
        if (!anew && !/\.toasts /.test(kind))
          this.reportIssue(where, `the button '${name}' was there once, and not the second time (${kind})`);
        led = anew && (await this.pressAndCheck(anew, fill, address, where, true));
      }
      if (led?.looked && steps.length < PRESS_DEPTH_MAX) {
        const further = [...steps, { kind, name, fill }];
        this.recordState(toStateKey(address, further), led.looked.state);
        await this.explore(address, further, led.looked);
      }
      await this.goBack(address, steps);
    }
  }

  /** A snapshot of the current page, if it is still the one at this URL. */
  private async snapshotIfStillOn(address: string): Promise<PageSnapshot | null> {
    const isThere = this.tab.url().pathname === new URL(fillTemplate(this.user, address), this.site.origin).pathname;
    return isThere && !this.isSignedOut && this.knownStates.size > 0 ? this.snapshot() : null;
  }

  /** Finds a button on a freshly opened page, after only the presses that lead to it. */
  private async findOnFreshPage(kind: string, address: string, steps: PressStep[]): Promise<ButtonOnPage | undefined> {
    const find = (looked: PageSnapshot | null) => findButton(looked, kind);
    if (!this.isDirty) {
      const there = find(await this.reachState(address, steps));
      if (there) return there;
      this.isDirty = true;
    }
    // A site-wide switch keeps its position: so the first button of the steps may be gone.
    return find(await this.reachState(address, steps)) ?? find(await this.reachState(address, []));
  }

  /**
   * Presses a button and reports what is wrong with the result.
   * @param isFresh false if something was pressed there before: then a button without effect is not reported yet, and issues are not
   * certain
   */
  private async pressAndCheck(
    { button, before }: ButtonOnPage,
    fill: boolean,
    address: string,
    where: string,
    isFresh: boolean,
  ): Promise<PressLead> {
    const { tab } = this;
    const here = tab.url().pathname;
    const it = `the button '${button.name}'${fill ? ' with its form filled in' : ''}`;
    const pressing = await press(tab, button, fill, this.user.texts);
    const { issues: faults, sent, requestedPaths: asked, failure: trouble, stillBusy: hangs } = pressing;
    for (const fault of faults) this.reportIssue(where, `${it}: ${fault}`);
    for (const outcome of this.activeOutcomes) for (const path of asked) outcome.requestedPaths.add(path);
    const wrong = findPressIssue(pressing, button, fill);
    if (wrong !== null && isFresh) this.reportIssue(where, `${it} ${wrong}`);
    const isSure = wrong === null || isFresh;
    const after = trouble === undefined && hangs === undefined ? (pressing.state ?? (await tab.state())) : null;
    if (sent || after === null) this.isDirty = true;
    this.isSignedOut ||= after === null || (sent && !(await tab.hasSameSession(this.session.cookies)));
    if (this.isDirty) this.cleanStates = [];
    else if (before && this.cleanStates.at(-1)?.key === this.currentKey)
      this.cleanStates.splice(-1, 1, { key: this.currentKey ?? '', state: before });
    if (!sent && after && before && after.text === before.text && after.documentId === before.documentId)
      return { looked: null, isReliable: isSure };
    this.currentKey = null;
    if (after === null) return { looked: null, isReliable: isSure };
    const { pathname, search } = tab.url();
    if (pathname !== here) {
      this.discover(toTemplate(this.user, pathname + search));
      return { looked: null, isReliable: isSure };
    }
    const looked = await this.snapshot();
    await this.collectLinks(looked.links, address);
    return { looked: isSure && looked.buttons.some((one) => this.isNewButton(one)) ? looked : null, isReliable: isSure };
  }

  /** Undoes what a user could undo, with the back button or Escape. Then the page may be as before and need not be opened again. */
  private async goBack(address: string, steps: PressStep[]): Promise<void> {
    const { page, traffic } = this.tab;
    const key = toStateKey(address, steps);
    const wanted = this.knownStates.get(key);
    if (this.currentKey === key || this.isSignedOut || !wanted) return;
    const now = await this.tab.state().catch(() => null);
    if (now?.documentId !== wanted.documentId || this.restoreCleanState(now)) return;
    const undo: (() => Promise<unknown>)[] = [];
    const back = wanted.historyIndex - now.historyIndex;
    if (back < 0) undo.push(() => this.tab.goToHistoryEntry(wanted.historyIndex));
    if (now.openCount > wanted.openCount) undo.push(() => page.keyboard.press('Escape'));
    for (const each of undo) {
      await each();
      const busy = await this.tab.untilIdle();
      const { faults, sent } = traffic.drain();
      for (const fault of busy === null ? faults : [...faults, busy]) this.reportIssue(address, `going back to it: ${fault}`);
      if (sent) [this.isDirty, this.cleanStates] = [true, []];
      if (busy !== null) this.isSignedOut = this.isDirty = true;
      if (busy !== null || this.restoreCleanState(await this.tab.state().catch(() => null))) return;
    }
  }

  /** Whether the page is in an earlier state of these steps. */
  private restoreCleanState(now: PageState | null): boolean {
    const nth = this.cleanStates.findLastIndex(({ state }) => state.text === now?.text && state.documentId === now.documentId);
    if (nth < 0) return false;
    this.currentKey = this.cleanStates[nth]?.key ?? null;
    this.cleanStates.length = nth + 1;
    return true;
  }

  /** The links on a page to routes to which no link was followed yet. */
  private listLinksToFollow(looked: PageSnapshot, address: string): { link: FoundLink; url: URL; route: string }[] {
    const found = looked.links.flatMap((link) => {
      const url = URL.parse(link.href, this.site.origin + fillTemplate(this.user, address));
      const isOurs = url?.origin === this.site.origin && link.target !== '_blank' && link.at !== undefined && !link.href.startsWith('#');
      const route = isOurs && url ? findRoute(url.pathname) : null;
      return url && route !== null && isPage(route, url.pathname) && !this.registry.isFollowed(this.toFollowKey(route))
        ? [{ link, url, route }]
        : [];
    });
    return found.filter(({ route }, index) => found.findIndex((one) => one.route === route) === index);
  }

  private toFollowKey(route: string): string {
    return `${this.role === 'visitor' ? 'visitor' : 'member'} ${route}`;
  }

  /** Follows links by clicking, one per route: client-side navigation differs from opening the URL. */
  private async followLinks(address: string, seen: PageSnapshot): Promise<void> {
    const { page, traffic } = this.tab;
    for (const { link, route } of this.listLinksToFollow(seen, address)) {
      const now = (await this.snapshotIfStillOn(address)) ?? (await this.reachState(address, []));
      const same = now && this.listLinksToFollow(now, address).find((one) => one.route === route && one.link.name === link.name);
      if (!same) continue;
      this.registry.markFollowed(this.toFollowKey(route));
      this.clickedLinks++;
      const it = `the link to '${same.link.href}'`;
      const handle = (await page.evaluateHandle((at) => window.crawl.link(at) ?? null, same.link.at ?? -1)).asElement();
      this.currentKey = null;
      try {
        const ends = await this.links.resolveTarget(same.url.pathname + same.url.search);
        await handle?.click({ timeout: HANG_MS, noWaitAfter: true });
        const busy = await this.tab.untilIdle();
        if (busy !== null) this.reportIssue(address, `${it}: ${busy}`);
        else if (this.tab.url().pathname !== new URL(ends, this.site.origin).pathname)
          this.reportIssue(address, `${it} does not lead there when it is pressed, but to ${page.url()}`);
      } catch (error) {
        this.reportIssue(address, `${it} cannot be pressed: ${String(error).split('\n')[0]}`);
      }
      for (const fault of traffic.drain().faults) this.reportIssue(address, `pressing ${it}: ${fault}`);
      await this.goBack(address, []);
    }
  }
}
