import { redirect } from 'react-router';
import { pageLoader } from '../../../../request/page-loader.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { loadNextPage } from '../../../../web/load-next-page.ts';
import { getQueueTabs } from '../../../case-queue/service.server.ts';
import { parseReportStateFilter } from '../../report-queue/rules.ts';
import { listGroupReports } from '../service.server.ts';
import { texts } from '../texts.ts';
import { GroupReportQueueView } from '../ui/group-report-queue-view.tsx';
import type { Route } from './+types/queue.ts';

export const handle = { params: ['state', 'after'], isShared: true } as const satisfies PageHandle;

/** Reports about groups, for moderators and operators. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Fmoderation%2Fgroups');
  const state = parseReportStateFilter(query.get('state'));
  const [page, tabs] = await Promise.all([
    listGroupReports(reqCtx.ctx, reqCtx.actor, state, query.get('after')),
    getQueueTabs(reqCtx.ctx, reqCtx.actor),
  ]);
  return { state, page, tabs };
});

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadNextPage(args, { page: undefined, state: undefined, tabs: undefined });
}

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function GroupReportsPage({ loaderData }: Route.ComponentProps) {
  // Only loading a further page can return `failed`, and that result does not reach this component.
  return loaderData.page ? <GroupReportQueueView {...loaderData} /> : null;
}
