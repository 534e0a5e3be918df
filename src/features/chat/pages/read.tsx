import { runAction, methodNotAllowed } from '../../../server/deed.ts';
import { requestContext } from '../../../server/site-context.ts';
import { readConversation } from '../service.server.ts';
import type { Route } from './+types/read.ts';

/** POST /chat/{friendId}/read with `id`: the actor has read up to this message. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const site = context.get(requestContext);
  return runAction(site, request, async ({ id }) => {
    await readConversation(site.ctx, site.actor, params.friendId, id);
    return {};
  });
}

/** Nothing is to be seen here. */
export const loader = methodNotAllowed;
