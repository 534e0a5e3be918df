import { routeOf } from './crawl-routes.ts';

// What is still to be opened and pressed.

/** So many pages of one kind are opened: of one route with an id in it, and of one route in all. */
const ALIKE_MAX = 2;
const OF_ROUTE_MAX = 8;

/** Words after the question mark that choose one of a few views; of the others only that they are there counts. */
const VIEWS = new Set(['tab', 'state', 'view', 'ask', 'category', 'item', 'template', 'news', 'link']);

/** Whether a browser shows it: not a file, nor what only answers. */
export function isPage(route: string, pathname: string): boolean {
  return (
    !/\.(xml|json|ics|txt|webmanifest)$/.test(pathname) &&
    !['/settings/export', '/auth/google', '/consent/style', '/consent', '/logout'].includes(route)
  );
}

/** What only the team sees; and what is pressed there may be felt on every other page. */
export const isTeams = (route: string): boolean => /^\/(moderation|operator)\b/.test(route);

/** The pages one role comes to, a few of each kind. */
export class Frontier {
  private known = new Map<string, string>();
  private ofRoute = new Map<string, number>();
  private waiting: string[] = [];

  /** All that were ever added. */
  all(): string[] {
    return [...this.known.values()];
  }

  /** The next one to open; those of the team come last. */
  next(): string | undefined {
    const plain = this.waiting.findIndex((address) => !isTeams(address));
    return this.waiting.splice(Math.max(plain, 0), 1)[0];
  }

  /** @param address with names for ids @param pathname the same with the ids */
  add(address: string, { pathname, searchParams }: URL): void {
    const route = routeOf(pathname) ?? '/*';
    if (!isPage(route, pathname)) return;
    // A mail is somebody's, and what it leads to is theirs.
    if (route === '/dev/outbox/:name') return;
    // A payment is somebody's own, and settled once it was pressed: the next one who comes has another (crawl-world.ts).
    if (route === '/till/:reference' && !address.includes('{')) return;
    const words = [...searchParams].map(([name, value]) => (VIEWS.has(name) ? `${name}=${value}` : name)).toSorted();
    const shape = `${route}?${words.join('&')}`;
    const isOne = !route.includes(':');
    for (let nth = 0; nth < (isOne || words.length > 0 ? 1 : ALIKE_MAX); nth++) {
      const known = this.known.get(`${shape} ${nth}`);
      if (known === address) return;
      if (known !== undefined) continue;
      const before = this.ofRoute.get(route) ?? 0;
      if (before >= OF_ROUTE_MAX) return;
      this.ofRoute.set(route, before + 1);
      this.known.set(`${shape} ${nth}`, address);
      this.waiting.push(address);
      return;
    }
  }
}

/** What came of pressing something, and of what could be pressed after it: it counts for all who meet the same. */
export class Deed {
  /** Paths of ours that were asked for. */
  readonly asked = new Set<string>();
  /** Pages it led to. */
  readonly leads = new Set<string>();
  readonly over: Promise<void>;
  end: () => void = () => {};

  constructor() {
    this.over = new Promise((resolve) => (this.end = resolve));
  }
}

/** What was pressed by anybody; all who crawl at the same time share it. */
export class Pressed {
  private deeds = new Map<string, Deed>();
  private followed = new Set<string>();

  /** The deed of whoever was first; null: nobody was yet. */
  of(key: string): Deed | null {
    return this.deeds.get(key) ?? null;
  }

  /** From now on it is the asker's own. */
  claim(key: string): Deed {
    const deed = new Deed();
    this.deeds.set(key, deed);
    return deed;
  }

  wasFollowed(key: string): boolean {
    return this.followed.has(key);
  }

  follow(key: string): void {
    this.followed.add(key);
  }
}
