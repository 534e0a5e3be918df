import { redirect } from 'react-router';
import { pageError } from '../../../server/page-error.ts';
import { requestContext } from '../../../server/request-context.ts';
import { listGameReports, parseGameReportFilters } from '../service.server.ts';
import { texts } from '../texts.ts';
import { GameReportQueueView } from '../ui/game-report-queue-view.tsx';
import { loadNextPage } from '../../../web/load-next-page.ts';
import type { Route } from './+types/queue.ts';

/** Open reports, for moderators and operators. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Fmoderation');
  const params = new URL(request.url).searchParams;
  const filters = parseGameReportFilters(params);
  try {
    return { filters, page: await listGameReports(reqCtx.ctx, reqCtx.actor, filters, params.get('after')) };
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadNextPage(args, { page: undefined, filters: undefined });
}

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function QueuePage({ loaderData }: Route.ComponentProps) {
  // Only loading a further page can return `failed`, and that result does not reach this component.
  return loaderData.page ? <GameReportQueueView page={loaderData.page} filters={loaderData.filters} /> : null;
}
