import { resourceLoader } from '../../../request/action.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { getOfflineGameSource } from '../service.server.ts';
import type { Route } from './+types/offline-game.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/**
 * GET /games/{id}/kept: the URL of a game's files, if the actor may play it. Responds with OfflineGameSource, or an
 * ActionFailure and an error status.
 */
export const loader = resourceLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => {
  const source = await getOfflineGameSource(reqCtx.ctx, reqCtx.actor, params.id);
  return Response.json(source, { headers: { 'cache-control': 'private, no-store' } });
});
