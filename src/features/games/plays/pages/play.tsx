import type { Route } from './+types/play.ts';
import { methodNotAllowed } from '../../../../server/action.ts';
import { classifyError } from '../../../../server/page-error.ts';
import { requestContext } from '../../../../server/request-context.ts';
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
    const { code, status } = classifyError(reqCtx, error);
    return Response.json({ code, requestId: reqCtx.requestId }, { status });
  }
}

/** This route has no page; it only accepts POST. */
export const loader = methodNotAllowed;
