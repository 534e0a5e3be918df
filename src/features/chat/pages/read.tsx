import { runAction, methodNotAllowed } from '../../../request/action.ts';
import { requestContext } from '../../../request/request-context.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { markConversationRead } from '../service.server.ts';
import type { Route } from './+types/read.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** POST /chat/{friendId}/read with `id`: the actor has read up to this message. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  return runAction(reqCtx, request, async ({ id }) => {
    await markConversationRead(reqCtx.ctx, reqCtx.actor, params.friendId, id);
    return {};
  });
}

/** GET is not allowed. */
export const loader = methodNotAllowed;
