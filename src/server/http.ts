import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type Context as HonoContext } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import type { AppContext } from '../context.server.ts';
import { authenticate } from '../features/accounts/sessions/service.server.ts';
import { BUILD_HEADER, CACHEABLE_HEADER, OFFLINE_PAGE } from '../features/offline/schema.ts';
import { STATUS_PATH } from '../features/service-status/schema.ts';
import { isFeatureEnabled } from '../features/feature-flags/service.server.ts';
import { CLEARING_MESSAGES } from '../infra/bus/bus.ts';
import type { ClientInfo } from '../infra/auth/auth.ts';
import { actorId } from '../infra/security-log.ts';
import { currentRequestId, newRequestId } from '../infra/tracing/work-scope.ts';
import { selectParams } from '../request/page-loader.ts';
import { classifyError } from '../request/page-error.ts';
import { readRenderedPage } from '../request/rendered-page.ts';
import { requestContext } from '../request/request-context.ts';
import { AppError } from '../shared/app-error.ts';
import { OFFLINE_FRAME } from '../shared/offline-games.ts';
import { VISITOR } from '../shared/permissions.ts';
import { isTeamPage } from '../shared/team-pages.ts';
import { API_PATH, createApi, problemResponse, type PublicApi } from './api.ts';
import { seoRoutes, SITEMAPS } from './seo.ts';
import { securityTxtRoutes } from './security-txt.ts';
import { createRouteHandles, memoizeByBuild, type RouteHandles } from './route-handles.ts';
import { pageCsp, ASSET_HEADERS, SECURITY_HEADERS, siteOrigins, transportSecurity } from './headers.ts';
import { bodyBytesMax, clientAddress, createHttpRateLimiters, type HttpRateLimiters } from './limits.ts';
import { countInFlight, createOverloadGuard, type OverloadGuard } from './overload.ts';
import { createRefusal, createRefusalResponses, refuseAway, refuseOften, sendRefusal, type RefusalResponses } from './busy-response.ts';
import { isAnonymous, isRead, isSearch, parseRequestTarget } from './request-target.ts';
import { createResponseCache, NONCE_HEADER, CACHE_SECONDS_HEADER, DATABASE_FAILURE_HEADER, type PlainResponse } from './response-cache.ts';
import { offlineFrameRoutes } from './offline-frame.ts';
import { unsubscribeRoutes } from './unsubscribe.ts';
import { getCacheKey, NOT_SHARED, ROUTER_PARAMS, toSearch } from './cache-key.ts';
import { allowReplica, markChange } from './own-changes.ts';
import { sendPersonalResponse } from './personal-response.ts';
import { createPresenceTracker } from './presence.ts';
import { pictureRoutes } from './pictures.ts';
import { createRequestObserver } from './request-observer.ts';
import { createPatterns } from './request-patterns.ts';
import { serveStatic, type StaticFiles } from './static-files.ts';
import { studioRoutes } from './studio.ts';
import { webhookRoutes } from './webhooks.ts';

export type AppOptions = {
  ctx: AppContext;
  /** The pages as built by React Router (in development: loaded again for each request). */
  pages: ServerBuild | (() => Promise<ServerBuild>);
  /** The browser build; null in development, where Vite serves it. */
  assets: StaticFiles | null;
  /** Adds the assets of releases that lie beside this one, also if they came later. */
  refreshAssets?(): Promise<void>;
  /** The build of the service worker, which keeps pages of its own build alone. */
  workerBuild?: string | null;
  /** For how long the event loop has been keeping everything waiting, in milliseconds. */
  loopDelayMs?(): number;
  /** 0 (inclusive) to 1 (exclusive): for tests. */
  random?(): number;
};

type Env = { Bindings: HttpBindings & { isOverloaded?: boolean }; Variables: { requestId: string; shared: boolean } };

/** Seconds for which a page that is the same for all visitors is cached. */
const PAGE_CACHE_SECONDS = 5;
const METHODS = ['GET', 'HEAD', 'POST'];

