import { deed, onlyPost } from '../../../server/deed.ts';
import { siteContext } from '../../../server/site-context.ts';
import { doToFriend } from '../service.server.ts';
import type { Route } from './+types/deeds.ts';

/** POST /friends/deeds with `do` and `id`. Answers FriendAnswer. */
export async function action({ request, context }: Route.ActionArgs) {
  const site = context.get(siteContext);
  return deed(site, request, (fields) => doToFriend(site.ctx, site.actor, fields));
}

/** Nothing is to be seen here. */
export const loader = onlyPost;
