import type { BrowserContext, Page, Request } from '@playwright/test';

// Watches a page's network traffic and the browser's complaints.

/** Statuses for forms that were filled in wrongly or sent too often. */
const FORM_ERROR_STATUSES = new Set([400, 401, 403, 404, 409, 413, 422, 429]);

/** What open tabs ask by themselves, whatever is pressed: no effect of a press. */
const BACKGROUND_PATHS = new Set(['/moderation/counts']);

export type Traffic = {
  /** The origin of the crawled site. */
  origin: string;
  /** Returns what was recorded since the last call: faults and events. */
  drain(): TrafficRecord;
  /** Returns records that were taken too early. */
  putBack(back: TrafficRecord): void;
  /** A new page starts: pending requests of the last one are forgotten. */
  forgetPending(): void;
  /** The pending requests. */
  pending(): string[];
  /** The number of requests so far: while it stays the same, no request has started. */
  countStarted(): number;
  /** How many page requests have ended. */
  countLeft(): number;
  /** Resolves at the next response. */
  nextResponse(): Promise<void>;
  /** All paths of the site that pages have requested. */
  requestedPaths: ReadonlySet<string>;
  /** Sets a status that the next page may respond with. */
  expect(status: number | null): void;
};
export type TrafficRecord = { faults: string[]; happened: string[]; sent: boolean; asked: string[] };

/** Records the traffic of all pages of a browser. */
export function watchTraffic(context: BrowserContext, page: Page, origin: string): Traffic {
  let faults: string[] = [];
  let happened: string[] = [];
  let sent = false;
  let expected: number | null = null;
  let paths: string[] = [];
  let begun = 0;
  let left = 0;
  /** The sequence number of the current page's request. */
  let pageAt = 0;
  /** All pending requests with their sequence numbers. */
  const inFlight = new Map<Request, number>();
  const asked = new Set<string>();
  let notifyWaiting = () => {};
  let nextDone = new Promise<void>((resolve) => (notifyWaiting = resolve));
  const toRelative = (url: string) => url.replace(origin, '');
  /** Whether a request is for the page itself, and not for a resource of it. */
  const isPageRequest = (request: Request) =>
    !request.serviceWorker() && request.isNavigationRequest() && request.frame().page() === page && request.frame().parentFrame() === null;
  const isWriteRequest = (request: Request) => request.method() !== 'GET' && request.method() !== 'HEAD';

  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const { url } = message.location();
    // When the worker is blocked, it cannot be registered.
    if (message.text().startsWith('Service Worker registration blocked by Playwright')) return;
    // The response itself is checked below.
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
    // What the worker fetches for later concerns nobody: nothing waits for it.
    if (request.serviceWorker()) return;
    const isBackground = url.origin === origin && BACKGROUND_PATHS.has(url.pathname);
    const isAnswer = /^(document|fetch|xhr|ping|eventsource)$/.test(request.resourceType());
    if (isAnswer && !isBackground && request.headers()['sec-purpose'] === undefined)
      happened.push(`asked ${request.method()} ${toRelative(request.url())}`);
    // Open connections and videos never end.
    if (!/^(websocket|eventsource|media)$/.test(request.resourceType())) inFlight.set(request, ++begun);
    if (isPageRequest(request)) pageAt = begun;
  });
  const over = (request: Request) => {
    inFlight.delete(request);
    if (isPageRequest(request)) left++;
    notifyWaiting();
    nextDone = new Promise<void>((resolve) => (notifyWaiting = resolve));
  };
  // Requests of a page that was left get no response, and do not always end.
  page.on('domcontentloaded', () => {
    for (const [request, nth] of inFlight) if (nth < pageAt) inFlight.delete(request);
  });
  context.on('requestfinished', over);
  context.on('requestfailed', (request) => {
    over(request);
    const why = request.failure()?.errorText ?? '';
    // A page that is left aborts its requests; and the worker stores files from the browser's cache, if they are there.
    if (!/ERR_ABORTED/.test(why) && !(request.serviceWorker() && /ERR_CACHE_MISS/.test(why)))
      faults.push(`nothing came from ${toRelative(request.url())}: ${why}`);
  });
  context.on('response', (response) => {
    const status = response.status();
    const request = response.request();
    // The worker repeats the page's requests later: the page's own request is checked.
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
