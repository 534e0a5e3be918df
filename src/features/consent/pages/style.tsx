import { siteContext } from '../../../server/site-context.ts';
import { consentIn } from '../../../web/consent.ts';
import type { Route } from './+types/style.ts';

/** Hides the question about cookies where it was answered, for browsers without scripts: pages are the same for all visitors. */
export function loader({ context }: Route.LoaderArgs) {
  const isAnswered = consentIn(context.get(siteContext).visit.cookies) !== null;
  return new Response(isAnswered ? '.consent{display:none}' : '', {
    headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'private, no-store' },
  });
}
