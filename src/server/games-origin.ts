import { Hono } from 'hono';
import type { AppContext } from '../context.server.ts';
import { canServeFiles } from '../features/games/plays/service.server.ts';
import { createGameFiles } from './game-files.ts';
import { gameCsp, transportSecurity } from './headers.ts';
import { serveStatic, type StaticFiles } from './static-files.ts';
import { CACHE_IMMUTABLE } from './stored-files.ts';

/**
 * The games' own origin. It serves games' files and the kit, nothing else, and uses no cookies. The paths of a premium game's files
 * contain a ticket: /t/<ticket>/games/<id>/<hash>/<file>.
 */
export function gamesOriginApp(ctx: AppContext, kit: StaticFiles): Hono {
  const app = new Hono();
  const files = createGameFiles(ctx);
  const policy = gameCsp(ctx.config, null);
  const headers = {
    ...transportSecurity(ctx.config),
    // Names in a page are not looked up before they are needed: a game could tell something by them.
    'x-dns-prefetch-control': 'off',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // The sandbox gives a game an opaque origin, so its files are requested cross-origin.
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  };

  app.use(async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return c.text('Method not allowed', 405, { allow: 'GET, HEAD' });
    await next();
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
    if (!c.res.headers.has('content-security-policy')) c.res.headers.set('content-security-policy', policy);
  });
  app.get('/kit/:file', (c) => serveStatic(kit, c.req.path, c.req.raw) ?? c.text('Not found', 404));
  app.get('/t/:ticket/games/:id/:rest{.+}', (c) =>
    serveGame(c.req.raw, c.req.param('id'), c.req.path.split('/').slice(3).join('/'), c.req.param('ticket')),
  );
  app.get('/games/:id/:rest{.+}', (c) => serveGame(c.req.raw, c.req.param('id'), c.req.path.slice(1), null));
  app.notFound((c) => c.text('Not found', 404));
  app.onError((error, c) => {
    ctx.log.error({ err: error }, 'games origin');
    return c.text('Something went wrong', 503);
  });

  async function serveGame(request: Request, id: string, name: string, ticket: string | null): Promise<Response> {
    if (!(await canServeFiles(ctx, id, ticket))) return new Response('Not found', { status: 404 });
    const caching = { 'cache-control': ticket === null ? CACHE_IMMUTABLE : 'private, max-age=3600' };
    return (await files.serve(name, request, caching)) ?? new Response('Not found', { status: 404 });
  }
  return app;
}
