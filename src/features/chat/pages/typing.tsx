import { deed, onlyPost } from '../../../server/deed.ts';
import { siteContext } from '../../../server/site-context.ts';
import { tellTyping } from '../service.server.ts';
import type { Route } from './+types/typing.ts';

/** POST /chat/{friendId}/typing: the actor is writing. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const site = context.get(siteContext);
  return deed(site, request, async () => {
    await tellTyping(site.ctx, site.actor, params.friendId);
    return {};
  });
}

/** Nothing is to be seen here. */
export const loader = onlyPost;
