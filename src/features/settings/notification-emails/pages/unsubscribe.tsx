import { pageError } from '../../../../server/page-error.ts';
import { requestContext } from '../../../../server/request-context.ts';
import { checkUnsubscribeKey, unsubscribeFromEmails } from '../service.server.ts';
import { texts } from '../texts.ts';
import { UnsubscribePage } from '../ui/unsubscribe-page.tsx';
import type { Route } from './+types/unsubscribe.ts';

// Opening the link must not unsubscribe yet, because mail programs open links too. A mail program's own unsubscribe button sends a POST
// without the page (server/unsubscribe.ts).
export async function loader({ context, params }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  try {
    return { state: (await checkUnsubscribeKey(reqCtx.ctx, reqCtx.actor, params.key)) ? ('ask' as const) : ('unknown' as const) };
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

export async function action({ context, params }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  try {
    return { state: (await unsubscribeFromEmails(reqCtx.ctx, reqCtx.actor, params.key)) ? ('done' as const) : ('unknown' as const) };
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

export function meta() {
  return [{ title: texts.stop.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function StopPage({ loaderData, actionData }: Route.ComponentProps) {
  return <UnsubscribePage state={(actionData ?? loaderData).state} />;
}
