import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import type { Context } from '../context.server.ts';
import { VISITOR } from '../shared/permissions.ts';
import { Refusal } from '../shared/refusal.ts';
import { problemAnswer, publicApi } from './api.ts';
import { siteDocuments } from './documents.ts';
import { FILE_POLICY, pagePolicy, SAFE_HEADERS, siteOrigins } from './headers.ts';
import { BODY_BYTES_MAX, clientAddress, createLimits, type Limits } from './limits.ts';
import { createSharedAnswers, SHARED_SECONDS } from './shared-answers.ts';
import { siteContext } from './site-context.ts';
import { serveStatic, type StaticFiles } from './static-files.ts';
import { FOR_EVER, serveStored } from './stored-files.ts';

export type SiteParts = {
  ctx: Context;
  /** The pages, as React Router built them (in development: fresh for each request). */
  pages: ServerBuild | (() => Promise<ServerBuild>);
  /** The browser build; null in development, where Vite serves it. */
  assets: StaticFiles | null;
};

type Env = { Bindings: HttpBindings; Variables: { requestId: string; shared: boolean } };

/** Seconds a page that all visitors see alike is shared. */
const PAGE_SECONDS = 5;
const METHODS = ['GET', 'HEAD', 'POST'];

/** Everything the site answers over HTTP, as a Node request listener. */
export function siteListener(parts: SiteParts): (req: IncomingMessage, res: ServerResponse) => void {
  const { ctx } = parts;
  const limits = createLimits(ctx.config);
  const app = siteApp(parts, limits);
  const listener = getRequestListener((request, env) => app.fetch(request, env), { overrideGlobalObjects: false });
  const shared = createSharedAnswers(
    ctx.config,
    () => ctx.now().getTime(),
    async (address) => app.fetch(new Request(`${ctx.config.origin}${address}`, { headers: { 'x-kiddo-visitor': '1' } }), { shared: true }),
  );
  return (req, res) => {
    void serve().catch((error: unknown) => {
      ctx.log.error({ err: error }, 'request failed before it had an answer');
      if (!res.headersSent) res.writeHead(500, { 'content-type': 'text/plain' });
      res.end();
    });
    async function serve(): Promise<void> {
      const api = req.url?.startsWith('/api/') === true;
      if (api) {
        const verdict = await limits.api(clientAddress(ctx.config, req));
        for (const [name, value] of Object.entries(verdict.headers)) res.setHeader(name, value);
        if (!verdict.ok) return tooMany(res);
      }
      if (isShareable(req, parts.assets === null)) return shared.answer(req, res);
      await listener(req, res);
    }
  };
}

function tooMany(res: ServerResponse): void {
  res.writeHead(429, { 'content-type': 'application/problem+json' });
  res.end(JSON.stringify({ type: 'about:blank', title: 'too-many-requests', status: 429, requestId: '' }));
}

/** Whether this request says nothing about who asks. In development nothing is shared. */
function isShareable(req: IncomingMessage, development: boolean): boolean {
  if (development || (req.method !== 'GET' && req.method !== 'HEAD') || !req.url?.startsWith('/')) return false;
  if (req.headers.cookie?.includes('kiddo_session') || req.headers.authorization) return false;
  return !/^\/(assets|media|brand|stickers|fonts|healthz)/.test(req.url);
}

