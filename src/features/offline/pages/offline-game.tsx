import { classifyError } from '../../../server/page-error.ts';
import { pageLoader } from '../../../server/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { getOfflineGameSource } from '../service.server.ts';
import type { Route } from './+types/offline-game.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/**
 * GET /games/{id}/kept: the URL of a game's files, if the actor may play it. Responds with OfflineGameSource, or `{ code, requestId }` and
 * an error status.
 */
export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => {
  const headers = { 'cache-control': 'private, no-store' };
  try {
    return Response.json(await getOfflineGameSource(reqCtx.ctx, reqCtx.actor, params.id), { headers });
  } catch (error) {
    const { code, status } = classifyError(reqCtx, error);
    return Response.json({ code, requestId: reqCtx.requestId }, { status, headers });
  }
});
