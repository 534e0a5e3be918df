import { RouterContextProvider } from 'react-router';
import { requestContext, type RequestContext } from '../src/request/request-context.ts';
import type { Actor } from '../src/shared/permissions.ts';
import { createPaymentsWorld } from './fake-payments.ts';

/** A route module, as far as it runs on the server. */
export type RouteModule = { loader?: (args: never) => unknown; action?: (args: never) => unknown };
/** The result of a loader or action, returned or thrown: a redirect target or data. */
export type RouteResult = { status: number; to: string | null; data: unknown };

/** Pages with one player as the viewer (or another, by `actor`), and a fake payment provider. */
export async function createPaymentsPages() {
  const paid = await createPaymentsWorld();
  const player = await paid.world.addPlayer({ username: 'amani' });
  const argsFor = (actor: Actor, request: Request, params: Record<string, string>) => {
    const context = new RouterContextProvider();
    const viewer = actor.kind === 'player' ? { id: actor.id, username: '', displayName: '', avatar: '', role: actor.role } : null;
    const visit = { address: '10.0.0.1', userAgent: 'test', cookies: '' };
    const site: RequestContext = { ctx: paid.ctx, actor, viewer, clientInfo: visit, nonce: '', requestId: 'r1', rateLimit: async () => {} };
    context.set(requestContext, site);
    return { request, context, params } as never;
  };
  const get = (page: RouteModule, address: string, actor: Actor = player, params = {}) =>
    toRouteResult(() => page.loader?.(argsFor(actor, new Request(`${paid.ctx.config.origin}${address}`), params)));
  const post = (page: RouteModule, fields: Record<string, string>, actor: Actor = player, params = {}) => {
    const request = new Request(paid.ctx.config.origin, { method: 'POST', body: new URLSearchParams(fields) });
    return toRouteResult(() => page.action?.(argsFor(actor, request, params)));
  };
  return { ...paid, player, get, post };
}

async function toRouteResult(run: () => unknown): Promise<RouteResult> {
  let result: unknown;
  try {
    result = await run();
  } catch (error) {
    if (error instanceof Error) throw error;
    result = error;
  }
  if (result instanceof Response) return { status: result.status, to: result.headers.get('location'), data: null };
  const wrapped = result as { type?: string; data?: unknown; init?: { status?: number } | null };
  if (wrapped.type !== 'DataWithResponseInit') return { status: 200, to: null, data: result };
  return { status: wrapped.init?.status ?? 200, to: null, data: wrapped.data };
}
