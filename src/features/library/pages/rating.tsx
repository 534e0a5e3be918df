import { runAction, methodNotAllowed } from '../../../request/action.ts';
import { requestContext } from '../../../request/request-context.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { rateGame } from '../service.server.ts';
import type { Route } from './+types/rating.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** POST /games/{id}/rating with `stars` = 1 to 5. Responds with RatingResult. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  return runAction(reqCtx, request, (fields) => rateGame(reqCtx.ctx, reqCtx.actor, params.id, fields));
}

/** This route has no page; it only accepts POST. */
export const loader = methodNotAllowed;
