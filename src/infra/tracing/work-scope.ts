import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { continueTrace, formatTraceparent, type Trace } from './traceparent.ts';

// What the log and outgoing calls know of the request or job that they belong to, without every function passing it on.

/** A request or a run of a job. Its numbers are made when they are first needed: most responses come from a cache and need none. */
export type WorkScope = {
  /** Identifies a request in the log; null for a job. */
  readonly requestId: string | null;
  readonly trace: Trace;
  /**
   * What it has to see in the database: all that was written before this position in the primary's log. Null: whatever was written, so it
   * reads from no replica, as requests that change something and jobs.
   */
  mustSee: bigint | null;
  /** Whether it is done. What was opened meanwhile and lives on, such as a connection, does not speak of it any more. */
  isOver: boolean;
};

const current = new AsyncLocalStorage<WorkScope>();

/** A number for a request: 16 hexadecimal digits. */
export function newRequestId(): string {
  return randomBytes(8).toString('hex');
}

/** @param traceparent the header as it came */
export function createRequestScope(traceparent: string | undefined): WorkScope {
  let requestId: string | undefined;
  let trace: Trace | undefined;
  return {
    get requestId() {
      return (requestId ??= newRequestId());
    },
    get trace() {
      return (trace ??= continueTrace(traceparent));
    },
    mustSee: null,
    isOver: false,
  };
}

/** Runs a job in a trace of its own. */
export async function runJobInScope<T>(run: () => Promise<T>): Promise<T> {
  const scope: WorkScope = { requestId: null, trace: continueTrace(undefined), mustSee: null, isOver: false };
  try {
    return await current.run(scope, run);
  } finally {
    scope.isOver = true;
  }
}

/** Runs work as a part of a request. The caller says when that is over. */
export function runInScope<T>(scope: WorkScope, work: () => T): T {
  return current.run(scope, work);
}

/** Says what the request that this is a part of has to see; see {@link WorkScope.mustSee}. */
export function setMustSee(position: bigint): void {
  const scope = current.getStore();
  if (scope !== undefined) scope.mustSee = position;
}

/** What the request that this is a part of has to see; null: everything, also outside of requests. */
export function getMustSee(): bigint | null {
  return current.getStore()?.mustSee ?? null;
}

/** The number of the request that this is a part of; null if it is none's. */
export function currentRequestId(): string | null {
  return current.getStore()?.requestId ?? null;
}

/** What every line of the log says about the request or job that it belongs to. */
export function logFields(): { requestId?: string; traceId?: string } {
  const scope = current.getStore();
  if (scope === undefined || scope.isOver) return {};
  return { ...(scope.requestId !== null && { requestId: scope.requestId }), traceId: scope.trace.traceId };
}

/** The header that tells a service which we call of the trace; none outside of requests and jobs. */
export function traceHeaders(): { traceparent?: string } {
  const scope = current.getStore();
  return scope === undefined || scope.isOver ? {} : { traceparent: formatTraceparent(scope.trace) };
}
