import type { Page } from '@playwright/test';
import type { Traffic } from './crawl-traffic.ts';

// Tells whether a page is idle, from its own activity instead of a fixed delay: its requests, pending React work, and running timers.

export type IdleProbe = {
  /** No longer waits for timers that are running now, only for those set later. */
  ignoreRunningTimers(): void;
  /** What the page still does, after two frames. @param timersUpTo longer timers are ignored, in milliseconds */
  listActivity(timersUpTo: number, origin: string): Promise<string[]>;
  /** The page was about to be left, but the target turned out to be a file: the page stays. */
  cancelLeaving(): void;
};

declare global {
  interface Window {
    crawlIdle: IdleProbe;
  }
}

/** A page that is not idle after this time hangs, which is reported as an issue of its own. */
export const HANG_MS = 30_000;
/** The maximum delay of a press's effect: when there is no immediate effect, timers up to this length are awaited. */
export const LONG_TIMERS_MS = 6_000;
/** Debounce and throttle timers are this short. */
const SHORT_TIMERS_MS = 350;
const LEAVING = 'it is being left';

/** Runs in the browser before the site's own code. It is passed as text, so it cannot use anything outside of itself. */
export function installIdleProbe(): void {
  type Fiber = { memoizedState: { isDehydrated?: boolean; dehydrated?: unknown } | null; child: Fiber | null; sibling: Fiber | null };
  type FiberRoot = { pendingLanes?: number; current: Fiber };
  type Router = { state: { navigation: { state: string }; revalidation: string; fetchers: Map<string, { state: string }> } };

  /** How often it waits for two frames, or as long, before it returns. */
  const POLLS_MAX = 8;
  const PAUSE_MS = 30;
  const timers = new Map<number, number>();
  let pendingRequests = 0;
  let isLeaving = false;

  const [setTimer, clearTimer] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)];
  const setTrackedTimeout = (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
    const id = setTimer(() => {
      timers.delete(id);
      run(...given);
    }, ms);
    timers.set(id, ms);
    return id;
  };
  const clearTrackedTimeout = (id?: number) => {
    timers.delete(id ?? -1);
    clearTimer(id);
  };
  Object.assign(window, { setTimeout: setTrackedTimeout, clearTimeout: clearTrackedTimeout });

  /** A response counts as received only after the code that awaits it has run. */
  const trackPending = <Given extends unknown[], T>(ask: (this: unknown, ...given: Given) => Promise<T>) =>
    function (this: unknown, ...given: Given): Promise<T> {
      pendingRequests++;
      const over = () => void setTimer(() => pendingRequests--);
      const asked = ask.apply(this, given);
      asked.then(over, over);
      return asked;
    };
  window.fetch = trackPending(window.fetch.bind(window));
  for (const read of ['json', 'text', 'arrayBuffer', 'blob', 'formData'] as const)
    Object.assign(Response.prototype, { [read]: trackPending(Response.prototype[read] as () => Promise<unknown>) });

  window.navigation?.addEventListener('navigate', (event) => {
    if (!event.destination.sameDocument && event.downloadRequest === null && /^https?:/.test(event.destination.url)) isLeaving = true;
  });

  /** Components that React has not hydrated yet are 'dehydrated'. */
  function describePendingRender(): string | null {
    const [, holder] = Object.entries(document).find(([key]) => key.startsWith('__reactContainer')) ?? [];
    const root = (holder as { stateNode: FiberRoot } | undefined)?.stateNode;
    if (root?.current.memoizedState?.isDehydrated !== false) return 'it does not wake up';
    const open: Fiber[] = [root.current];
    for (let part = open.pop(); part; part = open.pop()) {
      if (part.memoizedState?.dehydrated) return 'a part of it does not wake up';
      for (const next of [part.child, part.sibling]) if (next) open.push(next);
    }
    return root.pendingLanes ? 'it has something to draw' : null;
  }

  function isRouting(): boolean {
    const { state } = (Reflect.get(window, '__reactRouterDataRouter') as Router | undefined) ?? {};
    return (
      state !== undefined &&
      (state.navigation.state !== 'idle' ||
        state.revalidation !== 'idle' ||
        [...state.fetchers.values()].some((one) => one.state !== 'idle'))
    );
  }

  const pause = () => new Promise<void>((resolve) => setTimer(resolve, PAUSE_MS));
  const waitForFrames = () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimer(resolve))));

  function describeActivity(timersUpTo: number, origin: string): string[] {
    if (document.readyState !== 'complete') return ['it is loading'];
    const draws = location.origin === origin ? describePendingRender() : null;
    const timer = [...timers.values()].find((ms) => ms <= timersUpTo);
    return [
      ...(isLeaving ? ['it is being left'] : []),
      ...(pendingRequests > 0 ? ['it waits for an answer'] : []),
      ...(isRouting() ? ['it is on the way to a page'] : []),
      ...(draws === null ? [] : [draws]),
      ...(timer === undefined ? [] : [`a timer of ${timer} ms runs`]),
    ];
  }

  window.crawlIdle = {
    ignoreRunningTimers: () => timers.clear(),
    cancelLeaving: () => (isLeaving = false),
    async listActivity(timersUpTo, origin) {
      let now = ['it is loading'];
      // Waits for short activity in here, because each call from outside is work too.
      for (let turn = 0; turn < POLLS_MAX; turn++) {
        now = describeActivity(timersUpTo, origin);
        const isBusy = now.length > 0;
        // Frames are work for the whole browser: wait for them only when nothing else is left.
        await (isBusy ? pause() : waitForFrames());
        if (isBusy) continue;
        now = describeActivity(timersUpTo, origin);
        if (now.length === 0) break;
      }
      return now;
    },
  };
}

const delay = (ms: number) => new Promise<null>((resolve) => setTimeout(() => resolve(null), ms));

/**
 * Waits until a page is idle: all requests have completed, everything is rendered, no short timer runs.
 * @param patient whether to wait for longer timers too
 * @returns what it still does, if it never becomes idle
 */
export async function waitUntilIdle(page: Page, traffic: Traffic, { patient = false, hangMs = HANG_MS } = {}): Promise<string[]> {
  const end = Date.now() + hangMs;
  const left = traffic.countLeft();
  let isStaying = false;
  for (;;) {
    const begun = traffic.countStarted();
    const asked = page.evaluate(([upTo, origin]) => window.crawlIdle.listActivity(upTo, origin), [
      patient ? LONG_TIMERS_MS : SHORT_TIMERS_MS,
      traffic.origin,
    ] as const);
    // A page that is replaced during the call does not return: the next one is asked.
    const busy = (await Promise.race([asked.catch(() => [LEAVING]), delay(hangMs)])) ?? ['it does not answer'];
    const pending = traffic.pending();
    const isResting = busy.length === 0 && pending.length === 0;
    if (isResting && traffic.countStarted() === begun) return [];
    if (Date.now() > end) return [...busy, ...pending];
    if (isResting) continue;
    // The URL led to a file, or to nothing: the page stays.
    if (busy.length === 1 && busy[0] === LEAVING && pending.length === 0 && traffic.countLeft() > left) {
      if (isStaying) await page.evaluate(() => window.crawlIdle.cancelLeaving()).catch(() => {});
      isStaying = true;
    }
    if (pending.length === 0) await delay(20);
    // Do not query the page again after every single response.
    const until = Date.now() + 250;
    while (traffic.pending().length > 0 && Date.now() < until) await Promise.race([traffic.nextResponse(), delay(until - Date.now())]);
  }
}
