import { runAction, methodNotAllowed } from '../../../server/action.ts';
import { requestContext } from '../../../server/request-context.ts';
import { reportPlayer } from '../reports/service.server.ts';
import type { Route } from './+types/report.ts';

/** POST /chat/reports with `playerId`, `messageId` (of the conversation with them, or none), `reason` and `description`. */
export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  return runAction(reqCtx, request, async (fields) => {
    await reportPlayer(reqCtx.ctx, reqCtx.actor, fields);
    return {};
  });
}

/** Nothing is to be seen here. */
export const loader = methodNotAllowed;
