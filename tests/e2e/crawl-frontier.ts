import { findRoute } from './crawl-routes.ts';

// The URLs and buttons that are still to be visited.

/** How many similar pages are opened: of one route with the same parameters, and of one route in total. */
const SIMILAR_PAGES_MAX = 2;
const PAGES_PER_ROUTE_MAX = 8;

/** Query parameters whose values select one of a few views; for others only their presence counts. */
const VIEW_PARAMS = new Set(['tab', 'state', 'view', 'ask', 'category', 'item', 'template', 'news', 'link']);

/** Whether it is a page: not a file, nor a route that only returns data. */
export function isPage(route: string, pathname: string): boolean {
  return (
    !/\.(xml|json|ics|txt|webmanifest)$/.test(pathname) &&
    ![
      '/settings/export',
      '/moderation/assignment',
      '/moderation/players/:id/export',
      '/auth/google',
      '/consent/style',
      '/consent',
      '/logout',
    ].includes(route)
  );
}

/** Pages for staff only. Actions there may affect every other page. */
export const isStaffRoute = (route: string): boolean => /^\/(moderation|operator)\b/.test(route);

/** The pages that one role finds, a few of each kind. */
export class Frontier {
  private urlByShape = new Map<string, string>();
  private countByRoute = new Map<string, number>();
  private queue: string[] = [];

  /** All pages that were ever added. */
  listUrls(): string[] {
    return [...this.urlByShape.values()];
  }

  /** The next page to open; staff pages come last. */
  next(): string | undefined {
    const nonStaff = this.queue.findIndex((address) => !isStaffRoute(address));
    return this.queue.splice(Math.max(nonStaff, 0), 1)[0];
  }

  /** @param address with placeholders for ids @param pathname the same with the ids */
  add(address: string, { pathname, searchParams }: URL): void {
    const route = findRoute(pathname) ?? '/*';
    if (!isPage(route, pathname)) return;
    // An email, and what it links to, belongs to one person.
    if (route === '/dev/outbox/:name') return;
    // A payment belongs to one player and is settled by the first press: the next player has another one (crawl-users.ts).
    if (route === '/till/:reference' && !address.includes('{')) return;
    // A request for help, a picture and a report about a group are decided once: the next moderator has others.
    if (['/moderation/help/:id', '/moderation/pictures/:id', '/moderation/groups/:id'].includes(route) && !address.includes('{')) return;
    // A group is there for its members alone: the next user has another one, and is not in those that this one made or joined.
    if (route.startsWith('/groups/:id') && !address.includes('{group}')) return;
    const words = [...searchParams].map(([name, value]) => (VIEW_PARAMS.has(name) ? `${name}=${value}` : name)).toSorted();
    const shape = `${route}?${words.join('&')}`;
    const isSinglePage = !route.includes(':');
    for (let nth = 0; nth < (isSinglePage || words.length > 0 ? 1 : SIMILAR_PAGES_MAX); nth++) {
      const known = this.urlByShape.get(`${shape} ${nth}`);
      if (known === address) return;
      if (known !== undefined) continue;
      const before = this.countByRoute.get(route) ?? 0;
      if (before >= PAGES_PER_ROUTE_MAX) return;
      this.countByRoute.set(route, before + 1);
      this.urlByShape.set(`${shape} ${nth}`, address);
      this.queue.push(address);
      return;
    }
  }
}

/**
 * The outcome of pressing a button, and of the buttons that this revealed, or of opening a page and pressing all on it. It counts for all
 * roles that meet the same button or page.
 */
export class PressOutcome {
  /** Requested paths of the site. */
  readonly requestedPaths = new Set<string>();
  /** Pages it led to. */
  readonly discoveredUrls = new Set<string>();
  /** What others had pressed already, and would have been pressed. */
  readonly adopted = new Set<PressOutcome>();
  readonly finished: Promise<void>;
  finish: () => void = () => {};

  constructor() {
    this.finished = new Promise((resolve) => (this.finish = resolve));
  }
}

/** All buttons that were pressed; shared by all crawls that run at the same time. */
export class PressRegistry {
  private outcomes = new Map<string, PressOutcome>();
  private followed = new Set<string>();

  /** The outcome of the first press; null when nobody has pressed it yet. */
  find(key: string): PressOutcome | null {
    return this.outcomes.get(key) ?? null;
  }

  /** Reserves the button for the caller. */
  claim(key: string): PressOutcome {
    const outcome = new PressOutcome();
    this.outcomes.set(key, outcome);
    return outcome;
  }

  isFollowed(key: string): boolean {
    return this.followed.has(key);
  }

  markFollowed(key: string): void {
    this.followed.add(key);
  }
}
