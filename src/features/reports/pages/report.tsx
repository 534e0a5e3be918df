import { runAction, methodNotAllowed } from '../../../server/deed.ts';
import { requestContext } from '../../../server/site-context.ts';
import { reportGame } from '../service.server.ts';
import type { Route } from './+types/report.ts';

/** POST /games/{id}/reports with `reason` and `description`. Answers ReportAnswer. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const site = context.get(requestContext);
  return runAction(site, request, async (fields) => {
    await reportGame(site.ctx, site.actor, params.id, fields);
    return {};
  });
}

/** Nothing is to be seen here. */
export const loader = methodNotAllowed;
