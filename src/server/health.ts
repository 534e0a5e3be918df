import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';

/** The database is asked at most this often, in milliseconds, however often somebody asks us. */
const INTERVAL_MS = 1_000;
/** It has to answer within this time, in milliseconds. */
const ANSWER_MS = 1_000;

/** Whether this process lives, and whether it may get requests: what a load balancer and a supervisor ask. */
export type Health = {
  /** Answers the addresses of health checks, before anything else looks at the request. */
  before(listener: RequestListener): RequestListener;
  /**
   * Everything that a start does is done: from now on readiness asks the database.
   * @param askDatabase a statement over a connection of its own: one that waited behind pages would make a busy process look broken, and its
   * balancer would give its requests to others that are as busy
   */
  markStarted(askDatabase: () => Promise<unknown>): void;
  /** Whether it may get requests: what `/readyz` says. */
  isReady(): Promise<boolean>;
  /** From now on no new requests should come: readiness says no. */
  markStopping(): void;
};

/**
 * Creates the answers to `/livez` (this process answers at all) and `/readyz` (it may get requests: started, not stopping, and the database
 * answers). `/healthz` is the former name of `/readyz`. They render nothing, are never refused or cached, and work without a Host header.
 * @param clock milliseconds that never go back
 */
export function createHealth(log: Logger, clock: () => number = () => performance.now()): Health {
  let askDatabase: (() => Promise<unknown>) | null = null;
  let isStopping = false;
  let lastAskedAt = Number.NEGATIVE_INFINITY;
  let isAnswering = Promise.resolve(false);
  let asking: Promise<unknown> | null = null;
  let wasThere = true;

  /** Asks the database. A question that hangs is not asked a second time beside it. @returns true, or the error */
  const ask = (query: () => Promise<unknown>): Promise<unknown> =>
    (asking ??= query()
      .then(
        () => true,
        (error: unknown) => error,
      )
      .finally(() => (asking = null)));
  /** Logs what changed: an outage has a line where it begins and one where it ends. @param found true, or why it is not there */
  const note = (found: unknown): boolean => {
    const isThere = found === true;
    if (wasThere && !isThere) log.error({ err: found }, 'the database does not answer: this process is not ready');
    if (!wasThere && isThere) log.warn('the database answers again: this process is ready');
    return (wasThere = isThere);
  };
  const isDatabaseThere = (query: () => Promise<unknown>): Promise<boolean> => {
    const now = clock();
    if (now - lastAskedAt < INTERVAL_MS) return isAnswering;
    lastAskedAt = now;
    isAnswering = Promise.race([ask(query), isTooLate()]).then(note);
    return isAnswering;
  };
  const isReady = async () => askDatabase !== null && !isStopping && (await isDatabaseThere(askDatabase)) && !isStopping;

  return {
    markStarted: (query) => void (askDatabase = query),
    isReady,
    markStopping: () => void (isStopping = true),
    before: (listener) => (req, res) => {
      const path = isAsked(req) ? req.url?.split('?')[0] : undefined;
      if (path === '/livez') return send(req, res, true);
      if (path !== '/readyz' && path !== '/healthz') return passOn(req, res, listener);
      isReady().then(
        (ready) => send(req, res, ready),
        // Nothing above rejects; if it did, that is no readiness.
        () => send(req, res, false),
      );
    },
  };
}

/** After the time for an answer; one that waits behind a busy event loop came in time. @returns why there is none */
async function isTooLate(): Promise<Error> {
  await setTimeout(ANSWER_MS, undefined, { ref: false });
  await setImmediate();
  return new Error(`no answer within ${ANSWER_MS} ms`);
}

const isAsked = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';

function send(req: IncomingMessage, res: ServerResponse, isOk: boolean): void {
  const body = JSON.stringify({ ok: isOk });
  res.writeHead(isOk ? 200 : 503, {
    'content-type': 'application/json',
    'content-length': body.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  res.end(req.method === 'HEAD' ? undefined : body);
}

/** Everything else needs a Host header in HTTP/1.1: the servers accept requests without one for the sake of health checks alone. */
function passOn(req: IncomingMessage, res: ServerResponse, listener: RequestListener): void {
  if (req.headers.host !== undefined || req.httpVersion !== '1.1') return listener(req, res);
  res.writeHead(400, { connection: 'close' }).end();
}
