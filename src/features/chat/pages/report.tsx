import { runAction, methodNotAllowed } from '../../../request/action.ts';
import { requestContext } from '../../../request/request-context.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { reportPlayer } from '../reports/service.server.ts';
import type { Route } from './+types/report.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/**
 * POST /chat/reports with `playerId`, `messageId` (a message of the conversation with that player; optional), `reason` and `description`.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  return runAction(reqCtx, request, (fields) => reportPlayer(reqCtx.ctx, reqCtx.actor, fields), { goesOnReadOnly: true });
}

/** GET is not allowed. */
export const loader = methodNotAllowed;
