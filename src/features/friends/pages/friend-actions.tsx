import { runAction, methodNotAllowed } from '../../../request/action.ts';
import { requestContext } from '../../../request/request-context.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import type { FriendAction } from '../schema.ts';
import { applyFriendAction } from '../service.server.ts';
import type { Route } from './+types/friend-actions.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** What keeps another player away, or ends something. A child can do that while the site is read-only too. */
const GOING_ON: readonly FriendAction[] = ['decline', 'withdraw', 'remove', 'block'];

/** POST /friends/deeds with `do` and `id`. Returns FriendActionResult. */
export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  return runAction(reqCtx, request, (fields) => applyFriendAction(reqCtx.ctx, reqCtx.actor, fields), {
    goesOnReadOnly: (fields) => GOING_ON.some((each) => each === fields['do']),
  });
}

/** GET is not allowed. */
export const loader = methodNotAllowed;
