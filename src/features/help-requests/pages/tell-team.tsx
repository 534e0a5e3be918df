import { methodNotAllowed, runAction } from '../../../request/action.ts';
import { requestContext } from '../../../request/request-context.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { askForHelp } from '../service.server.ts';
import type { Route } from './+types/tell-team.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** POST /get-help/team with `text`: tells our team. Returns AskForHelpResult; browsers without JavaScript post to the page. */
export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  return runAction(
    reqCtx,
    request,
    async (fields) => {
      await askForHelp(reqCtx.ctx, reqCtx.actor, fields);
      return {};
    },
    { goesOnReadOnly: true },
  );
}

/** GET is not allowed. */
export const loader = methodNotAllowed;
