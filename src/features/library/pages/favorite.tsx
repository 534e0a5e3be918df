import { deed, onlyPost } from '../../../server/deed.ts';
import { siteContext } from '../../../server/site-context.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { setFavorite } from '../service.server.ts';
import type { Route } from './+types/favorite.ts';

/** POST /games/{id}/favorite with `on` = yes | no. Answers LibraryAnswer. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const site = context.get(siteContext);
  return deed(site, request, async ({ on }) => {
    if (on !== 'yes' && on !== 'no') throw new Refusal('bad-input', 'on is yes or no');
    await setFavorite(site.ctx, site.actor, params.id, on === 'yes');
    return { favorited: on === 'yes' };
  });
}

/** Nothing is to be seen here. */
export const loader = onlyPost;
