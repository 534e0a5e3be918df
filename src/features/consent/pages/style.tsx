import { requestContext } from '../../../server/request-context.ts';
import { parseConsentCookie } from '../../../web/consent.ts';
import type { Route } from './+types/style.ts';

/** Hides the cookie banner once the visitor has chosen, for browsers without JavaScript: the HTML is the same for all visitors. */
export function loader({ context }: Route.LoaderArgs) {
  const isAnswered = parseConsentCookie(context.get(requestContext).clientInfo.cookies) !== null;
  return new Response(isAnswered ? '.consent{display:none}' : '', {
    headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'private, no-store' },
  });
}
