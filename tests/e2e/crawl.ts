import type { BrowserContext, Page } from '@playwright/test';
import { listen, type Ears } from './crawl-hear.ts';
import { checkLinks, type Links } from './crawl-links.ts';
import { bringIntoPage, type FoundButton, type FoundLink, type Looked } from './crawl-page.ts';
import { isFor, routeOf, ROUTES, TYPED } from './crawl-routes.ts';
import { bringFor, fillIn, nameIn, prepare, type Newcomer, type Place, type Role, type World } from './crawl-world.ts';
import { hydrated } from './site.ts';

// Goes everywhere and presses everything, as one person after the other who all have the same.

/** So many pages of one kind are opened: of one route with an id in it, and of one route in all. */
const ALIKE_MAX = 2;
const OF_ROUTE_MAX = 8;
/** So many presses one after the other: a button, one in what it opened, one in what that opened. */
const DEPTH_MAX = 3;
/** Who somebody is, and that they were asked about cookies. */
const KEPT = ['kiddo_session', 'cookie_consent'];
/** In this time something happens after a press, in milliseconds. */
const EFFECT_MS = 3_000;
/** What can be pressed can be within this time. */
const PRESS_MS = 8_000;
/** Equal buttons of a list say their row's name: so many of them are pressed. */
const ROWS_MAX = 4;

/** A press: which button, and whether its form is filled before. */
type Step = { kind: string; name: string; fill: boolean };
/** What came of a press; `trouble` where it could not be pressed. */
type Pressed = { effects: string[]; saysMissing: boolean; trouble?: string };
/** A button that went away between the look and the press. */
const GONE = / not attached|it is gone/;
export type Found = { faults: string[]; pages: string[]; links: number; clicked: number; presses: string[] };

/** Words after the question mark that choose one of a few views; of the others only that they are there counts. */
const VIEWS = new Set(['tab', 'state', 'view', 'ask', 'category', 'item', 'template', 'news', 'link']);

/** @param statusOf what a page answers to this role, where that is not a page of theirs */
export async function crawl(context: BrowserContext, role: Role, place: Place, statusOf: (route: string) => number | null): Promise<Found> {
  await context.addInitScript(bringIntoPage);
  const page = await context.newPage();
  const crawler = new Crawler(role, place, context, page, statusOf);
  await crawler.everywhere();
  await crawler.pressAll();
  await crawler.end();
  return crawler.found();
}

class Crawler {
  private faults = new Map<string, number>();
  private pages = new Map<string, string>();
  private ofRoute = new Map<string, number>();
  private linked = new Set<string>();
  private clicked = new Set<string>();
  private done = new Set<string>();
  private rows = new Map<string, number>();
  private presses: string[] = [];
  private world: World = { ids: {}, texts: [] };
  private next: Promise<Newcomer> | undefined;
  /** What was on each page when it was first opened. */
  private seen = new Map<string, { looked: Looked; at: string }>();
  private isUsed = true;
  private isDirty = true;
  private ears: Ears;
  private links: Links;
  private role: Role;
  private place: Place;
  private context: BrowserContext;
  private page: Page;
  private statusOf: (route: string) => number | null;

  constructor(role: Role, place: Place, context: BrowserContext, page: Page, statusOf: (route: string) => number | null) {
    this.role = role;
    this.place = place;
    this.context = context;
    this.page = page;
    this.statusOf = statusOf;
    this.ears = listen(context, page, place.origin);
    this.links = checkLinks(context, place.origin);
  }

  found(): Found {
    const asked = new Set([...this.ears.asked].map(routeOf));
    const unreached = ROUTES.filter((route) => isFor(this.role, route) && !this.linked.has(route) && !asked.has(route));
    return {
      faults: [
        ...[...this.faults].map(([fault, times]) => (times > 1 ? `${fault} (${times} times)` : fault)),
        ...unreached.map((route) => `${this.role}: no link and no button leads to ${route}`),
      ],
      pages: [...this.pages.values()],
      links: this.links.count(),
      clicked: this.clicked.size,
      presses: this.presses,
    };
  }

