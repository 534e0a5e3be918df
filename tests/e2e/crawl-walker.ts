import { Frontier, isPage, isTeams, type Deed, type Pressed } from './crawl-frontier.ts';
import { HANG_MS } from './crawl-idle.ts';
import { Links, type Answers } from './crawl-links.ts';
import type { FoundButton, FoundLink, Looked, State } from './crawl-page.ts';
import { press, reach, type Pressing } from './crawl-press.ts';
import { isFor, routeOf, ROUTES, TYPED } from './crawl-routes.ts';
import type { Tab } from './crawl-tab.ts';
import { bringFor, fillIn, nameIn, prepare, type Newcomer, type Place, type Role, type World } from './crawl-world.ts';

// Goes everywhere and presses everything, as one person after the other who all have the same.

/** So many presses one after the other: a button, one in what it opened, one in what that opened. */
const DEPTH_MAX = 3;
/** Equal buttons of a list say their row's name: so many of them are pressed. */
const ROWS_MAX = 4;

/** A press: which button, and whether its form is filled before. */
type Step = { kind: string; name: string; fill: boolean };
/** A button, and what its page is like before it is pressed. */
type There = { button: FoundButton; before: State | null };
/** What a press led to: what can be pressed now, where that is new. `isSure`: what is wrong with it is not for what was pressed before. */
type Led = { looked: Looked | null; isSure: boolean };
export type Found = { faults: string[]; pages: string[]; links: number; clicked: number; presses: string[] };
/** What those who crawl at the same time know of each other. */
export type Shared = { pressed: Pressed; answers: Answers; goesOn: () => void; only: ReadonlySet<string> | null };

function findIn(looked: Looked | null, kind: string): There | undefined {
  const button = looked?.buttons.find((one) => one.kind === kind);
  return button && { button, before: looked?.state ?? null };
}

const keyOf = (address: string, steps: Step[]) => JSON.stringify([address, ...steps.map(({ kind, fill }) => [kind, fill])]);

/** What is wrong with what came of a press. */
function wrongWith({ effects, faults, saysMissing, trouble, isGone, hangs }: Pressing, button: FoundButton, fill: boolean): string | null {
  // A toast goes by itself.
  if (isGone && /\.toasts /.test(button.kind)) return null;
  if (trouble !== undefined) return `cannot be pressed: ${trouble}`;
  if (hangs !== undefined) return `and then: ${hangs}`;
  if (effects.length === 0 && faults.length === 0) return `does nothing (${button.kind})`;
  if (fill || button.missing.length === 0 || saysMissing) return null;
  return `does not say that '${button.missing.join("', '")}' is missing: ${effects.join(', ')}`;
}

export class Walker {
  private faults = new Map<string, number>();
  private frontier = new Frontier();
  private linked = new Set<string>();
  private clicked = 0;
  /** What this role met, by route and kind, and what came of it, whoever pressed it. */
  private met = new Set<string>();
  private rows = new Map<string, number>();
  private deeds = new Set<Deed>();
  /** What is being pressed now, the outermost first. */
  private doing: Deed[] = [];
  private presses: string[] = [];
  private who: Newcomer = { world: { ids: {}, texts: [] }, cookies: [] };
  private coming: Promise<Newcomer> | undefined;
  /** Something was sent as this person: the next page is somebody else's. */
  private isUsed = true;
  /** Signed out, or somebody else by what was pressed: nothing more is pressed as them. */
  private isOut = false;
  /** Which page this is, and after which presses; null: nobody knows. */
  private position: string | null = null;
  /** What the page was like when it was opened and after each of the presses, as long as nothing was sent. */
  private trail: { key: string; state: State }[] = [];
  /** The same, also where something was sent since: how to get back to it. */
  private arrived = new Map<string, State>();
  private links: Links;
  private role: Role;
  private place: Place;
  private tab: Tab;
  private pressed: Pressed;
  private goesOn: () => void;
  private only: ReadonlySet<string> | null;
  private statusOf: (route: string) => number | null;

  /** @param statusOf what a page answers to this role, where that is not a page of theirs */
  constructor(role: Role, place: Place, tab: Tab, shared: Shared, statusOf: (route: string) => number | null) {
    this.role = role;
    this.place = place;
    this.tab = tab;
    this.pressed = shared.pressed;
    this.goesOn = shared.goesOn;
    this.only = shared.only;
    this.statusOf = statusOf;
    this.links = new Links(tab, role, shared.answers);
  }

