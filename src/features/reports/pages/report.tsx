import { deed, onlyPost } from '../../../server/deed.ts';
import { siteContext } from '../../../server/site-context.ts';
import { reportGame } from '../service.server.ts';
import type { Route } from './+types/report.ts';

/** POST /games/{id}/reports with `reason` and `description`. Answers ReportAnswer. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const site = context.get(siteContext);
  return deed(site, request, async (fields) => {
    await reportGame(site.ctx, site.actor, params.id, fields);
    return {};
  });
}

/** Nothing is to be seen here. */
export const loader = onlyPost;
