import type { Route } from './+types/save.ts';
import { resourceLoader, runAction } from '../../../request/action.ts';
import { requestContext } from '../../../request/request-context.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { getSave, storeSave } from '../saves/service.server.ts';

export const handle = { params: [], isShared: false } as const satisfies PageHandle;

/** GET /games/{id}/save: what the game saved for the player. Responds with SaveAnswer. */
export const loader = resourceLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) =>
  Response.json(await getSave(reqCtx.ctx, reqCtx.actor, params.id), { headers: { 'cache-control': 'private, no-store' } }),
);

/** POST /games/{id}/save: what the game saves now. Responds with StoreAnswer. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  return runAction(reqCtx, request, async (fields) => {
    await reqCtx.rateLimit('save');
    return storeSave(reqCtx.ctx, reqCtx.actor, params.id, fields);
  });
}
