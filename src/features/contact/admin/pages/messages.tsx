import { redirect } from 'react-router';
import { pageLoader } from '../../../../request/page-loader.ts';
import { parseMessageFilter } from '../rules.ts';
import { listMessages } from '../service.server.ts';
import { texts } from '../texts.ts';
import { Messages } from '../ui/messages.tsx';
import { loadNextPage } from '../../../../web/load-next-page.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import type { Route } from './+types/messages.ts';

export const handle = { params: ['state', 'after'], isShared: true } as const satisfies PageHandle;

/** The inbox of contact messages, for operators. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Foperator%2Fmessages');
  const state = parseMessageFilter(query.get('state'));
  return { state, page: await listMessages(reqCtx.ctx, reqCtx.actor, state, query.get('after')) };
});

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