/** Creates the Node request listener that answers every HTTP request to the site. */
export function siteListener(options: AppOptions): (req: IncomingMessage, res: ServerResponse) => void {
  const { ctx } = options;
  const { metrics } = ctx;
  const limits = createHttpRateLimiters(ctx);
  const { loopDelayMs = () => 0, random = Math.random } = options;
  const guard = createOverloadGuard(ctx.config.overload, { loopDelayMs, random });
  const api = createApi(ctx);
  const refusals = createRefusalResponses(ctx.config, typeof options.pages === 'function' ? null : options.pages);
  const app = createApp(options, { limits, guard, api, refusals });
  // In development nothing is shared.
  const handleFor = typeof options.pages === 'function' ? () => NOT_SHARED : createRouteHandles(options.pages);
  const refuse = createRefusal(ctx, guard, refusals);
  // A form that was refused still reaches its action, which says so next to what was typed.
  const refusedForms = new WeakSet<IncomingMessage>();
  const listener = getRequestListener(
    async (request, env) => {
      const { incoming, outgoing } = env as HttpBindings;
      const respond = () => app.fetch(request, { ...env, isOverloaded: refusedForms.has(incoming) });
      const response = await countInFlight(guard, incoming, respond);
      return (await sendPersonalResponse(response, incoming, outgoing)) ? RESPONSE_ALREADY_SENT : response;
    },
    { overrideGlobalObjects: false },
  );
  const responseCache = createResponseCache(
    ctx.config,
    () => ctx.now().getTime(),
    async (address) => {
      const leave = guard.enter('page');
      const rendered = address.startsWith(API_PATH)
        ? respondByApi(ctx, api, address)
        : Promise.resolve(app.fetch(new Request(`${ctx.config.origin}${address}`), { shared: true }));
      return rendered.finally(leave);
    },
    () => guard.isOverloadedFor('page'),
    metrics ? (isHit) => metrics.countCacheLookup('responses', isHit) : undefined,
  );
  const observe = createRequestObserver(ctx, createPatterns(options));

  // When an operator hides a game or switches something off, visitors must see it at once, not after some seconds.
  ctx.bus.subscribe(({ kind }) => CLEARING_MESSAGES.includes(kind) && responseCache.clear());

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (isRead(req)) allowReplica(ctx, req);
    const target = parseRequestTarget(req.url ?? '');
    if (target === null) return sendProblem(ctx, res, 400, 'bad-input');
    if (target.path.startsWith('/api/')) {
      const rateLimit = await limits.api(clientAddress(ctx.config, req));
      for (const [name, value] of Object.entries(rateLimit.headers)) res.setHeader(name, value);
      if (!rateLimit.ok) return sendProblem(ctx, res, 429, 'too-many-requests');
    }
    const cacheKey = isRead(req) ? getCacheKey(target, options.assets, isAnonymous(req) ? handleFor : () => NOT_SHARED) : null;
    // What the cache has costs next to nothing. What has to be rendered for it is counted here, anything else where it is rendered; the API
    // has a limit of its own.
    if (cacheKey !== null && !cacheKey.startsWith(API_PATH) && responseCache.mustRender(cacheKey)) {
      const wait = limits.page({ address: clientAddress(ctx.config, req) }, isSearch(target.query));
      if (wait > 0) return sendRefusal(res, refuseOften(refusals, req, wait));
    }
    if (cacheKey !== null && (await responseCache.respond(cacheKey, req, res))) return;
    const isFile = req.method !== 'POST' && options.assets?.has(target.path) === true;
    const refusal = isFile ? null : refuse(req, target.path);
    if (refusal === 'by-action') refusedForms.add(req);
    else if (refusal !== null) return refusal(res);
    await listener(req, res);
  }
  return observe((req, res) =>
    serve(req, res).catch((error: unknown) => {
      ctx.log.error({ err: error }, 'request failed before it had an answer');
      if (!res.headersSent) res.writeHead(500, { 'content-type': 'text/plain' });
      res.end();
    }),
  );
}

/** A shared response of the API, with the headers that the application adds to every response. */
async function respondByApi(ctx: AppContext, api: PublicApi, address: string): Promise<PlainResponse> {
  const requestId = currentRequestId() ?? newRequestId();
  const at = address.indexOf('?');
  const query = new URLSearchParams(at === -1 ? '' : address.slice(at));
  const response = await api.respond(at === -1 ? address : address.slice(0, at), query, requestId);
  return { ...response, headers: { ...response.headers, 'x-request-id': requestId, ...transportSecurity(ctx.config) } };
}

