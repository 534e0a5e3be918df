import { runAction, methodNotAllowed } from '../../../request/action.ts';
import { requestContext } from '../../../request/request-context.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { publishTyping } from '../service.server.ts';
import type { Route } from './+types/typing.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** POST /chat/{friendId}/typing: the actor is typing. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  return runAction(reqCtx, request, async () => {
    await publishTyping(reqCtx.ctx, reqCtx.actor, params.friendId);
    return {};
  });
}

/** GET is not allowed. */
export const loader = methodNotAllowed;
