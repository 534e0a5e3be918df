import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AppContext } from '../context.server.ts';
import { createRequestScope, runInScope } from '../infra/tracing/work-scope.ts';
import { createGamePatterns } from './request-patterns.ts';

/** Methods that have a figure of their own; anybody can send any other word. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

/** Answers a request; it is over when the response was handed over. */
type Answer = (req: IncomingMessage, res: ServerResponse) => Promise<unknown>;

/** Wraps what answers on the games' origin, as {@link createRequestObserver} does for the site. */
export function observeGameRequests(ctx: AppContext, answer: Answer): RequestListener {
  return createRequestObserver(ctx, createGamePatterns())(answer);
}

/**
 * Wraps what answers requests: the log and outgoing calls know which request they belong to, slow ones are named in the log, and all are
 * counted if somebody reads the figures. The time begins when the whole request is here and ends when the response is handed over, so a slow
 * phone makes no request slow.
 * @param patternOf what the URL of a request is called
 * @returns a listener for what answers; that must not reject
 */
export function createRequestObserver(
  { metrics, config, log }: Pick<AppContext, 'metrics' | 'config' | 'log'>,
  patternOf: (url: string) => string,
): (answer: Answer) => RequestListener {
  const slowMs = config.slow.requestMs || Number.POSITIVE_INFINITY;
  return (answer) => (req, res) => {
    const startedAt = measureStart(req);
    // Without a proxy that we trust it is a visitor's, who could mix up the traces of others.
    const traceparent = config.trustedProxies > 0 ? req.headers['traceparent'] : undefined;
    const scope = createRequestScope(typeof traceparent === 'string' ? traceparent : undefined);
    const finish = () => {
      // Who leaves while they send says nothing about us.
      const isCut = !req.complete && !res.headersSent;
      const ms = isCut ? 0 : performance.now() - startedAt();
      if (metrics !== null || ms >= slowMs) {
        const route = patternOf(req.url ?? '');
        const method = METHODS.has(req.method ?? '') ? (req.method ?? '') : 'other';
        // Whoever leaves before there is an answer gets none.
        const status = res.headersSent ? String(res.statusCode) : 'none';
        metrics?.countRequest(route, method, status, isCut ? null : ms / 1_000);
        if (ms >= slowMs) log.warn({ route, method, status, ms: Math.round(ms) }, 'slow request');
      }
      scope.isOver = true;
    };
    runInScope(scope, () => void answer(req, res).then(finish, finish));
  };
}

/** @returns when the last piece of the request came, so far, as `performance.now()` says it */
function measureStart(req: IncomingMessage): () => number {
  let startedAt = performance.now();
  const hasBody = req.headers['transfer-encoding'] !== undefined || (req.headers['content-length'] ?? '0') !== '0';
  if (hasBody) {
    // Node hands over what comes by this method, and null after all of it. The event 'end' would come only when it has been read.
    const { push } = req;
    req.push = (piece: unknown, encoding?: BufferEncoding) => {
      startedAt = performance.now();
      return push.call(req, piece, encoding);
    };
  }
  return () => startedAt;
}
