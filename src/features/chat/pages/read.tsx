import { deed, onlyPost } from '../../../server/deed.ts';
import { siteContext } from '../../../server/site-context.ts';
import { readConversation } from '../service.server.ts';
import type { Route } from './+types/read.ts';

/** POST /chat/{friendId}/read with `id`: the actor has read up to this message. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const site = context.get(siteContext);
  return deed(site, request, async ({ id }) => {
    await readConversation(site.ctx, site.actor, params.friendId, id);
    return {};
  });
}

/** Nothing is to be seen here. */
export const loader = onlyPost;