/** The order of everything between a request and its answer, top to bottom. */
function siteApp({ ctx, pages, assets }: SiteParts, limits: Limits): Hono<Env> {
  const app = new Hono<Env>();

  app.use(async (c, next) => {
    const requestId = randomBytes(8).toString('hex');
    c.set('requestId', requestId);
    c.set('shared', (c.env as { shared?: boolean } | undefined)?.shared === true);
    await next();
    c.res.headers.set('x-request-id', requestId);
    for (const [name, value] of Object.entries(SAFE_HEADERS)) c.res.headers.set(name, value);
  });
  app.use(async (c, next) => {
    if (!METHODS.includes(c.req.method) && !c.req.path.startsWith('/api/'))
      return c.text('This method is not used here.', 405, { allow: METHODS.join(', ') });
    if (c.req.method === 'POST') {
      const refused = refusePost(ctx, c.req.raw);
      if (refused) return refused;
    }
    await next();
  });

  app.get('/healthz', async (c) => {
    const well = await ctx
      .kept('healthz', 1_000, async () => {
        await ctx.prepared({ name: 'healthz', text: 'select 1' }, []);
        const home = await app.fetch(new Request(`${ctx.config.origin}/`), { shared: true });
        return home.status === 200;
      })
      .catch((error: unknown) => {
        ctx.log.error({ err: error }, 'not healthy');
        return false;
      });
    return c.json({ ok: well }, well ? 200 : 503, { 'cache-control': 'no-store' });
  });
  if (assets) {
    app.use(async (c, next) => (c.req.method === 'POST' ? next() : (serveStatic(assets, c.req.path, c.req.raw) ?? next())));
    app.get('/assets/*', (c) => c.text('Not found', 404));
  }
  app.get('/media/*', async (c) => {
    // Only pictures: a game's code is served on its own origin, and a premium game's under a ticket.
    if (!/\.(svg|png|jpg|webp|gif)$/.test(c.req.path)) return c.text('Not found', 404);
    const headers = { 'content-security-policy': FILE_POLICY, 'cache-control': FOR_EVER };
    return (await serveStored(ctx, c.req.path.slice('/media/'.length), c.req.raw, headers)) ?? c.text('Not found', 404);
  });
  app.route('/', siteDocuments(ctx));
  app.route('/api/v1', publicApi(ctx));
  app.all('/api/*', (c) => problemAnswer(ctx, c as never, new Refusal('not-found', 'there is no such address')));
  app.post('/games/:id/plays', async (c, next) => {
    const verdict = await limits.play(c.env.incoming ? clientAddress(ctx.config, c.env.incoming) : 'unknown');
    if (!verdict.ok) return c.json({ code: 'too-many-requests' }, 429, verdict.headers);
    return next();
  });

  const renderPage = createRequestHandler(pages, import.meta.env?.DEV ? 'development' : 'production');
  app.all('*', async (c) => {
    const nonce = c.get('shared') ? null : randomBytes(16).toString('base64');
    const context = new RouterContextProvider();
    context.set(siteContext, { ctx, actor: VISITOR, nonce, requestId: c.get('requestId') });
    const response = await renderPage(c.req.raw, context);
    const answer = new Response(response.body, response);
    if (nonce === null) answer.headers.set(SHARED_SECONDS, String(PAGE_SECONDS));
    else if (!import.meta.env?.DEV) answer.headers.set('content-security-policy', pagePolicy(ctx.config, { nonce }));
    if (response.status >= 500) answer.headers.set('cache-control', 'no-store');
    return answer;
  });
  app.onError((error, c) => {
    ctx.log.error({ requestId: c.get('requestId'), err: error }, 'request failed');
    return c.text(`Something went wrong on our side. Tell us this number: ${c.get('requestId')}`, 500);
  });
  return app;
}

/** A form or beacon comes from our own pages and is of a bounded size. */
function refusePost(ctx: Context, request: Request): Response | null {
  const origin = request.headers.get('origin');
  const own = origin === null ? request.headers.get('sec-fetch-site') === 'same-origin' : siteOrigins(ctx.config).includes(origin);
  if (!own) return new Response('This request did not come from our own pages.', { status: 403 });
  const length = request.headers.get('content-length');
  if (length === null || Number(length) > BODY_BYTES_MAX) {
    return new Response(length === null ? 'The request does not say how large it is.' : 'This is too large.', {
      status: length === null ? 411 : 413,
    });
  }
  return null;
}
