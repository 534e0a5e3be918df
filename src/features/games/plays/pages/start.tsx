import type { Route } from './+types/start.ts';
import { siteContext } from '../../../../server/site-context.ts';
import { codeOf } from '../../../../server/page-error.ts';
import { startPlay } from '../service.server.ts';

/** POST /games/{id}/plays: the viewer was opened. Answers PlayStart, or `{ code, requestId }` with the status. */
export async function action({ context, params }: Route.ActionArgs) {
  const site = context.get(siteContext);
  try {
    await site.within('play');
    return Response.json(await startPlay(site.ctx, site.actor, params.id));
  } catch (error) {
    const { code, status } = codeOf(site, error);
    return Response.json({ code, requestId: site.requestId }, { status });
  }
}

/** Nothing is to be seen here. */
export function loader() {
  return new Response('Only POST is used here.', { status: 405, headers: { allow: 'POST' } });
}
