import { RouterContextProvider } from 'react-router';
import { authenticate } from '../src/features/accounts/sessions/service.server.ts';
import { requestContext, type RequestContext } from '../src/request/request-context.ts';
import { VISITOR } from '../src/shared/permissions.ts';
import type { RouteModule } from './pages.ts';
import type { World } from './world.ts';

/** The result of a route: a redirect target or data, and its Set-Cookie headers. */
type RouteResult = { to: string | null; data: unknown; cookies: string[] };

/** A browser without pages: it runs a world's route modules, submits their forms, and stores their cookies. */
export function createCookieBrowser(world: World) {
  const jar = new Map<string, string>();
  const cookies = () => Array.from(jar, ([name, value]) => `${name}=${value}`).join('; ');
  const visit = () => ({ address: '10.0.0.1', userAgent: 'test', cookies: cookies() });
  const storeCookies = (lines: string[]) => {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0/.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return lines;
  };
  async function runRoute(what: RouteModule['loader'], request: Request): Promise<RouteResult> {
    const context = new RouterContextProvider();
    const session = await authenticate(world.ctx, cookies());
    const actor = session?.actor ?? VISITOR;
    const viewer = actor.kind === 'player' ? (session?.viewer ?? null) : null;
    const site: RequestContext = {
      ctx: world.ctx,
      actor,
      viewer,
      clientInfo: visit(),
      nonce: '',
      requestId: 'r',
      rateLimit: async () => {},
    };
    context.set(requestContext, site);
    let result: unknown;
    try {
      result = await what?.({ context, request, params: {} } as never);
    } catch (error) {
      if (!(error instanceof Response)) throw error;
      result = error;
    }
    if (result instanceof Response)
      return { to: result.headers.get('location'), data: null, cookies: storeCookies(result.headers.getSetCookie()) };
    const wrapped = result as { type?: string; data?: unknown; init?: { headers?: HeadersInit } | null };
    if (wrapped?.type !== 'DataWithResponseInit') return { to: null, data: result, cookies: [] };
    return { to: null, data: wrapped.data, cookies: storeCookies(new Headers(wrapped.init?.headers).getSetCookie()) };
  }
  return {
    jar,
    visit,
    get: (page: RouteModule, address: string) => runRoute(page.loader, new Request(`${world.ctx.config.origin}${address}`)),
    post: (page: RouteModule, fields: Record<string, string>) =>
      runRoute(page.action, new Request(world.ctx.config.origin, { method: 'POST', body: new URLSearchParams(fields) })),
    /** The username of the signed-in player. */
    signedInUsername: async () => (await authenticate(world.ctx, cookies()))?.viewer.username ?? null,
  };
}
