import { runAction, methodNotAllowed } from '../../../request/action.ts';
import { requestContext } from '../../../request/request-context.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { applyFriendAction } from '../service.server.ts';
import type { Route } from './+types/friend-actions.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** POST /friends/deeds with `do` and `id`. Returns FriendActionResult. */
export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  return runAction(reqCtx, request, (fields) => applyFriendAction(reqCtx.ctx, reqCtx.actor, fields));
}

/** GET is not allowed. */
export const loader = methodNotAllowed;
