import { pageLoader } from '../../../request/page-loader.ts';
import { parseConsentCookie } from '../../../web/consent.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';

export const handle = { params: [], isShared: false } as const satisfies PageHandle;

/** Hides the cookie banner once the visitor has chosen, for browsers without JavaScript: the HTML is the same for all visitors. */
export const loader = pageLoader(handle, ({ reqCtx }) => {
  const isAnswered = parseConsentCookie(reqCtx.clientInfo.cookies) !== null;
  return new Response(isAnswered ? '.consent{display:none}:root{--cookie-bar:0px}' : '', {
    headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'private, no-store' },
  });
});
