import { classifyError } from '../../../server/page-error.ts';
import { requestContext } from '../../../server/request-context.ts';
import { getOfflineGameSource } from '../service.server.ts';
import type { Route } from './+types/offline-game.ts';

/**
 * GET /games/{id}/kept: the URL of a game's files, if the actor may play it. Responds with OfflineGameSource, or `{ code, requestId }` and
 * an error status.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  const headers = { 'cache-control': 'private, no-store' };
  try {
    return Response.json(await getOfflineGameSource(reqCtx.ctx, reqCtx.actor, params.id), { headers });
  } catch (error) {
    const { code, status } = classifyError(reqCtx, error);
    return Response.json({ code, requestId: reqCtx.requestId }, { status, headers });
  }
}
