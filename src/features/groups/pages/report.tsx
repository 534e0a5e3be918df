import { methodNotAllowed, runAction } from '../../../request/action.ts';
import { requestContext } from '../../../request/request-context.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { reportGroup } from '../reports/service.server.ts';
import type { Route } from './+types/report.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** POST /groups/{id}/reports with `reason` and `description`. Returns GroupReportResult. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  return runAction(
    reqCtx,
    request,
    async (fields) => {
      const result = await reportGroup(reqCtx.ctx, reqCtx.actor, params.id, fields);
      // Without JavaScript, the page after the report says whom to call.
      if (!result.help) return result;
      return { ...result, news: `help${result.ok ? '' : '-refused'}${result.help.isTeamNotified ? '-notified' : ''}` };
    },
    { goesOnReadOnly: true },
  );
}

/** GET is not allowed. */
export const loader = methodNotAllowed;
