import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { QueryPrepared } from '../infra/database/database.ts';

/** The database is asked at most this often, in milliseconds, however often somebody asks us. */
const INTERVAL_MS = 1_000;
/** It has to answer within this time, in milliseconds. */
const ANSWER_MS = 1_000;

/** Whether this process lives, and whether it may get requests: what a load balancer and a supervisor ask. */
export type Health = {
  /** Answers the addresses of health checks, before anything else looks at the request. */
  before(listener: RequestListener): RequestListener;
  /** Everything that a start does is done. */
  markStarted(): void;
  /** From now on no new requests should come: readiness says no. */
  markStopping(): void;
};

/**
 * Creates the answers to `/livez` (this process answers at all) and `/readyz` (it may get requests: started, not stopping, and the database
 * answers). `/healthz` is the former name of `/readyz`. They render nothing, are never refused or cached, and work without a Host header.
 * @param query over a connection of its own: one that waited behind pages would make a busy process look broken, and its balancer would give
 * its requests to others that are as busy
 * @param clock milliseconds that never go back
 */
export function createHealth(query: QueryPrepared, log: Logger, clock: () => number = () => performance.now()): Health {
  let isStarted = false;
  let isStopping = false;
  let lastAskedAt = Number.NEGATIVE_INFINITY;
  let isAnswering = Promise.resolve(false);
  let asking: Promise<boolean> | null = null;
  let wasThere = true;

  /** Asks the database. A question that hangs is not asked a second time beside it. */
  const ask = (): Promise<boolean> =>
    (asking ??= query({ name: 'readiness', text: 'select 1' }, [])
      .then(
        () => true,
        (error: unknown) => {
          if (wasThere) log.error({ err: error }, 'the database does not answer: this process is not ready');
          return false;
        },
      )
      .finally(() => (asking = null)));
  const isDatabaseThere = (): Promise<boolean> => {
    const now = clock();
    if (now - lastAskedAt < INTERVAL_MS) return isAnswering;
    lastAskedAt = now;
    isAnswering = Promise.race([ask(), isTooLate()]).then((isThere) => (wasThere = isThere));
    return isAnswering;
  };
  const isReady = async () => isStarted && !isStopping && (await isDatabaseThere()) && !isStopping;

  return {
    markStarted: () => void (isStarted = true),
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

/** After the time for an answer; one that waits behind a busy event loop came in time. */
async function isTooLate(): Promise<false> {
  await setTimeout(ANSWER_MS, undefined, { ref: false });
  await setImmediate();
  return false;
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
