import type { BrowserContext, Page, Request } from '@playwright/test';

// What goes on around a page while somebody is on it: what it asks the server, what the browser complains about.

/** Statuses with which a form is answered that somebody filled in wrongly, or sent too often. */
const FORM_ERROR_STATUSES = new Set([400, 401, 403, 404, 409, 413, 422, 429]);

export type Traffic = {
  /** Of the site that is crawled. */
  origin: string;
  /** What was noted since this was asked last: faults, and things that happened. */
  drain(): TrafficRecord;
  /** Puts back what was taken too early. */
  putBack(back: TrafficRecord): void;
  /** Another page begins: whatever the last one waited for is forgotten. */
  forgetPending(): void;
  /** What is on its way now. */
  pending(): string[];
  /** How much was ever asked for: where this stays, nothing began meanwhile. */
  countStarted(): number;
  /** How often a page was asked for and that was over. */
  countLeft(): number;
  /** The next time that something is answered. */
  nextResponse(): Promise<void>;
  /** The paths of our own that were ever asked for, by pages. */
  requestedPaths: ReadonlySet<string>;
  /** Whether the next page may answer with this status. */
  expect(status: number | null): void;
};
export type TrafficRecord = { faults: string[]; happened: string[]; sent: boolean; asked: string[] };

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
  const inFlight = new Map<Request, number>();
  const asked = new Set<string>();
  let notifyWaiting = () => {};
  let nextDone = new Promise<void>((resolve) => (notifyWaiting = resolve));
  const toRelative = (url: string) => url.replace(origin, '');
  /** Whether this is for the page itself, and not for something on it. */
  const isPageRequest = (request: Request) =>
    !request.serviceWorker() && request.isNavigationRequest() && request.frame().page() === page && request.frame().parentFrame() === null;
  const isWriteRequest = (request: Request) => request.method() !== 'GET' && request.method() !== 'HEAD';

  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const { url } = message.location();
    // Where the worker is switched off it cannot come.
    if (message.text().startsWith('Service Worker registration blocked by Playwright')) return;
    // The answer itself is judged below.
    if (message.text().startsWith('Failed to load resource: the server responded')) return;
    faults.push(`the console says: ${message.text().slice(0, 300)} (${toRelative(url)})`);
  });
  context.on('weberror', (error) => faults.push(`an error nobody caught: ${error.error().message}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.hostname !== 'localhost') faults.push(`another host was asked: ${url.host}`);
    if (isWriteRequest(request)) sent = true;
    if (url.origin === origin) {
      asked.add(url.pathname);
      paths.push(url.pathname);
    }
    // What the worker fetches for later is its own affair: nobody waits for it.
    if (request.serviceWorker()) return;
    if (/^(document|fetch|xhr|ping|eventsource)$/.test(request.resourceType()) && request.headers()['sec-purpose'] === undefined)
      happened.push(`asked ${request.method()} ${toRelative(request.url())}`);
    // Lines that stay open, and films, have no end.
    if (!/^(websocket|eventsource|media)$/.test(request.resourceType())) inFlight.set(request, ++begun);
    if (isPageRequest(request)) pageAt = begun;
  });
  const over = (request: Request) => {
    inFlight.delete(request);
    if (isPageRequest(request)) left++;
    notifyWaiting();
    nextDone = new Promise<void>((resolve) => (notifyWaiting = resolve));
  };
  // What a page still asked for when it was left has no answer, and not always an end either.
  page.on('domcontentloaded', () => {
    for (const [request, nth] of inFlight) if (nth < pageAt) inFlight.delete(request);
  });
  context.on('requestfinished', over);
  context.on('requestfailed', (request) => {
    over(request);
    const why = request.failure()?.errorText ?? '';
    // A page that is left lets go of what it still asked for; and the worker keeps what the browser has already, where it has it.
    if (!/ERR_ABORTED/.test(why) && !(request.serviceWorker() && /ERR_CACHE_MISS/.test(why)))
      faults.push(`nothing came from ${toRelative(request.url())}: ${why}`);
  });
  context.on('response', (response) => {
    const status = response.status();
    const request = response.request();
    // The worker asks for the same as the page, and later: the page's own request is judged.
    if (request.serviceWorker() && status < 500) return;
    if (
      status < 400 ||
      (isWriteRequest(request) && FORM_ERROR_STATUSES.has(status)) ||
      (status === expected && /^(document|fetch)$/.test(request.resourceType()))
    )
      return;
    faults.push(`${request.method()} ${toRelative(response.url())} answered ${status}`);
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
    requestedPaths: asked,
    expect: (status) => (expected = status),
    countStarted: () => begun,
    countLeft: () => left,
    pending: () => [...inFlight.keys()].map((request) => `${request.method()} ${toRelative(request.url())} is on its way`),
    nextResponse: () => nextDone,
    forgetPending: () => inFlight.clear(),
    drain() {
      const taken = { faults, happened, sent, asked: paths };
      [faults, happened, sent, paths] = [[], [], false, []];
      return taken;
    },
    putBack(back) {
      faults.unshift(...back.faults);
      happened.unshift(...back.happened);
      paths.unshift(...back.asked);
      sent ||= back.sent;
    },
  };
}