/** Whether a script sent a form, which shows what its action answers. */
function isScriptForm({ method, headers }: Request): boolean {
  return method === 'POST' && headers.get('accept')?.includes('text/html') !== true;
}

function sendProblem({ config }: AppContext, res: ServerResponse, status: number, code: string): void {
  const requestId = currentRequestId() ?? newRequestId();
  const headers = { ...SECURITY_HEADERS, ...transportSecurity(config), 'content-type': 'application/problem+json' };
  res.writeHead(status, { ...headers, 'access-control-allow-origin': '*', 'x-request-id': requestId });
  res.end(JSON.stringify({ type: 'about:blank', title: code, status, requestId }));
}

type AppParts = { limits: HttpRateLimiters; guard: OverloadGuard; api: PublicApi; refusals: RefusalResponses };

/** Builds the application. The middleware and routes below run from top to bottom. */
function createApp({ ctx, pages, assets, refreshAssets, workerBuild }: AppOptions, { limits, guard, api, refusals }: AppParts): Hono<Env> {
  const app = new Hono<Env>();

  app.use(async (c, next) => {
    const requestId = currentRequestId() ?? newRequestId();
    c.set('requestId', requestId);
    c.set('shared', (c.env as { shared?: boolean } | undefined)?.shared === true);
    await next();
    const isAsset = c.req.path.startsWith('/assets/');
    if (!isAsset) c.res.headers.set('x-request-id', requestId);
    for (const [name, value] of Object.entries(transportSecurity(ctx.config))) c.res.headers.set(name, value);
    // A shared response gets these headers once, when it is stored in the response cache.
    if (c.get('shared')) return;
    const headers = isAsset ? ASSET_HEADERS : SECURITY_HEADERS;
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  });
  app.use(async (c, next) => {
    await next();
    if (workerBuild && [OFFLINE_PAGE, OFFLINE_FRAME].includes(c.req.path)) c.res.headers.set(BUILD_HEADER, workerBuild);
  });
  // Before the check of the Origin header: payment providers and email programs do not send our origin.
  app.route('/', webhookRoutes(ctx));
  app.route('/', unsubscribeRoutes(ctx));
  app.use(async (c, next) => {
    if (!METHODS.includes(c.req.method) && !c.req.path.startsWith('/api/'))
      return c.text('This method is not used here.', 405, { allow: METHODS.join(', ') });
    if (c.req.method === 'POST') {
      const rejection = rejectPost(ctx, c.req.raw, c.get('requestId'));
      if (rejection) return rejection;
    }
    await next();
    const changed = c.req.method === 'POST' ? await markChange(ctx, c.req.path, c.res.status, c.req.header('cookie')) : null;
    if (changed !== null) c.res.headers.append('set-cookie', changed);
  });

  if (assets) {
    app.use(async (c, next) => (c.req.method === 'POST' ? next() : (serveStatic(assets, c.req.path, c.req.raw) ?? next())));
    app.get('/assets/*', async (c) => {
      await refreshAssets?.();
      return serveStatic(assets, c.req.path, c.req.raw) ?? c.text('Not found', 404, { 'cache-control': 'no-store' });
    });
  }
  /**
   * Counts what is made for this request alone; what is shared was counted before (siteListener). In development Vite's files cannot be told
   * from pages, so nothing is counted.
   * @param playerId who asks, if that is a player: a cookie alone makes nobody one
   * @returns the refusal if that exceeds a limit
   */
  const refuseTooMany = (c: HonoContext<Env>, playerId: string | null): Response | null => {
    const { incoming } = c.env;
    if (!incoming || assets === null || !isRead(incoming)) return null;
    const who = playerId === null ? { address: clientAddress(ctx.config, incoming) } : { playerId };
    const wait = limits.page(who, isSearch(new URL(c.req.raw.url).searchParams));
    if (wait === 0) return null;
    const { status, headers, body } = refuseOften(refusals, incoming, wait);
    return new Response(body, { status, headers });
  };
  app.route('/', pictureRoutes(ctx));
  app.on('GET', Object.keys(SITEMAPS), async (c, next) => refuseTooMany(c, null) ?? next());
  app.route('/', seoRoutes(ctx));
  app.route('/', securityTxtRoutes(ctx));
  app.route('/', studioRoutes(ctx));
  app.route('/', offlineFrameRoutes());
  app.route(API_PATH, api.routes);
  app.all('/api/*', (c) => problemResponse(ctx, c, new AppError('not-found', 'there is no such address')));
  const trackPresence = createPresenceTracker(ctx);
  const handlesOf = memoizeByBuild(createRouteHandles);
  const renderPage = createRequestHandler(pages, import.meta.env?.DEV ? 'development' : 'production');
  app.all('*', async (c) => {
    const nonce = randomBytes(16).toString('base64url');
    const context = new RouterContextProvider();
    const clientInfo = getClientInfo(ctx, c.req.raw, c.env.incoming, c.get('requestId'));
    const found = await authenticate(ctx, clientInfo.cookies).catch((error: unknown) => ({ broken: error }));
    const failure = found && 'broken' in found ? classifyError({ ctx, requestId: c.get('requestId') }, found.broken) : null;
    // A form that a script sent goes on to its action, as in an overload: that does nothing but say so next to what was typed.
    const isRefusedByAction = failure?.isDatabaseFailure === true && isScriptForm(c.req.raw);
    if (failure?.isDatabaseFailure === true && !isRefusedByAction) {
      const { status, headers, body } = refuseAway(refusals, c.req.raw, guard.retryAfter());
      return new Response(body, { status, headers });
    }
    if (failure !== null && !isRefusedByAction)
      return c.html(errorDocument(c.get('requestId')), failure.status as 500, { 'cache-control': 'no-store' });
    const session = found && 'broken' in found ? null : found;
    const actor = session?.actor ?? VISITOR;
    const refusal = refuseTooMany(c, actor.kind === 'player' ? actor.id : null);
    if (refusal !== null) return refusal;
    // A visitor is sent to the login page, which is nothing unusual, except here.
    if (actor.kind === 'visitor' && c.req.method !== 'POST' && isTeamPage(c.req.path))
      ctx.logSecurity('authz_fail', [actorId(actor), 'team-page'], { requestId: c.get('requestId') });
    // A player whose account is about to be deleted ('leaving'), or who has not said their age, sees no player pages (root.tsx redirects
    // them to the one page that is open to them).
    const viewer = actor.kind === 'player' ? (session?.viewer ?? null) : null;
    if (viewer) trackPresence(viewer.id);
    const rateLimit = async (limit: 'play' | 'beat' | 'mine' | 'save') => {
      const address = c.env.incoming ? clientAddress(ctx.config, c.env.incoming) : 'unknown';
      const { ok } = await limits.action(limit, (limit === 'mine' || limit === 'save') && actor.kind === 'player' ? actor.id : address);
      if (!ok) throw new AppError('too-many-requests');
    };
    let isDatabaseFailure = false;
    context.set(requestContext, {
      ctx,
      actor,
      viewer,
      unread: c.req.method === 'GET' ? session?.unread : undefined,
      isRemembered: session?.isRemembered === true,
      clientInfo,
      nonce,
      requestId: c.get('requestId'),
      isOverloaded: c.env.isOverloaded || isRefusedByAction,
      noteDatabaseFailure: () => void (isDatabaseFailure = true),
      isReadOnly: () => isFeatureEnabled(ctx, 'read-only'),
      rateLimit,
    });
    const handleFor = handlesOf(typeof pages === 'function' ? await pages() : pages);
    const response = await renderPage(toPageRequest(ctx, c.req.raw, handleFor), context);
    if (c.get('shared') && isDatabaseFailure && response.status === 503 && c.req.path === STATUS_PATH) {
      const { status, headers, body } = refusals({ reason: 'away-status', as: 'page', isForm: false, retryAfter: guard.retryAfter() });
      return new Response(body, { status, headers });
    }
    const html = readRenderedPage(response);
    // In a response that is shared, the HTML is the body: the cache reads it. A personal one is sent by sendPersonalResponse.
    const answer = c.get('shared') && html !== null ? new Response(html, response) : response;
    if (c.get('shared')) {
      answer.headers.set(CACHE_SECONDS_HEADER, String(PAGE_CACHE_SECONDS));
      answer.headers.set(NONCE_HEADER, nonce);
      if (isDatabaseFailure && response.status === 503) answer.headers.set(DATABASE_FAILURE_HEADER, '1');
      // The same for everybody, so a browser may store it for offline use.
      if (response.status === 200) answer.headers.set(CACHEABLE_HEADER, 'page');
    } else {
      if (!import.meta.env?.DEV) answer.headers.set('content-security-policy', pageCsp(ctx.config, { nonce }));
      // A personal page must not be stored: neither by a proxy, nor by the browser after signing out.
      if (!answer.headers.has('cache-control')) answer.headers.set('cache-control', 'private, no-store');
    }
    if (response.status >= 500) answer.headers.set('cache-control', 'no-store');
    if (response.status === 503) answer.headers.set('retry-after', guard.retryAfter());
    return answer;
  });
  app.onError((error, c) => {
    // What is no page, such as a picture: while the database is away it can be asked for again, and is not broken.
    const { isDatabaseFailure, status, detail } = classifyError({ ctx, requestId: c.get('requestId') }, error);
    if (isDatabaseFailure)
      return c.text('Kiddo is having a short break. Try again in a moment.', 503, { 'cache-control': 'no-store', 'retry-after': '5' });
    // Nothing is broken, so nothing is in the log: who asks for what they may not have is told so.
    if (detail !== null) return c.text(detail, status as ContentfulStatusCode);
    return c.text(`Something went wrong on our side. Tell us this number: ${c.get('requestId')}`, 500);
  });
  return app;
}

