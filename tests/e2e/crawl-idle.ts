import type { Page } from '@playwright/test';
import type { Traffic } from './crawl-traffic.ts';

// Whether a page is at rest, told by what it does itself and by no watch: what it asked for, what React has to draw, which timers run.

export type IdleProbe = {
  /** Timers that run now are no longer waited for: only those that are set from now on. */
  ignoreRunningTimers(): void;
  /** What the page still does, once two frames were drawn. @param timersUpTo longer timers are not waited for, in milliseconds */
  listActivity(timersUpTo: number, origin: string): Promise<string[]>;
  /** The page was to be left for what then turned out to be a file: it stays. */
  cancelLeaving(): void;
};

declare global {
  interface Window {
    crawlIdle: IdleProbe;
  }
}

/** A page that is not at rest after this time hangs, which is a fault of its own: nothing else is told by it. */
export const HANG_MS = 30_000;
/** A press is felt after so long at the latest: where nothing is felt at once, timers up to this are waited for. */
export const LONG_TIMERS_MS = 6_000;
/** Typing and pressing again are waited for by such short timers. */
const SHORT_TIMERS_MS = 350;
const LEAVING = 'it is being left';

/** Is given to the browser as text, before anything of ours: it knows nothing outside of itself. */
export function installIdleProbe(): void {
  type Fiber = { memoizedState: { isDehydrated?: boolean; dehydrated?: unknown } | null; child: Fiber | null; sibling: Fiber | null };
  type FiberRoot = { pendingLanes?: number; current: Fiber };
  type Router = { state: { navigation: { state: string }; revalidation: string; fetchers: Map<string, { state: string }> } };

  /** So many times two frames or as long are waited for before an answer is given. */
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

  /** An answer counts as come once whoever waits for it had their turn. */
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

  /** What React has not taken over yet is 'dehydrated'. */
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
      // What is over soon is waited for here: each question from outside is work too.
      for (let turn = 0; turn < POLLS_MAX; turn++) {
        now = describeActivity(timersUpTo, origin);
        const isBusy = now.length > 0;
        // Frames are work for the whole browser: they are asked for once nothing else is to be done.
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
 * Waits until a page is at rest: everything was answered, everything is drawn, no short timer runs.
 * @param patient whether longer timers are waited for too. @returns what it still does where it never rests
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
    // A page that is replaced while it is asked has no answer: the next one is asked.
    const busy = (await Promise.race([asked.catch(() => [LEAVING]), delay(hangMs)])) ?? ['it does not answer'];
    const pending = traffic.pending();
    const isResting = busy.length === 0 && pending.length === 0;
    if (isResting && traffic.countStarted() === begun) return [];
    if (Date.now() > end) return [...busy, ...pending];
    if (isResting) continue;
    // The address gave a file, or nothing: the page is not left.
    if (busy.length === 1 && busy[0] === LEAVING && pending.length === 0 && traffic.countLeft() > left) {
      if (isStaying) await page.evaluate(() => window.crawlIdle.cancelLeaving()).catch(() => {});
      isStaying = true;
    }
    if (pending.length === 0) await delay(20);
    // A page is not asked again at each of the many things that come to it.
    const until = Date.now() + 250;
    while (traffic.pending().length > 0 && Date.now() < until) await Promise.race([traffic.nextResponse(), delay(until - Date.now())]);
  }
}
