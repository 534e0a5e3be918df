import { redirect } from 'react-router';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { getQueueTabs } from '../../case-queue/service.server.ts';
import { listGameReports, parseGameReportFilters } from '../service.server.ts';
import { texts } from '../texts.ts';
import { GameReportQueueView } from '../ui/game-report-queue-view.tsx';
import { loadNextPage } from '../../../web/load-next-page.ts';
import type { Route } from './+types/queue.ts';

export const handle = { params: ['state', 'reason', 'after'], isShared: true } as const satisfies PageHandle;

/** Reports of games, for moderators and operators. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Fmoderation%2Fgames');
  const filters = parseGameReportFilters(query.all());
  const [page, tabs] = await Promise.all([
    listGameReports(reqCtx.ctx, reqCtx.actor, filters, query.get('after')),
    getQueueTabs(reqCtx.ctx, reqCtx.actor),
  ]);
  return { filters, page, tabs };
});

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadNextPage(args, { page: undefined, filters: undefined, tabs: undefined });
}

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function QueuePage({ loaderData }: Route.ComponentProps) {
  // Only loading a further page can return `failed`, and that result does not reach this component.
  return loaderData.page ? <GameReportQueueView {...loaderData} /> : null;
}