/**
 * The same request with the site's public origin and without query parameters that no route of the page declares. Behind a proxy it
 * arrives as plain http, and the pages compare a form's Origin header with the request's URL. An undeclared parameter would be missing
 * from a visitor's shared response only; so it is missing for everybody, also in development.
 */
function toPageRequest(ctx: AppContext, request: Request, handleFor: RouteHandles): Request {
  const { pathname, searchParams, host } = new URL(request.url);
  const origin = siteOrigins(ctx.config).find((each) => new URL(each).host === host) ?? ctx.config.origin;
  const { params } = handleFor(pathname);
  const declared = params === 'any' ? searchParams : selectParams([...params, ...ROUTER_PARAMS], searchParams);
  return new Request(`${origin}${pathname}${toSearch(declared)}`, request);
}

/** A minimal error page for when the session cannot be read, so that no page can be rendered. */
function errorDocument(requestId: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Something went wrong | Kiddo</title><h1>Something went wrong</h1><p>It is not your fault. Wait a moment, then <a href="">try again</a>.</p><p>If you tell us about it, give us this number: ${requestId}</p></html>`;
}

/** Where a request comes from. For a shared response, nothing is known about it. */
function getClientInfo(ctx: AppContext, request: Request, incoming: IncomingMessage | undefined, requestId: string): ClientInfo {
  return {
    address: incoming ? clientAddress(ctx.config, incoming) : 'unknown',
    userAgent: (request.headers.get('user-agent') ?? '').slice(0, 400),
    cookies: request.headers.get('cookie') ?? '',
    requestId,
  };
}

/** Rejects a POST that does not come from our own pages, or whose body is too large. */
function rejectPost(ctx: AppContext, request: Request, requestId: string): Response | null {
  const origin = request.headers.get('origin');
  const isSameOrigin = origin === null ? request.headers.get('sec-fetch-site') === 'same-origin' : siteOrigins(ctx.config).includes(origin);
  if (!isSameOrigin) {
    ctx.logSecurity('malicious_csrf', [], { reason: origin === null ? 'no-origin' : 'other-origin', requestId });
    return new Response('This request did not come from our own pages.', { status: 403 });
  }
  const length = request.headers.get('content-length');
  if (length === null || Number(length) > bodyBytesMax(new URL(request.url).pathname)) {
    return new Response(length === null ? 'The request does not say how large it is.' : 'This is too large.', {
      status: length === null ? 411 : 413,
    });
  }
  return null;
}
