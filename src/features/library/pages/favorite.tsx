import { runAction, methodNotAllowed } from '../../../request/action.ts';
import { requestContext } from '../../../request/request-context.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { setFavorite } from '../service.server.ts';
import type { Route } from './+types/favorite.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** POST /games/{id}/favorite with `on` = yes | no. Responds with FavoriteResult. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  return runAction(reqCtx, request, (fields) => setFavorite(reqCtx.ctx, reqCtx.actor, params.id, fields));
}

/** This route has no page; it only accepts POST. */
export const loader = methodNotAllowed;
