import { redirect } from 'react-router';
import { pageError } from '../../../../server/page-error.ts';
import { requestContext } from '../../../../server/request-context.ts';
import { parseMessageFilter } from '../rules.ts';
import { listMessages } from '../service.server.ts';
import { texts } from '../texts.ts';
import { Messages } from '../ui/messages.tsx';
import { loadNextPage } from '../../../../web/load-next-page.ts';
import type { Route } from './+types/messages.ts';

/** The inbox of contact messages, for operators. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Foperator%2Fmessages');
  const params = new URL(request.url).searchParams;
  const state = parseMessageFilter(params.get('state'));
  try {
    return { state, page: await listMessages(reqCtx.ctx, reqCtx.actor, state, params.get('after')) };
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadNextPage(args, { page: undefined, state: undefined });
}

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function MessagesPage({ loaderData }: Route.ComponentProps) {
  // `page` is undefined only if loading a further page failed, and further pages do not render this component.
  return loaderData.page ? <Messages page={loaderData.page} state={loaderData.state} /> : null;
}