  private fault(where: string, what: string): void {
    const fault = `${this.role} on ${nameIn(this.world, where)}: ${nameIn(this.world, what)}`;
    this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1);
  }

  /** Opens pages, one of each kind, along the links; what can be typed is opened too. */
  async everywhere(): Promise<void> {
    await this.renew();
    this.enqueue('/');
    for (const route of TYPED) this.enqueue(route);
    if (this.role !== 'visitor') for (const address of ['/till/{open}', '/profile/{friend}']) this.enqueue(address);
    this.enqueue('/there-is-no-such-page');
    // A map is walked in the order of adding, also what is added meanwhile.
    for (const address of this.pages.values()) {
      const looked = await this.open(address);
      if (looked === null) continue;
      this.seen.set(address, { looked, at: routeOf(new URL(this.page.url()).pathname) ?? '/*' });
      for (const fault of looked.faults) this.fault(address, fault);
      await this.follow(looked.links, address);
    }
  }

  /** The page at an address, once everything on it has come. */
  private async open(named: string): Promise<Looked | null> {
    await bringFor(named, this.world, this.context, this.place);
    const address = fillIn(this.world, named);
    const { pathname } = new URL(address, this.place.origin);
    const route = routeOf(pathname);
    const expected = route === null ? 404 : this.statusOf(route);
    this.ears.expect(expected);
    this.ears.begin();
    try {
      const answer = await this.page.goto(this.place.origin + address, { waitUntil: 'load', timeout: 20_000 });
      if (expected !== null && answer?.status() !== expected) this.fault(address, `answered ${answer?.status()} and not ${expected}`);
      await hydrated(this.page, { parts: true });
      await this.ears.quiet();
      const looked = await this.look();
      for (const fault of this.ears.take().faults) this.fault(address, fault);
      this.isDirty = false;
      return looked;
    } catch (error) {
      this.fault(address, `could not be opened: ${String(error).split('\n')[0]}`);
      return null;
    }
  }

  private look(): Promise<Looked> {
    return this.page.evaluate((words) => window.crawl.look(words), this.world.texts);
  }

  /** Asks where all links lead, and notes pages of a new kind. */
  private async follow(links: FoundLink[], from: string): Promise<void> {
    const address = fillIn(this.world, from);
    const faults = await Promise.all(links.map((link) => this.links.faultsOf(link, address)));
    for (const fault of faults.flat()) this.fault(from, fault);
    for (const { href } of links) {
      const url = URL.parse(href, this.place.origin + address);
      if (url?.origin !== this.place.origin) continue;
      const route = routeOf(url.pathname);
      if (route === null) continue;
      this.linked.add(route);
      this.enqueue(nameIn(this.world, url.pathname + url.search));
    }
  }

  private enqueue(address: string): void {
    const url = new URL(fillIn(this.world, address), this.place.origin);
    const route = routeOf(url.pathname) ?? '/*';
    if (!isPage(route, url.pathname)) return;
    // A mail is somebody's, and what it leads to is theirs.
    if (route === '/dev/outbox/:name') return;
    // A payment is somebody's own, and settled once it was pressed: the next one who comes has another (crawl-world.ts).
    if (route === '/till/:reference' && !address.includes('{')) return;
    const words = [...url.searchParams].map(([name, value]) => (VIEWS.has(name) ? `${name}=${value}` : name)).toSorted();
    const shape = `${route}?${words.join('&')}`;
    const isOne = !route.includes(':');
    for (let nth = 0; nth < (isOne || words.length > 0 ? 1 : ALIKE_MAX); nth++) {
      const known = this.pages.get(`${shape} ${nth}`);
      if (known === address) return;
      if (known !== undefined) continue;
      const before = this.ofRoute.get(route) ?? 0;
      if (before >= OF_ROUTE_MAX) return;
      this.ofRoute.set(route, before + 1);
      this.pages.set(`${shape} ${nth}`, address);
      return;
    }
  }

  /** The browser knows nothing any more of what was done in it. */
  private async forget(): Promise<void> {
    const kept = this.role === 'visitor' ? [] : (await this.context.cookies()).filter(({ name }) => KEPT.includes(name));
    await this.context.clearCookies();
    if (kept.length > 0) await this.context.addCookies(kept);
    if (!this.page.url().startsWith(`${this.place.origin}/`)) return;
    await this.page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    // The same address again would be a reload, which stays where one was: in a game that is open. Whatever was on its way goes first.
    await this.page.goto('about:blank').catch(() => this.page.goto('about:blank'));
  }

  /** Somebody else with the same things, who has done nothing yet. The one after is brought meanwhile. */
  private async renew(): Promise<void> {
    await this.forget();
    const { world, cookies } = await (this.next ?? this.bring());
    this.next = this.bring();
    await this.context.clearCookies();
    await this.context.addCookies(cookies);
    this.world = world;
    this.isUsed = false;
    this.isDirty = true;
  }

  private bring(): Promise<Newcomer> {
    const browser = this.context.browser();
    if (!browser) throw new Error('a browser that was launched by somebody else brings nobody');
    const coming = prepare(browser, this.role, this.place);
    // Who awaits it hears of what went wrong.
    coming.catch(() => {});
    return coming;
  }

  /** Nobody is on the way any more. */
  async end(): Promise<void> {
    await this.next;
  }

  /** Presses everything on every page. */
  async pressAll(): Promise<void> {
    for (const address of this.pages.values()) {
      const seen = this.seen.get(address);
      const isNews = !seen || seen.looked.buttons.some((button) => this.isNew(button, seen.at));
      if (isNews) await this.explore(address, []);
      if (!seen || this.toFollow(seen.looked, address).length > 0) await this.click(address);
    }
  }

  /** The page, and on it what was pressed before; null where that is not there any more. */
  private async arrive(address: string, steps: Step[]): Promise<Looked | null> {
    if (this.isUsed) await this.renew();
    else await this.forget();
    let looked = await this.open(address);
    for (const step of steps) {
      let button = looked?.buttons.find(({ kind }) => kind === step.kind);
      // What a press opened may come a little later.
      for (let tries = 0; !button && tries < 20 && (await later(100)); tries++) {
        looked = await this.look();
        button = looked.buttons.find(({ kind }) => kind === step.kind);
      }
      if (!button) return null;
      await this.press(button, step.fill);
      this.isUsed ||= this.ears.take().sent;
      await hydrated(this.page, { parts: true }).catch(() => null);
      looked = await this.look();
    }
    return looked;
  }

  /** What is around every page is pressed once; what is on a page, once for the route: the one it is, wherever it was asked for. */
  private scope(button: FoundButton, route = routeOf(new URL(this.page.url()).pathname) ?? '/*'): string {
    return `${button.isChrome ? '' : route} ${button.kind}`;
  }

  private isNew(button: FoundButton, route?: string): boolean {
    const scope = this.scope(button, route);
    if (this.done.has(scope)) return false;
    return !button.kind.startsWith('a row of ') || (this.rows.get(scope.replace(/"[^"]*"/, '')) ?? 0) < ROWS_MAX;
  }

  private async explore(address: string, steps: Step[]): Promise<void> {
    const where = [address, ...steps.map(({ name, fill }) => `'${name}'${fill ? ' filled in' : ''}`)].join(' > ');
    let looked = await this.arrive(address, steps);
    if (looked === null) {
      // A switch of the whole site stays where it was put: what is to press now is found on the page as it is.
      if (steps.length > 0) await this.explore(address, []);
      return;
    }
    if (steps.length > 0) await this.follow(looked.links, address);
    const fresh: FoundButton[] = [];
    for (const button of looked.buttons) {
      if (!this.isNew(button)) continue;
      const scope = this.scope(button);
      this.done.add(scope);
      const row = scope.replace(/"[^"]*"/, '');
      this.rows.set(row, (this.rows.get(row) ?? 0) + 1);
      fresh.push(button);
    }
    const deeper: Step[] = [];
    for (const { kind, name, canFill, needsFill } of fresh)
      for (const fill of needsFill ? [true] : canFill ? [false, true] : [false]) {
        if (this.isDirty) looked = await this.arrive(address, steps);
        let button = looked?.buttons.find((one) => one.kind === kind);
        if (!button) {
          await this.renew();
          looked = await this.arrive(address, steps);
          button = looked?.buttons.find((one) => one.kind === kind);
        }
        if (!looked || !button) {
          // A toast goes by itself.
          if (/\.toasts /.test(kind)) continue;
          this.fault(where, `the button '${name}' was there once, and not the second time (${kind})`);
          continue;
        }
        if (await this.judge(button, fill, address, where)) deeper.push({ kind, name, fill });
      }
    if (steps.length < DEPTH_MAX) for (const step of deeper) await this.explore(address, [...steps, step]);
  }

  /** Presses a button and says what is wrong with what came of it. @returns whether something new can be pressed now */
  private async judge(button: FoundButton, fill: boolean, address: string, where: string): Promise<boolean> {
    const { page, ears } = this;
    const before = await page.evaluate(() => window.crawl.state());
    const here = new URL(page.url()).pathname;
    const it = `the button '${button.name}'${fill ? ' with its form filled in' : ''}`;
    this.presses.push(`${where} > '${button.name}'${fill ? ' filled in' : ''}`);
    const { effects, saysMissing, trouble } = await this.press(button, fill);
    const { faults, sent } = ears.take();
    for (const fault of faults) this.fault(where, `${it}: ${fault}`);
    if (trouble !== undefined && GONE.test(trouble) && /\.toasts /.test(button.kind)) this.isDirty = true;
    else if (trouble !== undefined) this.fault(where, `${it} cannot be pressed: ${trouble}`);
    else if (effects.length === 0 && faults.length === 0) this.fault(where, `${it} does nothing (${button.kind})`);
    else if (!fill && button.missing.length > 0 && !saysMissing)
      this.fault(where, `${it} does not say that '${button.missing.join("', '")}' is missing: ${effects.join(', ')}`);
    if (sent || trouble !== undefined) this.isUsed = this.isDirty = true;
    const url = new URL(page.url());
    if (url.origin !== this.place.origin) {
      this.isDirty = true;
      return false;
    }
    if (!(await page.evaluate(() => 'crawl' in window).catch(() => false))) {
      this.isDirty = true;
      return false;
    }
    await hydrated(page, { parts: true }).catch(() => this.fault(where, `${it}: the page it leads to never wakes up`));
    for (const fault of ears.take().faults) this.fault(where, `${it}: ${fault}`);
    const after = await page.evaluate(() => window.crawl.state());
    this.isDirty ||= after !== before;
    if (url.pathname !== here) {
      this.enqueue(nameIn(this.world, url.pathname + url.search));
      return false;
    }
    if (!this.isDirty) return false;
    const { buttons, links } = await this.look();
    await this.follow(links, address);
    return buttons.some((one) => this.isNew(one));
  }

  /** Presses a button as a person does, and waits for what comes of it. One that is drawn anew meanwhile is the same button. */
  private async press(button: FoundButton, fill: boolean): Promise<Pressed> {
    const done = await this.pressNow(button, fill);
    if (done.trouble === undefined || !GONE.test(done.trouble)) return done;
    const looked = await this.look().catch(() => null);
    const same = looked?.buttons.find(({ kind }) => kind === button.kind);
    return same ? this.pressNow(same, fill) : done;
  }

  private async pressNow(button: FoundButton, fill: boolean): Promise<Pressed> {
    const { page, ears } = this;
    const handle = (await page.evaluateHandle((at) => window.crawl.element(at) ?? null, button.at)).asElement();
    if (!handle) return { effects: [], saysMissing: false, trouble: 'it is gone' };
    try {
      if (fill) await page.evaluate((at) => window.crawl.fill(at), button.at);
      await handle.hover({ timeout: PRESS_MS });
      await ears.quiet();
      ears.take();
      await page.evaluate((at) => window.crawl.watch(at), button.at);
      await handle.click({ timeout: PRESS_MS, noWaitAfter: true });
    } catch (error) {
      return { effects: [], saysMissing: false, trouble: String(error).replaceAll(/\s+/g, ' ').slice(0, 400) };
    }
    const end = Date.now() + EFFECT_MS;
    let changes = { effects: [] as string[], saysMissing: false };
    let happened: string[] = [];
    const all = { faults: [] as string[], sent: false };
    const gather = async () => {
      changes = await page
        .evaluate(() => ('crawl' in window ? window.crawl.changes() : { effects: ['another page'], saysMissing: false }))
        .catch(() => ({ effects: ['another page'], saysMissing: false }));
      const taken = ears.take();
      happened = [...happened, ...taken.happened];
      all.faults.push(...taken.faults);
      all.sent ||= taken.sent;
    };
    do {
      await gather();
    } while (changes.effects.length + happened.length === 0 && Date.now() < end && (await later(40)));
    await ears.quiet();
    await gather();
    // That something is missing is said once the answer was drawn, which may be a moment after it came.
    const drawn = Date.now() + EFFECT_MS;
    const isWaiting = () => !fill && button.missing.length > 0 && !changes.saysMissing && Date.now() < drawn;
    while (isWaiting() && (await later(40))) await gather();
    ears.give(all);
    return { effects: [...changes.effects, ...happened], saysMissing: changes.saysMissing };
  }

  /** Links on a page that lead to a route to which none was followed yet. */
  private toFollow(looked: Looked, address: string): { link: FoundLink; url: URL; route: string }[] {
    const found = looked.links.flatMap((link) => {
      const url = URL.parse(link.href, this.place.origin + fillIn(this.world, address));
      const isOurs = url?.origin === this.place.origin && link.target !== '_blank' && link.at !== undefined && !link.href.startsWith('#');
      const route = isOurs && url ? routeOf(url.pathname) : null;
      return url && route !== null && isPage(route, url.pathname) && !this.clicked.has(route) ? [{ link, url, route }] : [];
    });
    return found.filter(({ route }, index) => found.findIndex((one) => one.route === route) === index);
  }

  /** Follows links by hand, one to each route: the way through the page's own scripts is another one than by the address. */
  private async click(address: string): Promise<void> {
    const first = await this.arrive(address, []);
    for (const { link, route } of first === null ? [] : this.toFollow(first, address)) {
      const looked = this.isDirty ? await this.arrive(address, []) : await this.look();
      const same = looked && this.toFollow(looked, address).find((one) => one.route === route && one.link.name === link.name);
      if (!same) continue;
      const { url } = same;
      this.clicked.add(route);
      const handle = (await this.page.evaluateHandle((at) => window.crawl.link(at) ?? null, same.link.at ?? -1)).asElement();
      this.isDirty = true;
      try {
        await handle?.click({ timeout: PRESS_MS });
        const ends = new URL((await this.links.endOf(url.origin + url.pathname + url.search)) ?? url.href).pathname;
        await this.page.waitForURL((now) => now.pathname === ends, { timeout: PRESS_MS, waitUntil: 'commit' });
        await this.ears.quiet();
      } catch (error) {
        const why = String(error).split('\n')[0];
        this.fault(address, `the link to '${same.link.href}' does not lead there when it is pressed, but to ${this.page.url()}: ${why}`);
      }
      for (const fault of this.ears.take().faults) this.fault(address, `pressing the link to '${same.link.href}': ${fault}`);
    }
  }
}

const later = (ms: number) => new Promise<boolean>((resolve) => setTimeout(() => resolve(true), ms));

/** Whether a browser shows it: not a file, nor what only answers. */
function isPage(route: string, pathname: string): boolean {
  return (
    !/\.(xml|json|ics|txt|webmanifest)$/.test(pathname) &&
    !['/settings/export', '/auth/google', '/consent/style', '/consent', '/logout'].includes(route)
  );
}
