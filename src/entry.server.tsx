import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import { isRouteErrorResponse, ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router';
import { classifyError } from './server/page-error.ts';
import { requestContext } from './server/request-context.ts';
import { NonceContext } from './web/nonce.ts';

/** Renders a page whole: our pages wait for one or two quick reads, and a whole page can be kept and compressed. */
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
        // What waited stands in its place too, not behind a script that puts it there.
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
 * React Router asks for scripts as urgently as for styles. The page can be read and its links work before they are
 * there, so on a slow line styles, fonts and covers go first.
 */
function deprioritizeScripts(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
}

/** Errors that loaders and actions throw by themselves end here; our services' are logged where they are caught. */
export function handleError(error: unknown, { request, context }: { request: Request; context: Readonly<RouterContextProvider> }): void {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  classifyError(context.get(requestContext), error);
}
