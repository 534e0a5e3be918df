import { findRoute } from './crawl-routes.ts';

// What is still to be opened and pressed.

/** So many pages of one kind are opened: of one route with an id in it, and of one route in all. */
const SIMILAR_PAGES_MAX = 2;
const PAGES_PER_ROUTE_MAX = 8;

/** Words after the question mark that choose one of a few views; of the others only that they are there counts. */
const VIEW_PARAMS = new Set(['tab', 'state', 'view', 'ask', 'category', 'item', 'template', 'news', 'link']);

/** Whether a browser shows it: not a file, nor what only answers. */
export function isPage(route: string, pathname: string): boolean {
  return (
    !/\.(xml|json|ics|txt|webmanifest)$/.test(pathname) &&
    !['/settings/export', '/auth/google', '/consent/style', '/consent', '/logout'].includes(route)
  );
}

/** What only the team sees; and what is pressed there may be felt on every other page. */
export const isStaffRoute = (route: string): boolean => /^\/(moderation|operator)\b/.test(route);

/** The pages one role comes to, a few of each kind. */
export class Frontier {
  private urlByShape = new Map<string, string>();
  private countByRoute = new Map<string, number>();
  private queue: string[] = [];

  /** All that were ever added. */
  listUrls(): string[] {
    return [...this.urlByShape.values()];
  }

  /** The next one to open; those of the team come last. */
  next(): string | undefined {
    const nonStaff = this.queue.findIndex((address) => !isStaffRoute(address));
    return this.queue.splice(Math.max(nonStaff, 0), 1)[0];
  }

  /** @param address with names for ids @param pathname the same with the ids */
  add(address: string, { pathname, searchParams }: URL): void {
    const route = findRoute(pathname) ?? '/*';
    if (!isPage(route, pathname)) return;
    // A mail is somebody's, and what it leads to is theirs.
    if (route === '/dev/outbox/:name') return;
    // A payment is somebody's own, and settled once it was pressed: the next one who comes has another (crawl-world.ts).
    if (route === '/till/:reference' && !address.includes('{')) return;
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

/** What came of pressing something, and of what could be pressed after it: it counts for all who meet the same. */
export class PressOutcome {
  /** Paths of ours that were asked for. */
  readonly requestedPaths = new Set<string>();
  /** Pages it led to. */
  readonly discoveredUrls = new Set<string>();
  readonly finished: Promise<void>;
  finish: () => void = () => {};

  constructor() {
    this.finished = new Promise((resolve) => (this.finish = resolve));
  }
}

/** What was pressed by anybody; all who crawl at the same time share it. */
export class PressRegistry {
  private outcomes = new Map<string, PressOutcome>();
  private followed = new Set<string>();

  /** The deed of whoever was first; null: nobody was yet. */
  find(key: string): PressOutcome | null {
    return this.outcomes.get(key) ?? null;
  }

  /** From now on it is the asker's own. */
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
