import type { BrowserContext, Page, Request } from '@playwright/test';

// What goes on around a page while somebody is on it: what it asks the server, what the browser complains about.

/** Statuses with which a form is answered that somebody filled in wrongly, or sent too often. */
const REFUSED = new Set([400, 401, 403, 404, 409, 413, 422, 429]);

export type Ears = {
  /** What was heard since this was asked last: faults, and things that happened. */
  take(): { faults: string[]; happened: string[]; sent: boolean };
  /** Another page begins: whatever the last one waited for is forgotten. */
  begin(): void;
  /** Puts back what was taken too early. */
  give(back: { faults: string[]; sent: boolean }): void;
  /** Waits until nothing is on its way. */
  quiet(): Promise<void>;
  /** The paths of our own that were ever asked for, by pages. */
  asked: ReadonlySet<string>;
  /** Whether the next page may answer with this status. */
  expect(status: number | null): void;
};

/** Listens to all pages of a browser. */
export function listen(context: BrowserContext, page: Page, origin: string): Ears {
  let faults: string[] = [];
  let happened: string[] = [];
  let sent = false;
  let expected: number | null = null;
  let last = Date.now();
  const under = new Set<Request>();
  const asked = new Set<string>();
  const shown = (url: string) => url.replace(origin, '');
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
    if (url.origin === origin) asked.add(url.pathname);
    // What the worker fetches for later is its own affair: nobody waits for it.
    if (request.serviceWorker()) return;
    if (/^(document|fetch|xhr|ping|eventsource)$/.test(request.resourceType()) && request.headers()['sec-purpose'] === undefined)
      happened.push(`asked ${request.method()} ${shown(request.url())}`);
    under.add(request);
    last = Date.now();
  });
  const over = (request: Request) => {
    under.delete(request);
    last = Date.now();
  };
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
    asked,
    expect: (status) => (expected = status),
    take() {
      const taken = { faults, happened, sent };
      [faults, happened, sent] = [[], [], false];
      return taken;
    },
    begin: () => under.clear(),
    give(back) {
      faults.unshift(...back.faults);
      sent ||= back.sent;
    },
    async quiet() {
      const end = Date.now() + 4_000;
      const isStill = () => [...under].every((request) => /^(websocket|eventsource|media)$/.test(request.resourceType()));
      while (Date.now() < end && !(isStill() && Date.now() - last > 60)) await new Promise((resolve) => setTimeout(resolve, 15));
    },
  };
}
