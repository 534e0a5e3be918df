import type { Route } from './+types/play.ts';
import { failureResponse, methodNotAllowed } from '../../../../request/action.ts';
import { requestContext } from '../../../../request/request-context.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { handlePlayEvent } from '../service.server.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** POST /plays/{playId} with `event` = beat | end: the game frame is still open, or was closed. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  try {
    await reqCtx.rateLimit('beat');
    const event = (await request.formData()).get('event');
    await handlePlayEvent(reqCtx.ctx, params.playId, typeof event === 'string' ? event : null);
    return new Response(null, { status: 204 });
  } catch (error) {
    return failureResponse(reqCtx, error);
  }
}

/** This route has no page; it only accepts POST. */
export const loader = methodNotAllowed;
