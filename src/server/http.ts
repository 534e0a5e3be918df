import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import type { Context } from '../context.server.ts';
import { whoIs } from '../features/accounts/sessions/service.server.ts';
import { KEEP_HEADER } from '../features/offline/schema.ts';
import { VISITOR } from '../shared/permissions.ts';
import type { Visit } from '../infra/sign-in/sign-in.ts';
import { Refusal } from '../shared/refusal.ts';
import { problemAnswer, publicApi } from './api.ts';
import { siteDocuments } from './documents.ts';
import { pagePolicy, PART_HEADERS, SAFE_HEADERS, siteOrigins } from './headers.ts';
import { bodyBytesMax, clientAddress, createLimits, type Limits } from './limits.ts';
import { createSharedAnswers, PAGE_NONCE, SHARED_SECONDS } from './shared-answers.ts';
import { offlineFrame } from './offline-frame.ts';
import { codeOf } from './page-error.ts';
import { siteContext } from './site-context.ts';
import { oneClick } from './one-click.ts';
import { createSeen } from './seen.ts';
import { sitePictures } from './site-pictures.ts';
import { serveStatic, type StaticFiles } from './static-files.ts';
import { providerWebhooks } from './webhooks.ts';

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
    async (address) => app.fetch(new Request(`${ctx.config.origin}${address}`), { shared: true }),
  );

  // Those who hide a game want it gone at once, not in some seconds.
  ctx.bus.subscribe((message) => (message.kind === 'catalogue' || message.kind === 'gap') && shared.clear());

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const asked = askedFor(req.url ?? '');
    if (asked === null) return refuse(res, 400, 'bad-input');
    if (asked.path.startsWith('/api/')) {
      const verdict = await limits.api(clientAddress(ctx.config, req));
      for (const [name, value] of Object.entries(verdict.headers)) res.setHeader(name, value);
      if (!verdict.ok) return refuse(res, 429, 'too-many-requests');
    }
    const address = isAnybody(req) ? sharedAddress(asked, parts.assets) : null;
    if (address !== null) return shared.answer(address, req, res);
    await listener(req, res);
  }
  return (req, res) => {
    serve(req, res).catch((error: unknown) => {
      ctx.log.error({ err: error }, 'request failed before it had an answer');
      if (!res.headersSent) res.writeHead(500, { 'content-type': 'text/plain' });
      res.end();
    });
  };
}

function refuse(res: ServerResponse, status: number, code: string): void {
  res.writeHead(status, { ...SAFE_HEADERS, 'content-type': 'application/problem+json', 'access-control-allow-origin': '*' });
  res.end(JSON.stringify({ type: 'about:blank', title: code, status, requestId: '' }));
}

type Asked = { path: string; pathname: string; query: URLSearchParams };

/** What is asked for, spelled one way only: `/%61pi` and `/x/../api` are `/api`. Null for what is no address of ours. */
function askedFor(url: string): Asked | null {
  try {
    const { pathname, searchParams } = new URL(url.startsWith('/') ? `http://x${url}` : url);
    return { path: decodeURI(pathname), pathname, query: searchParams };
  } catch {
    return null;
  }
}

/** Whether the request says nothing about who asks. */
function isAnybody(req: IncomingMessage): boolean {
  return (req.method === 'GET' || req.method === 'HEAD') && !req.headers.cookie?.includes('kiddo_session') && !req.headers.authorization;
}

/** The parameters that change an answer; others would only make the same answer again under another name. */
const PARAMETERS = [
  'tab',
  'genre',
  'device',
  'gender',
  'size',
  'after',
  'q',
  'chat',
  'cursor',
  'limit',
  '_routes',
  'returnUrl',
  'view',
  'link',
  'news',
  'category',
  'min',
  'max',
  'limited',
  'sort',
  'buy',
  'reference',
];
const SHARED_ADDRESS_MAX = 1024;

/** Pages that are one person's even without a session: what comes by mail, ways round through another site, the outbox, the till. */
const PERSONAL =
  /^\/(confirm-email|reset-password|logout|auth|consent|dev|till|settings\/(delete|email)|mails\/stop|newsletter\/(confirm|leave))(\/|\.data|$)/i;

