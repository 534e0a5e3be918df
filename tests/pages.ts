import { RouterContextProvider } from 'react-router';
import { requestContext, type RequestContext } from '../src/server/site-context.ts';
import type { Actor } from '../src/shared/permissions.ts';
import { createPayingWorld } from './fake-payments.ts';

/** A route module, as far as the server runs it. */
export type Page = { loader?: (args: never) => unknown; action?: (args: never) => unknown };
/** What a loader or action gave or threw: where it leads, or what it says. */
export type Answer = { status: number; to: string | null; data: unknown };

/** Pages with one player who looks at them (or another, by `actor`), and a provider that does what it is told. */
export async function createPayingPages() {
  const paid = await createPayingWorld();
  const player = await paid.world.addPlayer({ username: 'amani' });
  const argsFor = (actor: Actor, request: Request, params: Record<string, string>) => {
    const context = new RouterContextProvider();
    const viewer = actor.kind === 'player' ? { id: actor.id, username: '', displayName: '', avatar: '', role: actor.role } : null;
    const visit = { address: '10.0.0.1', device: 'test', cookies: '' };
    const site: RequestContext = { ctx: paid.ctx, actor, viewer, clientInfo: visit, nonce: '', requestId: 'r1', rateLimit: async () => {} };
    context.set(requestContext, site);
    return { request, context, params } as never;
  };
  const get = (page: Page, address: string, actor: Actor = player, params = {}) =>
    answerOf(() => page.loader?.(argsFor(actor, new Request(`${paid.ctx.config.origin}${address}`), params)));
  const post = (page: Page, fields: Record<string, string>, actor: Actor = player, params = {}) => {
    const request = new Request(paid.ctx.config.origin, { method: 'POST', body: new URLSearchParams(fields) });
    return answerOf(() => page.action?.(argsFor(actor, request, params)));
  };
  return { ...paid, player, get, post };
}

async function answerOf(run: () => unknown): Promise<Answer> {
  let given: unknown;
  try {
    given = await run();
  } catch (error) {
    if (error instanceof Error) throw error;
    given = error;
  }
  if (given instanceof Response) return { status: given.status, to: given.headers.get('location'), data: null };
  const wrapped = given as { type?: string; data?: unknown; init?: { status?: number } | null };
  if (wrapped.type !== 'DataWithResponseInit') return { status: 200, to: null, data: given };
  return { status: wrapped.init?.status ?? 200, to: null, data: wrapped.data };
}
