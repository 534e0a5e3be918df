import { redirect } from 'react-router';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { loadNextPage } from '../../../web/load-next-page.ts';
import { listCases } from '../service.server.ts';
import { texts } from '../texts.ts';
import { WaitingPage } from '../ui/waiting-page.tsx';
import type { Route } from './+types/waiting.ts';

export const handle = { params: ['after'], isShared: true } as const satisfies PageHandle;

/** Everything that waits for a decision, for moderators and operators. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Fmoderation');
  return { page: await listCases(reqCtx.ctx, reqCtx.actor, query.get('after')) };
});

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadNextPage(args, { page: undefined });
}

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function Waiting({ loaderData }: Route.ComponentProps) {
  // Only loading a further page can fail without an error page, and that result does not reach this component.
  return loaderData.page ? <WaitingPage page={loaderData.page} /> : null;
}
