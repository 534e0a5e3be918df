import { runAction } from '../../../server/action.ts';
import { classifyError } from '../../../server/page-error.ts';
import { requestContext } from '../../../server/request-context.ts';
import { countUnread, applyNotificationAction, listNotifications } from '../service.server.ts';
import type { Route } from './+types/notifications.ts';

const NO_STORE = { 'cache-control': 'no-store' };

/** GET /notifications returns NotificationPage (`?after=` the next page); with `?count=1` only `{ unread }`. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  const params = new URL(request.url).searchParams;
  try {
    const answer = params.has('count')
      ? { unread: await countUnread(reqCtx.ctx, reqCtx.actor) }
      : await listNotifications(reqCtx.ctx, reqCtx.actor, params.get('after'));
    return Response.json(answer, { headers: NO_STORE });
  } catch (error) {
    const { code, status } = classifyError(reqCtx, error);
    return Response.json({ ok: false, code, requestId: reqCtx.requestId }, { status, headers: NO_STORE });
  }
}

/** POST /notifications with `do` = read | read-all | delete | open and `id`. Returns NotificationActionResponse. */
export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  return runAction(reqCtx, request, (fields) => applyNotificationAction(reqCtx.ctx, reqCtx.actor, fields));
}
