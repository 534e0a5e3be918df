import { redirect } from 'react-router';
import { pageError } from '../../../../server/page-error.ts';
import { requestContext } from '../../../../server/request-context.ts';
import { listPlayerReports, parseReportStateFilter } from '../service.server.ts';
import { texts } from '../texts.ts';
import { PlayerReportQueueView } from '../ui/player-report-queue-view.tsx';
import { loadNextPage } from '../../../../web/load-next-page.ts';
import type { Route } from './+types/queue.ts';

/** Open reports about players, for moderators and operators. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Fmoderation%2Fplayers');
  const params = new URL(request.url).searchParams;
  const state = parseReportStateFilter(params.get('state'));
  try {
    return { state, page: await listPlayerReports(reqCtx.ctx, reqCtx.actor, state, params.get('after')) };
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

export default function PlayerReportsPage({ loaderData }: Route.ComponentProps) {
  // Only loading a further page can return `failed`, and that result does not reach this component.
  return loaderData.page ? <PlayerReportQueueView page={loaderData.page} state={loaderData.state} /> : null;
}
