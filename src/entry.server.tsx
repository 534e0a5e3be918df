import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReactElement } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { isRouteErrorResponse, ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router';
import { classifyError } from './request/page-error.ts';
import { requestContext, type RequestContext } from './request/request-context.ts';
import { createHtmlCache } from './html-cache.server.tsx';
import { HtmlCacheContext } from './web/cached-content.tsx';
import { renderedPage } from './request/rendered-page.ts';
import { isOnTeam } from './shared/permissions.ts';
import { getPlayerManifestUrl, isTeamPage } from './shared/team-pages.ts';
import { NonceContext } from './web/nonce.ts';

const htmlCache = createHtmlCache();

/**
 * Renders a page completely before sending it. Our pages only wait for one or two quick queries, and a complete page can be cached and
 * compressed.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const reqCtx = context.get(requestContext);
  const { nonce } = reqCtx;
  const handoff = await readHandoff(routerContext);
  if (!isOnTeam(reqCtx.actor) && !isTeamPage(new URL(request.url).pathname)) omitTeamPages(routerContext);
  const page = (
    <NonceContext.Provider value={nonce}>
      <HtmlCacheContext.Provider value={htmlCache}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </HtmlCacheContext.Provider>
    </NonceContext.Provider>
  );
  const { html, hasFailed } = await renderDocument(page, reqCtx);
  headers.set('content-type', 'text/html; charset=utf-8');
  const hasScripts = routerContext.renderMeta?.didRenderScripts === true;
  const document = deprioritizeScripts(hasScripts ? addHandoff(html, handoff, nonce) : html);
  return renderedPage(document, { status: hasFailed ? 500 : status, headers });
}

/**
 * Lets the page load the route manifest without the team's pages. A link to one of those is then unknown to the router in the browser, and
 * loads a document (features/site/pages/not-found.tsx). In development there is only the whole manifest.
 */
function omitTeamPages(routerContext: EntryContext): void {
  const { manifest } = routerContext;
  if (import.meta.env.PROD) routerContext.manifest = { ...manifest, url: getPlayerManifestUrl(manifest.url) };
}

/** What React writes for a boundary that waits for data or has failed. What people typed cannot contain it: it is escaped. */
const UNFINISHED = /<!--\$[!?]-->/;

/**
 * Renders to a string in one go: a stream costs a fifth of the rendering, for the encoding of its many small pieces. Only a page on which
 * something failed, or still waits, is rendered once more as a stream, which waits for it and reports the error. A stream begins with the
 * doctype, a string does not.
 */
async function renderDocument(page: ReactElement, reqCtx: RequestContext): Promise<{ html: string; hasFailed: boolean }> {
  const html = renderToString(page);
  return UNFINISHED.test(html) ? renderStream(page, reqCtx) : { html: `<!DOCTYPE html>${html}`, hasFailed: false };
}

function renderStream(page: ReactElement, { ctx, nonce, requestId }: RequestContext): Promise<{ html: string; hasFailed: boolean }> {
  return new Promise((resolve, reject) => {
    let hasFailed = false;
    const timeout = setTimeout(() => abort(), 8_000);
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // Content that was suspended is inlined in its place too, instead of being moved there by a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        clearTimeout(timeout);
        const body = new PassThrough();
        text(body).then((html) => resolve({ html, hasFailed }), reject);
        pipe(body);
      },
      onShellError(error) {
        clearTimeout(timeout);
        reject(error);
      },
      onError(error) {
        hasFailed = true;
        ctx.log.error({ requestId, err: error }, 'page did not render');
      },
    });
  });
}

/**
 * The loaders' data as the browser gets it, read before the page is rendered, so that promises among them are settled by then and React can
 * render them at once. Afterwards the router does not stream it: {@link addHandoff} puts it into the page.
 */
async function readHandoff(routerContext: EntryContext): Promise<string> {
  const stream = routerContext.serverHandoffStream;
  if (stream === undefined) return '';
  for (const data of Object.values(routerContext.staticHandlerContext.loaderData)) trackPromises(data);
  routerContext.serverHandoffStream = undefined;
  return text(stream as Parameters<typeof text>[0]);
}

/** Lets React's `use` read the promises in a loader's data without waiting, once they are settled. */
function trackPromises(data: unknown): void {
  if (typeof data !== 'object' || data === null) return;
  for (const value of Object.values(data)) {
    if (!(value instanceof Promise)) continue;
    value.then(
      (result: unknown) => Object.assign(value, { status: 'fulfilled', value: result }),
      (reason: unknown) => Object.assign(value, { status: 'rejected', reason }),
    );
  }
}

/** Adds the loaders' data at the end of the page, in the form in which the router in the browser expects it. */
function addHandoff(html: string, handoff: string, nonce: string): string {
  const call = (code: string) => `<script nonce="${nonce}">window.__reactRouterContext.streamController.${code};</script>`;
  const end = html.lastIndexOf('</body>');
  return `${html.slice(0, end)}${call(`enqueue(${escapeForScript(JSON.stringify(handoff))})`)}${call('close()')}${html.slice(end)}`;
}

/** Escapes JSON so that it cannot end the script that it is in. */
function escapeForScript(json: string): string {
  return json.replaceAll(/[&><\u2028\u2029]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * React Router preloads scripts with the same priority as styles. The page is readable and its links work before scripts load, so on a slow
 * connection styles, fonts and covers go first.
 */
function deprioritizeScripts(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
}

/** Receives errors thrown directly by loaders and actions; errors of our services are logged where they are caught. */
export function handleError(error: unknown, { request, context }: { request: Request; context: Readonly<RouterContextProvider> }): void {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  classifyError(context.get(requestContext), error);
}
