import type { IncomingMessage } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Config } from '../config.server.ts';
import { isTeamPage } from '../shared/team-pages.ts';

/**
 * What a request is, when not all can be served. The first kinds are refused first: a page can be opened again, data belongs to a page that
 * is open already, an action is something that somebody did, and the team must be able to protect children on the busiest day.
 */
export type RequestKind = 'page' | 'data' | 'action' | 'team';

/** How many times the configured limit each kind may reach before it is refused. */
const TOLERANCE: Record<RequestKind, number> = { page: 1, data: 2, action: 4, team: 8 };

/** What the browser is told to wait, in seconds. It is drawn for each, so that those who were refused do not return all at once. */
const RETRY_SECONDS = { min: 2, max: 12 };

export type OverloadGuard = {
  /** Whether a request of this kind has to be refused now. */
  isOverloadedFor(kind: RequestKind): boolean;
  /** Counts a request as in flight. @returns a function that ends this; calling it twice does no harm */
  enter(kind: RequestKind): () => void;
  /** The signals as they are now, for the log. */
  load(): { reads: number; actions: number; loopDelayMs: number };
  /** The Retry-After header of a refusal: seconds. */
  retryAfter(): string;
};

type Signals = {
  /** For how long the event loop has been keeping everything waiting, in milliseconds. */
  loopDelayMs(): number;
  /** 0 (inclusive) to 1 (exclusive). */
  random(): number;
};

/**
 * Decides which requests are refused when there are more than the process can answer: those that are accepted must stay quick, and whoever is
 * refused is told at once instead of after many seconds. Two signals count: requests in flight, which also rise when the database is slow, and
 * the delay of the event loop. Actions have a count of their own, since they may wait for something that costs this process nothing, such as
 * the queue of password hashes or a payment provider: a hundred people who sign in are no reason to refuse pages.
 */
export function createOverloadGuard({ requests, delayMs }: Config['overload'], { loopDelayMs, random }: Signals): OverloadGuard {
  const inFlight = { reads: 0, actions: 0 };
  const counterOf = (kind: RequestKind) => (kind === 'action' ? 'actions' : 'reads');
  return {
    isOverloadedFor(kind) {
      const tolerance = TOLERANCE[kind];
      if (requests > 0 && inFlight[counterOf(kind)] >= requests * tolerance) return true;
      return delayMs > 0 && loopDelayMs() >= delayMs * tolerance;
    },
    enter(kind) {
      const counter = counterOf(kind);
      let isIn = true;
      inFlight[counter]++;
      return () => {
        if (isIn) inFlight[counter]--;
        isIn = false;
      };
    },
    load: () => ({ ...inFlight, loopDelayMs: Math.round(loopDelayMs()) }),
    retryAfter: () => String(RETRY_SECONDS.min + Math.floor(random() * (RETRY_SECONDS.max - RETRY_SECONDS.min + 1))),
  };
}

/** Between two samples of the event loop, in milliseconds. */
const SAMPLE_MS = 10;
/** How long the event loop is watched for one reading, in milliseconds. */
const WINDOW_MS = 500;

/**
 * Measures the delay of the event loop. A reading is the smallest delay of half a second, as CoDel reads a queue: a single long task or a
 * collection of garbage is no overload, but a delay that never went away is.
 */
export function watchEventLoop(): { delayMs(): number; stop(): void } {
  const histogram = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  histogram.enable();
  let delayMs = 0;
  const timer = setInterval(() => {
    if (histogram.count > 0) delayMs = Math.max(0, histogram.min / 1e6 - SAMPLE_MS);
    histogram.reset();
  }, WINDOW_MS).unref();
  return {
    delayMs: () => delayMs,
    stop() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}

/** Endpoints that are never refused: others depend on them, or they cost next to nothing. */
const ALWAYS_SERVED = /^\/(assets\/|webhooks\/|newsletter\/leave\/|logout(\.data)?$)/;

/** What a request is, or null if it is never refused. Static files are the caller's to except. */
export function kindOfRequest({ method, headers }: IncomingMessage, path: string): RequestKind | null {
  if (ALWAYS_SERVED.test(path)) return null;
  if (isTeamPage(path)) return 'team';
  if (method !== 'GET' && method !== 'HEAD') return 'action';
  // The public API is for other people's programs: the site's own readers come first.
  return path.startsWith('/api/') || headers.accept?.includes('text/html') ? 'page' : 'data';
}

/**
 * Runs the work for a request, which counts as in flight until there is a response. Neither the time in which a body arrives counts nor the
 * time in which the response is sent: slow phones and people who send a byte a minute must not make the site look busy.
 */
export async function countInFlight<T>(guard: OverloadGuard, req: IncomingMessage, work: () => T | Promise<T>): Promise<T> {
  const kind = kindOfRequest(req, req.url?.split('?')[0] ?? '');
  if (kind === null) return work();
  let leave = () => {};
  const enter = () => (leave = guard.enter(kind));
  const isBodyToCome = kind === 'action' && !req.complete;
  if (isBodyToCome) req.once('end', enter);
  else enter();
  try {
    return await work();
  } finally {
    req.off('end', enter);
    leave();
  }
}
