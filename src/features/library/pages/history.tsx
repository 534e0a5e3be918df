import { redirect } from 'react-router';
import { runAction } from '../../../request/action.ts';
import { requestContext } from '../../../request/request-context.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { clearHistory } from '../service.server.ts';
import type { Route } from './+types/history.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** POST /profile/history with `do` = clear. Responds with HistoryResult. */
export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  return runAction(reqCtx, request, async (fields) => {
    await clearHistory(reqCtx.ctx, reqCtx.actor, fields);
    return {};
  });
}

/** The list itself is a tab of the profile. */
export function loader() {
  return redirect('/profile?tab=history');
}
