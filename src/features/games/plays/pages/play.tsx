import type { Route } from './+types/play.ts';
import { methodNotAllowed, resourceAction } from '../../../../request/action.ts';
import { readForm } from '../../../../request/forms.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { handlePlayEvent } from '../service.server.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** POST /plays/{playId} with `event` = beat | end: the game frame is still open, or was closed. */
export const action = resourceAction(async (reqCtx, { request, params }: Route.ActionArgs) => {
  await reqCtx.rateLimit('beat');
  const { event = null } = await readForm(request);
  await handlePlayEvent(reqCtx.ctx, params.playId, event);
  return new Response(null, { status: 204 });
});

/** This route has no page; it only accepts POST. */
export const loader = methodNotAllowed;