  /** What was found, once everybody is back. */
  found(): Found {
    const asked = new Set([...this.tab.traffic.asked, ...[...this.deeds].flatMap((deed) => [...deed.asked])].map(routeOf));
    // Where not everything is pressed, not everything is reached.
    const unreached =
      this.only !== null ? [] : ROUTES.filter((route) => isFor(this.role, route) && !this.linked.has(route) && !asked.has(route));
    return {
      faults: [
        ...[...this.faults].map(([fault, times]) => (times > 1 ? `${fault} (${times} times)` : fault)),
        ...unreached.map((route) => `${this.role}: no link and no button leads to ${route}`),
      ],
      pages: this.frontier.all(),
      links: this.links.count(),
      clicked: this.clicked,
      presses: this.presses,
    };
  }

  private get world(): World {
    return this.who.world;
  }

  private fault(where: string, what: string): void {
    const fault = `${this.role} on ${nameIn(this.world, where)}: ${nameIn(this.world, what)}`;
    this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1);
  }

  /** Opens pages, one of each kind, along the links; what can be typed is opened too. Presses everything on them. */
  async walk(): Promise<void> {
    this.enqueue('/');
    for (const route of TYPED) this.enqueue(route);
    if (this.role !== 'visitor') for (const address of ['/till/{open}', '/profile/{friend}']) this.enqueue(address);
    this.enqueue('/there-is-no-such-page');
    const teams: string[] = [];
    for (let address = this.frontier.next(); address !== undefined; address = await this.nextOrLed()) {
      const looked = await this.arrive(address, []);
      if (looked === null) continue;
      for (const fault of looked.faults) this.fault(address, fault);
      await this.follow(looked.links, address);
      if (!this.isAskedFor(address)) continue;
      // What the team does is felt on all pages: it is done when all were seen.
      if (isTeams(address)) teams.push(address);
      else await this.pressAll(address, looked);
    }
    await this.askLinks();
    for (const address of teams) {
      const looked = await this.arrive(address, []);
      if (looked !== null) await this.pressAll(address, looked);
    }
    await this.askLinks();
    await this.coming;
  }

  /** The next page; where there is none, what others came to by a press that counts for this role too. */
  private async nextOrLed(): Promise<string | undefined> {
    const next = this.frontier.next();
    if (next !== undefined) return next;
    for (const deed of this.deeds) {
      await deed.over;
      for (const address of deed.leads) this.enqueue(address);
    }
    return this.frontier.next();
  }

  private isAskedFor(address: string): boolean {
    return this.only === null || this.only.has(routeOf(new URL(fillIn(this.world, address), this.place.origin).pathname) ?? '/*');
  }

  private async pressAll(address: string, looked: Looked): Promise<void> {
    await this.explore(address, [], looked);
    await this.click(address, looked);
  }

  private async askLinks(): Promise<void> {
    for (const { from, fault } of await this.links.ask()) this.fault(from, fault);
  }

  /** The page at an address, once everything on it has come. */
  private async open(named: string): Promise<Looked | null> {
    this.goesOn();
    await bringFor(named, this.world, this.tab.context, this.place);
    const address = fillIn(this.world, named);
    const { pathname } = new URL(address, this.place.origin);
    const route = routeOf(pathname);
    const expected = route === null ? 404 : this.statusOf(route);
    [this.position, this.trail] = [null, []];
    this.arrived.clear();
    try {
      const status = await this.tab.goto(address, expected);
      if (expected !== null && status !== expected) this.fault(address, `answered ${status} and not ${expected}`);
      const looked = await this.look();
      for (const fault of this.tab.traffic.take().faults) this.fault(address, fault);
      const { pathname: path, search } = this.tab.url();
      this.links.wasOpened(address, status, path + search, looked.ids);
      this.isAt(keyOf(named, []), looked.state);
      return looked;
    } catch (error) {
      for (const fault of this.tab.traffic.take().faults) this.fault(address, fault);
      this.fault(address, `could not be opened: ${String(error).split('\n')[0]}`);
      return null;
    }
  }

  private isAt(key: string, state: State | null): void {
    this.position = state && key;
    if (!state) return;
    this.arrived.set(key, state);
    if (!this.isUsed) this.trail.push({ key, state });
  }

  private look(): Promise<Looked> {
    return this.tab.look(this.world.texts);
  }

  /** Notes where all links lead, and pages of a new kind. */
  private async follow(links: FoundLink[], from: string): Promise<void> {
    const address = fillIn(this.world, from);
    const checked = links.map((link) => {
      // What is this person's is asked as them; and what the team did may take away what was there.
      const isUrgent = isTeams(from) || nameIn(this.world, link.href) !== link.href || link.href.startsWith('/dev/');
      return this.links.faultsOf(link, address, isUrgent);
    });
    for (const fault of (await Promise.all(checked)).flat()) this.fault(from, fault);
    for (const { href } of links) {
      const url = URL.parse(href, this.place.origin + address);
      if (url?.origin !== this.place.origin) continue;
      const route = routeOf(url.pathname);
      if (route === null) continue;
      this.linked.add(route);
      this.lead(nameIn(this.world, url.pathname + url.search));
    }
  }

  private enqueue(address: string): void {
    this.frontier.add(address, new URL(fillIn(this.world, address), this.place.origin));
  }

  /** A page to open, for all who could press what is pressed now. */
  private lead(address: string): void {
    this.enqueue(address);
    for (const deed of this.doing) deed.leads.add(address);
  }

  /** Somebody else with the same things, who has done nothing yet. The one after is brought meanwhile. */
  private async renew(): Promise<void> {
    this.who = await (this.coming ?? this.bring());
    this.coming = this.bring();
    this.isUsed = this.isOut = false;
  }

  private bring(): Promise<Newcomer> {
    const coming = prepare(this.role, this.place);
    // Who awaits it hears of what went wrong.
    coming.catch(() => {});
    return coming;
  }

  /** The page, and on it what was pressed before; null where that is not there any more. What is there still is not done again. */
  private async arrive(address: string, steps: Step[]): Promise<Looked | null> {
    if (this.position === keyOf(address, steps)) return this.look();
    let done = this.isUsed ? -1 : steps.findLastIndex((_step, nth) => this.position === keyOf(address, steps.slice(0, nth)));
    let looked: Looked | null;
    if (done >= 0) looked = await this.look();
    else {
      if (this.isUsed) await this.renew();
      await this.tab.forget(this.who.cookies);
      looked = await this.open(address);
      done = 0;
    }
    for (const [nth, step] of steps.entries()) {
      if (nth < done) continue;
      const button = looked?.buttons.find(({ kind }) => kind === step.kind);
      if (!button) return null;
      const { sent } = await press(this.tab, button, step.fill, this.world.texts);
      if (sent) [this.isUsed, this.trail] = [true, []];
      looked = await this.look();
      this.isAt(keyOf(address, steps.slice(0, nth + 1)), looked.state);
    }
    return looked;
  }

  /** What is around every page is pressed once; what is on a page, once for the route: the one it is, wherever it was asked for. */
  private scopeOf(button: FoundButton): string {
    return `${button.isChrome ? '' : (routeOf(this.tab.url().pathname) ?? '/*')} ${button.kind}`;
  }

  /** The same for all who meet it in the same surroundings: whoever is signed in; a visitor is led elsewhere. */
  private sharedOf(button: FoundButton): string {
    return `${this.role === 'visitor' ? 'visitor' : 'member'} ${this.scopeOf(button)} in ${button.around}`;
  }

  private rowOf(button: FoundButton): string {
    return this.scopeOf(button).replace(/"[^"]*"/, '');
  }

  private isUnmet(button: FoundButton): boolean {
    return (
      !this.met.has(this.scopeOf(button)) && (!button.kind.startsWith('a row of ') || (this.rows.get(this.rowOf(button)) ?? 0) < ROWS_MAX)
    );
  }

  /** Takes what nobody pressed yet; of what others pressed or will press, only whether it could be pressed here is told. */
  private async take({ buttons }: Looked, where: string): Promise<[FoundButton, Deed][]> {
    const own: [FoundButton, Deed][] = [];
    for (const button of buttons) {
      if (!this.isUnmet(button)) continue;
      this.met.add(this.scopeOf(button));
      this.rows.set(this.rowOf(button), (this.rows.get(this.rowOf(button)) ?? 0) + 1);
      const others = this.pressed.of(this.sharedOf(button));
      if (!others) {
        own.push([button, this.pressed.claim(this.sharedOf(button))]);
        continue;
      }
      this.deeds.add(others);
      const { over } = await reach(this.tab, button.at);
      if (over !== null) this.fault(where, `the button '${button.name}' cannot be pressed: this lies over it: ${over}`);
    }
    return own;
  }

  /** Presses what is new on a page, after these presses, and in what that opens. */
  private async explore(address: string, steps: Step[], seen: Looked): Promise<void> {
    const where = [address, ...steps.map(({ name, fill }) => `'${name}'${fill ? ' filled in' : ''}`)].join(' > ');
    for (const [button, deed] of await this.take(seen, where)) {
      this.doing.push(deed);
      try {
        await this.pressOne(button, address, steps, where);
      } finally {
        this.doing.pop();
        deed.end();
      }
    }
  }

  /** A button with its form empty, and with it filled in: where it stands still, or on the page opened anew. */
  private async pressOne({ kind, name, canFill, needsFill }: FoundButton, address: string, steps: Step[], where: string): Promise<void> {
    for (const fill of needsFill ? [true] : canFill ? [false, true] : [false]) {
      this.goesOn();
      this.presses.push(`${where} > '${name}'${fill ? ' filled in' : ''}`);
      const isFresh = this.position === keyOf(address, steps);
      const there = findIn(await this.inPlace(address), kind);
      let led = there && (await this.judge(there, fill, address, where, isFresh));
      if (!led?.isSure) {
        const anew = await this.findAnew(kind, address, steps);
        // A toast goes by itself.
        if (!anew && !/\.toasts /.test(kind)) this.fault(where, `the button '${name}' was there once, and not the second time (${kind})`);
        led = anew && (await this.judge(anew, fill, address, where, true));
      }
      if (led?.looked && steps.length < DEPTH_MAX) {
        const further = [...steps, { kind, name, fill }];
        this.isAt(keyOf(address, further), led.looked.state);
        await this.explore(address, further, led.looked);
      }
      await this.goBack(address, steps);
    }
  }

  /** What can be pressed on the page as it is now, where it is still the one at this address. */
  private async inPlace(address: string): Promise<Looked | null> {
    const isThere = this.tab.url().pathname === new URL(fillIn(this.world, address), this.place.origin).pathname;
    return isThere && !this.isOut && this.arrived.size > 0 ? this.look() : null;
  }

  /** A button on its page as nobody has pressed anything there yet, but for what leads to it. */
  private async findAnew(kind: string, address: string, steps: Step[]): Promise<There | undefined> {
    const find = (looked: Looked | null) => findIn(looked, kind);
    if (!this.isUsed) {
      const there = find(await this.arrive(address, steps));
      if (there) return there;
      this.isUsed = true;
    }
    // A switch of the whole site stays where it was put: what was to be pressed first is not there any more.
    return find(await this.arrive(address, steps)) ?? find(await this.arrive(address, []));
  }

  /**
   * Presses a button and says what is wrong with what came of it.
   * @param isFresh else something was pressed there before: that the button does nothing then is not told yet, and nothing is sure
   */
  private async judge({ button, before }: There, fill: boolean, address: string, where: string, isFresh: boolean): Promise<Led> {
    const { tab } = this;
    const here = tab.url().pathname;
    const it = `the button '${button.name}'${fill ? ' with its form filled in' : ''}`;
    const pressing = await press(tab, button, fill, this.world.texts);
    const { faults, sent, asked, trouble, hangs } = pressing;
    for (const fault of faults) this.fault(where, `${it}: ${fault}`);
    for (const deed of this.doing) for (const path of asked) deed.asked.add(path);
    const wrong = wrongWith(pressing, button, fill);
    if (wrong !== null && isFresh) this.fault(where, `${it} ${wrong}`);
    const isSure = wrong === null || isFresh;
    const after = trouble === undefined && hangs === undefined ? (pressing.state ?? (await tab.state())) : null;
    if (sent || after === null) this.isUsed = true;
    this.isOut ||= after === null || (sent && !(await tab.isStill(this.who.cookies)));
    if (this.isUsed) this.trail = [];
    else if (before && this.trail.at(-1)?.key === this.position) this.trail.splice(-1, 1, { key: this.position ?? '', state: before });
    if (!sent && after && before && after.text === before.text && after.document === before.document) return { looked: null, isSure };
    this.position = null;
    if (after === null) return { looked: null, isSure };
    const { pathname, search } = tab.url();
    if (pathname !== here) {
      this.lead(nameIn(this.world, pathname + search));
      return { looked: null, isSure };
    }
    const looked = await this.look();
    await this.follow(looked.links, address);
    return { looked: isSure && looked.buttons.some((one) => this.isUnmet(one)) ? looked : null, isSure };
  }

  /** Makes undone what a person could: a step back, Escape. The page is then perhaps as it was, and need not be opened anew. */
  private async goBack(address: string, steps: Step[]): Promise<void> {
    const { page, traffic } = this.tab;
    const key = keyOf(address, steps);
    const wanted = this.arrived.get(key);
    if (this.position === key || this.isOut || !wanted) return;
    const now = await this.tab.state().catch(() => null);
    if (now?.document !== wanted.document || this.isOnTrail(now)) return;
    const undo: (() => Promise<unknown>)[] = [];
    const back = wanted.place - now.place;
    if (back < 0) undo.push(() => this.tab.stepTo(wanted.place));
    if (now.opened > wanted.opened) undo.push(() => page.keyboard.press('Escape'));
    for (const each of undo) {
      await each();
      const busy = await this.tab.untilIdle();
      const { faults, sent } = traffic.take();
      for (const fault of busy === null ? faults : [...faults, busy]) this.fault(address, `going back to it: ${fault}`);
      if (sent) [this.isUsed, this.trail] = [true, []];
      if (busy !== null) this.isOut = this.isUsed = true;
      if (busy !== null || this.isOnTrail(await this.tab.state().catch(() => null))) return;
    }
  }

  /** Whether the page is as it was before, here or after fewer presses. */
  private isOnTrail(now: State | null): boolean {
    const nth = this.trail.findLastIndex(({ state }) => state.text === now?.text && state.document === now.document);
    if (nth < 0) return false;
    this.position = this.trail[nth]?.key ?? null;
    this.trail.length = nth + 1;
    return true;
  }

  /** Links on a page that lead to a route to which none was followed yet. */
  private toFollow(looked: Looked, address: string): { link: FoundLink; url: URL; route: string }[] {
    const found = looked.links.flatMap((link) => {
      const url = URL.parse(link.href, this.place.origin + fillIn(this.world, address));
      const isOurs = url?.origin === this.place.origin && link.target !== '_blank' && link.at !== undefined && !link.href.startsWith('#');
      const route = isOurs && url ? routeOf(url.pathname) : null;
      return url && route !== null && isPage(route, url.pathname) && !this.pressed.wasFollowed(this.followedOf(route))
        ? [{ link, url, route }]
        : [];
    });
    return found.filter(({ route }, index) => found.findIndex((one) => one.route === route) === index);
  }

  private followedOf(route: string): string {
    return `${this.role === 'visitor' ? 'visitor' : 'member'} ${route}`;
  }

  /** Follows links by hand, one to each route: the way through the page's own scripts is another one than by the address. */
  private async click(address: string, seen: Looked): Promise<void> {
    const { page, traffic } = this.tab;
    for (const { link, route } of this.toFollow(seen, address)) {
      const now = (await this.inPlace(address)) ?? (await this.arrive(address, []));
      const same = now && this.toFollow(now, address).find((one) => one.route === route && one.link.name === link.name);
      if (!same) continue;
      this.pressed.follow(this.followedOf(route));
      this.clicked++;
      const it = `the link to '${same.link.href}'`;
      const handle = (await page.evaluateHandle((at) => window.crawl.link(at) ?? null, same.link.at ?? -1)).asElement();
      this.position = null;
      try {
        const ends = await this.links.endOf(same.url.pathname + same.url.search);
        await handle?.click({ timeout: HANG_MS, noWaitAfter: true });
        const busy = await this.tab.untilIdle();
        if (busy !== null) this.fault(address, `${it}: ${busy}`);
        else if (this.tab.url().pathname !== new URL(ends, this.place.origin).pathname)
          this.fault(address, `${it} does not lead there when it is pressed, but to ${page.url()}`);
      } catch (error) {
        this.fault(address, `${it} cannot be pressed: ${String(error).split('\n')[0]}`);
      }
      for (const fault of traffic.take().faults) this.fault(address, `pressing ${it}: ${fault}`);
      await this.goBack(address, []);
    }
  }
}
