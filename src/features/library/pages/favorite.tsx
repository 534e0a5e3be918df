import { runAction, methodNotAllowed } from '../../../server/action.ts';
import { requestContext } from '../../../server/request-context.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { setFavorite } from '../service.server.ts';
import type { Route } from './+types/favorite.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** POST /games/{id}/favorite with `on` = yes | no. Responds with LibraryResponse. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  return runAction(reqCtx, request, async ({ on }) => {
    if (on !== 'yes' && on !== 'no') throw new AppError('bad-input', 'on is yes or no');
    await setFavorite(reqCtx.ctx, reqCtx.actor, params.id, on === 'yes');
    return { favorited: on === 'yes' };
  });
}

/** This route has no page; it only accepts POST. */
export const loader = methodNotAllowed;