/** The address under which an answer is shared, or null where it is not (files, long addresses, in development). */
function sharedAddress({ path, pathname, query }: Asked, assets: StaticFiles | null): string | null {
  if (assets === null || assets.has(path) || /^\/(assets|media|avatars|healthz|offline\/frame)\b/.test(path) || PERSONAL.test(path))
    return null;
  const kept = PARAMETERS.flatMap((name) => query.getAll(name).map((value): [string, string] => [name, value]));
  const search = kept.length > 0 ? `?${new URLSearchParams(kept).toString()}` : '';
  const address = `${pathname}${search}`;
  return address.length <= SHARED_ADDRESS_MAX ? address : null;
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
    if (ctx.config.mode === 'production') c.res.headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
    // A shared answer gets them once for all where it is kept.
    if (c.get('shared')) return;
    const headers = c.req.path.startsWith('/assets/') ? PART_HEADERS : SAFE_HEADERS;
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  });
  // Before the check for our own origin: providers and mail programs have none.
  app.route('/', providerWebhooks(ctx));
  app.route('/', oneClick(ctx));
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
  app.route('/', sitePictures(ctx));
  app.route('/', siteDocuments(ctx));
  app.route('/', offlineFrame());
  app.route('/api/v1', publicApi(ctx));
  app.all('/api/*', (c) => problemAnswer(ctx, c as never, new Refusal('not-found', 'there is no such address')));
  const seen = createSeen(ctx);
  const renderPage = createRequestHandler(pages, import.meta.env?.DEV ? 'development' : 'production');
  app.all('*', async (c) => {
    const nonce = randomBytes(16).toString('base64url');
    const context = new RouterContextProvider();
    const visit = visitOf(ctx, c.req.raw, c.env.incoming);
    const present = await whoIs(ctx, visit.cookies).catch((error: unknown) => ({ broken: error }));
    if (present && 'broken' in present) {
      const { status } = codeOf({ ctx, requestId: c.get('requestId') }, present.broken);
      return c.html(troubleDocument(c.get('requestId')), status as 500, { 'cache-control': 'no-store' });
    }
    const actor = present?.actor ?? VISITOR;
    // Who leaves sees no page of a player's (root.tsx leads them to the one that there is for them).
    const viewer = actor.kind === 'player' ? (present?.viewer ?? null) : null;
    if (viewer) seen(viewer.id);
    const within = async (limit: 'play' | 'beat' | 'mine') => {
      const address = c.env.incoming ? clientAddress(ctx.config, c.env.incoming) : 'unknown';
      const { ok } = await limits.act(limit, limit === 'mine' && actor.kind === 'player' ? actor.id : address);
      if (!ok) throw new Refusal('too-many-requests');
    };
    context.set(siteContext, { ctx, actor, viewer, visit, nonce, requestId: c.get('requestId'), within });
    const response = await renderPage(onOwnOrigin(ctx, c.req.raw), context);
    const answer = new Response(response.body, response);
    if (c.get('shared')) {
      answer.headers.set(SHARED_SECONDS, String(PAGE_SECONDS));
      answer.headers.set(PAGE_NONCE, nonce);
      // The same for everybody: a browser may keep it for times without a network.
      if (response.status === 200) answer.headers.set(KEEP_HEADER, 'page');
    } else {
      if (!import.meta.env?.DEV) answer.headers.set('content-security-policy', pagePolicy(ctx.config, { nonce }));
      // What one person sees is kept nowhere: not by a cache on the way, not by the browser after signing out.
      if (!answer.headers.has('cache-control')) answer.headers.set('cache-control', 'private, no-store');
    }
    if (response.status >= 500) answer.headers.set('cache-control', 'no-store');
    return answer;
  });
  app.onError((error, c) => {
    ctx.log.error({ requestId: c.get('requestId'), err: error }, 'request failed');
    return c.text(`Something went wrong on our side. Tell us this number: ${c.get('requestId')}`, 500);
  });
  return app;
}

/**
 * The same request under the address that people see: behind a proxy it arrives as plain http, and the pages compare
 * a form's Origin with it.
 */
function onOwnOrigin(ctx: Context, request: Request): Request {
  const { pathname, search, host } = new URL(request.url);
  const origin = siteOrigins(ctx.config).find((each) => new URL(each).host === host) ?? ctx.config.origin;
  return new Request(`${origin}${pathname}${search}`, request);
}

/** When not even the session can be read, no page can be made. */
function troubleDocument(requestId: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Something went wrong | Kiddo</title><h1>Something went wrong</h1><p>It is not your fault. Wait a moment, then <a href="">try again</a>.</p><p>If you tell us about it, give us this number: ${requestId}</p></html>`;
}

/** Where a request comes from; of a shared answer nothing is known. */
function visitOf(ctx: Context, request: Request, incoming: IncomingMessage | undefined): Visit {
  return {
    address: incoming ? clientAddress(ctx.config, incoming) : 'unknown',
    device: (request.headers.get('user-agent') ?? '').slice(0, 400),
    cookies: request.headers.get('cookie') ?? '',
  };
}

/** A form or beacon comes from our own pages and is of a bounded size. */
function refusePost(ctx: Context, request: Request): Response | null {
  const origin = request.headers.get('origin');
  const own = origin === null ? request.headers.get('sec-fetch-site') === 'same-origin' : siteOrigins(ctx.config).includes(origin);
  if (!own) return new Response('This request did not come from our own pages.', { status: 403 });
  const length = request.headers.get('content-length');
  if (length === null || Number(length) > bodyBytesMax(new URL(request.url).pathname)) {
    return new Response(length === null ? 'The request does not say how large it is.' : 'This is too large.', {
      status: length === null ? 411 : 413,
    });
  }
  return null;
}
