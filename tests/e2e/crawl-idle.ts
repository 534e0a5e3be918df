import type { Page } from '@playwright/test';
import type { Traffic } from './crawl-traffic.ts';

// Whether a page is at rest, told by what it does itself and by no watch: what it asked for, what React has to draw, which timers run.

export type Idle = {
  /** Timers that run now are no longer waited for: only those that are set from now on. */
  begin(): void;
  /** What the page still does, once two frames were drawn. @param timersUpTo longer timers are not waited for, in milliseconds */
  busy(timersUpTo: number, origin: string): Promise<string[]>;
  /** The page was to be left for what then turned out to be a file: it stays. */
  stay(): void;
};

declare global {
  interface Window {
    crawlIdle: Idle;
  }
}

/** A page that is not at rest after this time hangs, which is a fault of its own: nothing else is told by it. */
export const HANG_MS = 30_000;
/** A press is felt after so long at the latest: where nothing is felt at once, timers up to this are waited for. */
export const TIMERS_MS = 6_000;
/** Typing and pressing again are waited for by such short timers. */
const SHORT_TIMERS_MS = 350;
const LEAVING = 'it is being left';

/** Is given to the browser as text, before anything of ours: it knows nothing outside of itself. */
export function watchIdle(): void {
  type Part = { memoizedState: { isDehydrated?: boolean; dehydrated?: unknown } | null; child: Part | null; sibling: Part | null };
  type Root = { pendingLanes?: number; current: Part };
  type Router = { state: { navigation: { state: string }; revalidation: string; fetchers: Map<string, { state: string }> } };

  /** So many times two frames or as long are waited for before an answer is given. */
  const TURNS = 8;
  const PAUSE_MS = 30;
  const timers = new Map<number, number>();
  let asks = 0;
  let isLeft = false;

  const [setTimer, clearTimer] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)];
  const setWatched = (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
    const id = setTimer(() => {
      timers.delete(id);
      run(...given);
    }, ms);
    timers.set(id, ms);
    return id;
  };
  const clearWatched = (id?: number) => {
    timers.delete(id ?? -1);
    clearTimer(id);
  };
  Object.assign(window, { setTimeout: setWatched, clearTimeout: clearWatched });

  /** An answer counts as come once whoever waits for it had their turn. */
  const counted = <Given extends unknown[], T>(ask: (this: unknown, ...given: Given) => Promise<T>) =>
    function (this: unknown, ...given: Given): Promise<T> {
      asks++;
      const over = () => void setTimer(() => asks--);
      const asked = ask.apply(this, given);
      asked.then(over, over);
      return asked;
    };
  window.fetch = counted(window.fetch.bind(window));
  for (const read of ['json', 'text', 'arrayBuffer', 'blob', 'formData'] as const)
    Object.assign(Response.prototype, { [read]: counted(Response.prototype[read] as () => Promise<unknown>) });

  window.navigation?.addEventListener('navigate', (event) => {
    if (!event.destination.sameDocument && event.downloadRequest === null && /^https?:/.test(event.destination.url)) isLeft = true;
  });

  /** What React has not taken over yet is 'dehydrated'. */
  function drawing(): string | null {
    const [, holder] = Object.entries(document).find(([key]) => key.startsWith('__reactContainer')) ?? [];
    const root = (holder as { stateNode: Root } | undefined)?.stateNode;
    if (root?.current.memoizedState?.isDehydrated !== false) return 'it does not wake up';
    const open: Part[] = [root.current];
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
  const drawn = () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimer(resolve))));

  function does(timersUpTo: number, origin: string): string[] {
    if (document.readyState !== 'complete') return ['it is loading'];
    const draws = location.origin === origin ? drawing() : null;
    const timer = [...timers.values()].find((ms) => ms <= timersUpTo);
    return [
      ...(isLeft ? ['it is being left'] : []),
      ...(asks > 0 ? ['it waits for an answer'] : []),
      ...(isRouting() ? ['it is on the way to a page'] : []),
      ...(draws === null ? [] : [draws]),
      ...(timer === undefined ? [] : [`a timer of ${timer} ms runs`]),
    ];
  }

  window.crawlIdle = {
    begin: () => timers.clear(),
    stay: () => (isLeft = false),
    async busy(timersUpTo, origin) {
      let now = ['it is loading'];
      // What is over soon is waited for here: each question from outside is work too.
      for (let turn = 0; turn < TURNS; turn++) {
        now = does(timersUpTo, origin);
        const isBusy = now.length > 0;
        // Frames are work for the whole browser: they are asked for once nothing else is to be done.
        await (isBusy ? pause() : drawn());
        if (isBusy) continue;
        now = does(timersUpTo, origin);
        if (now.length === 0) break;
      }
      return now;
    },
  };
}

const later = (ms: number) => new Promise<null>((resolve) => setTimeout(() => resolve(null), ms));

/**
 * Waits until a page is at rest: everything was answered, everything is drawn, no short timer runs.
 * @param patient whether longer timers are waited for too. @returns what it still does where it never rests
 */
export async function untilIdle(page: Page, traffic: Traffic, { patient = false, hangMs = HANG_MS } = {}): Promise<string[]> {
  const end = Date.now() + hangMs;
  const left = traffic.left();
  let isStaying = false;
  for (;;) {
    const begun = traffic.begun();
    const asked = page.evaluate(([upTo, origin]) => window.crawlIdle.busy(upTo, origin), [
      patient ? TIMERS_MS : SHORT_TIMERS_MS,
      traffic.origin,
    ] as const);
    // A page that is replaced while it is asked has no answer: the next one is asked.
    const busy = (await Promise.race([asked.catch(() => [LEAVING]), later(hangMs)])) ?? ['it does not answer'];
    const pending = traffic.pending();
    const isResting = busy.length === 0 && pending.length === 0;
    if (isResting && traffic.begun() === begun) return [];
    if (Date.now() > end) return [...busy, ...pending];
    if (isResting) continue;
    // The address gave a file, or nothing: the page is not left.
    if (busy.length === 1 && busy[0] === LEAVING && pending.length === 0 && traffic.left() > left) {
      if (isStaying) await page.evaluate(() => window.crawlIdle.stay()).catch(() => {});
      isStaying = true;
    }
    if (pending.length === 0) await later(20);
    // A page is not asked again at each of the many things that come to it.
    const until = Date.now() + 250;
    while (traffic.pending().length > 0 && Date.now() < until) await Promise.race([traffic.next(), later(until - Date.now())]);
  }
}
