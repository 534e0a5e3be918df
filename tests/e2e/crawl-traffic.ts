import type { BrowserContext, Page, Request } from '@playwright/test';

// What goes on around a page while somebody is on it: what it asks the server, what the browser complains about.

/** Statuses with which a form is answered that somebody filled in wrongly, or sent too often. */
const REFUSED = new Set([400, 401, 403, 404, 409, 413, 422, 429]);

export type Traffic = {
  /** Of the site that is crawled. */
  origin: string;
  /** What was noted since this was asked last: faults, and things that happened. */
  take(): Noted;
  /** Puts back what was taken too early. */
  give(back: Noted): void;
  /** Another page begins: whatever the last one waited for is forgotten. */
  begin(): void;
  /** What is on its way now. */
  pending(): string[];
  /** How much was ever asked for: where this stays, nothing began meanwhile. */
  begun(): number;
  /** How often a page was asked for and that was over. */
  left(): number;
  /** The next time that something is answered. */
  next(): Promise<void>;
  /** The paths of our own that were ever asked for, by pages. */
  asked: ReadonlySet<string>;
  /** Whether the next page may answer with this status. */
  expect(status: number | null): void;
};
export type Noted = { faults: string[]; happened: string[]; sent: boolean; asked: string[] };

/** Notes what all pages of a browser do. */
export function watchTraffic(context: BrowserContext, page: Page, origin: string): Traffic {
  let faults: string[] = [];
  let happened: string[] = [];
  let sent = false;
  let expected: number | null = null;
  let paths: string[] = [];
  let begun = 0;
  let left = 0;
  /** Which in turn the request for this page was. */
  let pageAt = 0;
  /** Everything that is on its way, and which in turn it was. */
  const under = new Map<Request, number>();
  const asked = new Set<string>();
  let wake = () => {};
  let woken = new Promise<void>((resolve) => (wake = resolve));
  const shown = (url: string) => url.replace(origin, '');
  /** Whether this is for the page itself, and not for something on it. */
  const isOfPage = (request: Request) =>
    !request.serviceWorker() && request.isNavigationRequest() && request.frame().page() === page && request.frame().parentFrame() === null;
  const isSent = (request: Request) => request.method() !== 'GET' && request.method() !== 'HEAD';

  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const { url } = message.location();
    // Where the worker is switched off it cannot come.
    if (message.text().startsWith('Service Worker registration blocked by Playwright')) return;
    // The answer itself is judged below.
    if (message.text().startsWith('Failed to load resource: the server responded')) return;
    faults.push(`the console says: ${message.text().slice(0, 300)} (${shown(url)})`);
  });
  context.on('weberror', (error) => faults.push(`an error nobody caught: ${error.error().message}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.hostname !== 'localhost') faults.push(`another host was asked: ${url.host}`);
    if (isSent(request)) sent = true;
    if (url.origin === origin) {
      asked.add(url.pathname);
      paths.push(url.pathname);
    }
    // What the worker fetches for later is its own affair: nobody waits for it.
    if (request.serviceWorker()) return;
    if (/^(document|fetch|xhr|ping|eventsource)$/.test(request.resourceType()) && request.headers()['sec-purpose'] === undefined)
      happened.push(`asked ${request.method()} ${shown(request.url())}`);
    // Lines that stay open, and films, have no end.
    if (!/^(websocket|eventsource|media)$/.test(request.resourceType())) under.set(request, ++begun);
    if (isOfPage(request)) pageAt = begun;
  });
  const over = (request: Request) => {
    under.delete(request);
    if (isOfPage(request)) left++;
    wake();
    woken = new Promise<void>((resolve) => (wake = resolve));
  };
  // What a page still asked for when it was left has no answer, and not always an end either.
  page.on('domcontentloaded', () => {
    for (const [request, nth] of under) if (nth < pageAt) under.delete(request);
  });
  context.on('requestfinished', over);
  context.on('requestfailed', (request) => {
    over(request);
    const why = request.failure()?.errorText ?? '';
    // A page that is left lets go of what it still asked for; and the worker keeps what the browser has already, where it has it.
    if (!/ERR_ABORTED/.test(why) && !(request.serviceWorker() && /ERR_CACHE_MISS/.test(why)))
      faults.push(`nothing came from ${shown(request.url())}: ${why}`);
  });
  context.on('response', (response) => {
    const status = response.status();
    const request = response.request();
    // The worker asks for the same as the page, and later: the page's own request is judged.
    if (request.serviceWorker() && status < 500) return;
    if (
      status < 400 ||
      (isSent(request) && REFUSED.has(status)) ||
      (status === expected && /^(document|fetch)$/.test(request.resourceType()))
    )
      return;
    faults.push(`${request.method()} ${shown(response.url())} answered ${status}`);
  });
  page.on('download', (download) => {
    happened.push('a file came');
    void download.cancel();
  });
  page.on('filechooser', () => happened.push('a file is asked for'));
  page.on('dialog', (dialog) => {
    happened.push('the browser asks');
    void dialog.dismiss();
  });
  context.on('page', (other) => {
    happened.push('another tab');
    void other.close();
  });
  return {
    origin,
    asked,
    expect: (status) => (expected = status),
    begun: () => begun,
    left: () => left,
    pending: () => [...under.keys()].map((request) => `${request.method()} ${shown(request.url())} is on its way`),
    next: () => woken,
    begin: () => under.clear(),
    take() {
      const taken = { faults, happened, sent, asked: paths };
      [faults, happened, sent, paths] = [[], [], false, []];
      return taken;
    },
    give(back) {
      faults.unshift(...back.faults);
      happened.unshift(...back.happened);
      paths.unshift(...back.asked);
      sent ||= back.sent;
    },
  };
}
