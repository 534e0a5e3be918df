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

// Goes everywhere and presses everything, as one person after the other who all have the same.

/** So many presses one after the other: a button, one in what it opened, one in what that opened. */
const PRESS_DEPTH_MAX = 3;
/** Equal buttons of a list say their row's name: so many of them are pressed. */
const PRESSES_PER_ROW_MAX = 4;

/** A press: which button, and whether its form is filled before. */
type PressStep = { kind: string; name: string; fill: boolean };
/** A button, and what its page is like before it is pressed. */
type ButtonOnPage = { button: FoundButton; before: PageState | null };
/** What a press led to: what can be pressed now, where that is new. `isSure`: what is wrong with it is not for what was pressed before. */
type PressLead = { looked: PageSnapshot | null; isReliable: boolean };
export type CrawlResult = { issues: string[]; pages: string[]; links: number; clickedLinks: number; presses: string[] };
/** What those who crawl at the same time know of each other. */
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

/** What is wrong with what came of a press. */
function findPressIssue(
  { effects, issues: faults, saysMissing, failure: trouble, isRemoved: isGone, stillBusy: hangs }: PressResult,
  button: FoundButton,
  fill: boolean,
): string | null {
  // A toast goes by itself.
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
  /** What this role met, by route and kind, and what came of it, whoever pressed it. */
  private seenButtons = new Set<string>();
  private pressesByRow = new Map<string, number>();
  private otherOutcomes = new Set<PressOutcome>();
  /** What is being pressed now, the outermost first. */
  private activeOutcomes: PressOutcome[] = [];
  private presses: string[] = [];
  private session: CrawlSession = { user: { ids: {}, texts: [] }, cookies: [] };
  private nextSession: Promise<CrawlSession> | undefined;
  /** Something was sent as this person: the next page is somebody else's. */
  private isDirty = true;
  /** Signed out, or somebody else by what was pressed: nothing more is pressed as them. */
  private isSignedOut = false;
  /** Which page this is, and after which presses; null: nobody knows. */
  private currentKey: string | null = null;
  /** What the page was like when it was opened and after each of the presses, as long as nothing was sent. */
  private cleanStates: { key: string; state: PageState }[] = [];
  /** The same, also where something was sent since: how to get back to it. */
  private knownStates = new Map<string, PageState>();
  private links: LinkChecker;
  private role: Role;
  private site: CrawlSite;
  private tab: Tab;
  private registry: PressRegistry;
  private onProgress: () => void;
  private onlyRoutes: ReadonlySet<string> | null;
  private statusOf: (route: string) => number | null;

  /** @param statusOf what a page answers to this role, where that is not a page of theirs */
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

  /** What was found, once everybody is back. */
  getResult(): CrawlResult {
    const asked = new Set(
      [...this.tab.traffic.requestedPaths, ...[...this.otherOutcomes].flatMap((deed) => [...deed.requestedPaths])].map(findRoute),
    );
    // Where not everything is pressed, not everything is reached.
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

  /** Opens pages, one of each kind, along the links; what can be typed is opened too. Presses everything on them. */
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
      // What the team does is felt on all pages: it is done when all were seen.
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

  /** The next page; where there is none, what others came to by a press that counts for this role too. */
  private async getNextUrl(): Promise<string | undefined> {
    const next = this.frontier.next();
    if (next !== undefined) return next;
    for (const deed of this.otherOutcomes) {
      await deed.finished;
      for (const address of deed.discoveredUrls) this.enqueue(address);
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

  /** The page at an address, once everything on it has come. */
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

  /** Notes where all links lead, and pages of a new kind. */
  private async collectLinks(links: FoundLink[], from: string): Promise<void> {
    const address = fillTemplate(this.user, from);
    const checked = links.map((link) => {
      // What is this person's is asked as them; and what the team did may take away what was there.
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

  /** A page to open, for all who could press what is pressed now. */
  private discover(address: string): void {
    this.enqueue(address);
    for (const deed of this.activeOutcomes) deed.discoveredUrls.add(address);
  }

  /** Somebody else with the same things, who has done nothing yet. The one after is brought meanwhile. */
  private async startNextSession(): Promise<void> {
    this.session = await (this.nextSession ?? this.prepareSession());
    this.nextSession = this.prepareSession();
    this.isDirty = this.isSignedOut = false;
  }

  private prepareSession(): Promise<CrawlSession> {
    const coming = createCrawlSession(this.role, this.site);
    // Who awaits it hears of what went wrong.
    coming.catch(() => {});
    return coming;
  }

  /** The page, and on it what was pressed before; null where that is not there any more. What is there still is not done again. */
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

  /** What is around every page is pressed once; what is on a page, once for the route: the one it is, wherever it was asked for. */
  private toScopeKey(button: FoundButton): string {
    return `${button.isChrome ? '' : (findRoute(this.tab.url().pathname) ?? '/*')} ${button.kind}`;
  }

  /** The same for all who meet it in the same surroundings: whoever is signed in; a visitor is led elsewhere. */
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

  /** Takes what nobody pressed yet; of what others pressed or will press, only whether it could be pressed here is told. */
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

  /** Presses what is new on a page, after these presses, and in what that opens. */
  private async explore(address: string, steps: PressStep[], seen: PageSnapshot): Promise<void> {
    const where = [address, ...steps.map(({ name, fill }) => `'${name}'${fill ? ' filled in' : ''}`)].join(' > ');
    for (const [button, deed] of await this.claimButtons(seen, where)) {
      this.activeOutcomes.push(deed);
      try {
        await this.pressButton(button, address, steps, where);
      } finally {
        this.activeOutcomes.pop();
        deed.finish();
      }
    }
  }

  /** A button with its form empty, and with it filled in: where it stands still, or on the page opened anew. */
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
        // A toast goes by itself.
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

  /** What can be pressed on the page as it is now, where it is still the one at this address. */
  private async snapshotIfStillOn(address: string): Promise<PageSnapshot | null> {
    const isThere = this.tab.url().pathname === new URL(fillTemplate(this.user, address), this.site.origin).pathname;
    return isThere && !this.isSignedOut && this.knownStates.size > 0 ? this.snapshot() : null;
  }

  /** A button on its page as nobody has pressed anything there yet, but for what leads to it. */
  private async findOnFreshPage(kind: string, address: string, steps: PressStep[]): Promise<ButtonOnPage | undefined> {
    const find = (looked: PageSnapshot | null) => findButton(looked, kind);
    if (!this.isDirty) {
      const there = find(await this.reachState(address, steps));
      if (there) return there;
      this.isDirty = true;
    }
    // A switch of the whole site stays where it was put: what was to be pressed first is not there any more.
    return find(await this.reachState(address, steps)) ?? find(await this.reachState(address, []));
  }

  /**
   * Presses a button and says what is wrong with what came of it.
   * @param isFresh else something was pressed there before: that the button does nothing then is not told yet, and nothing is sure
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
    for (const deed of this.activeOutcomes) for (const path of asked) deed.requestedPaths.add(path);
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

  /** Makes undone what a person could: a step back, Escape. The page is then perhaps as it was, and need not be opened anew. */
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

  /** Whether the page is as it was before, here or after fewer presses. */
  private restoreCleanState(now: PageState | null): boolean {
    const nth = this.cleanStates.findLastIndex(({ state }) => state.text === now?.text && state.documentId === now.documentId);
    if (nth < 0) return false;
    this.currentKey = this.cleanStates[nth]?.key ?? null;
    this.cleanStates.length = nth + 1;
    return true;
  }

  /** Links on a page that lead to a route to which none was followed yet. */
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

  /** Follows links by hand, one to each route: the way through the page's own scripts is another one than by the address. */
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
