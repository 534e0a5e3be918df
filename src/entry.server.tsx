import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import { isRouteErrorResponse, ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router';
import { classifyError } from './request/page-error.ts';
import { requestContext } from './request/request-context.ts';
import { NonceContext } from './web/nonce.ts';

/**
 * Renders a page completely before sending it. Our pages only wait for one or two quick queries, and a complete page can be cached and
 * compressed.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const reqCtx = context.get(requestContext);
  const { nonce } = reqCtx;
  return new Promise((resolve, reject) => {
    let finalStatus = status;
    const timeout = setTimeout(() => abort(), 8_000);
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext.Provider>,
      {
        nonce,
        // Content that was suspended is inlined in its place too, instead of being moved there by a script.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          clearTimeout(timeout);
          const body = new PassThrough();
          headers.set('content-type', 'text/html; charset=utf-8');
          text(body).then((html) => resolve(new Response(deprioritizeScripts(html), { status: finalStatus, headers })), reject);
          pipe(body);
        },
        onShellError(error) {
          clearTimeout(timeout);
          reject(error);
        },
        onError(error) {
          finalStatus = 500;
          reqCtx.ctx.log.error({ requestId: reqCtx.requestId, err: error }, 'page did not render');
        },
      },
    );
  });
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
