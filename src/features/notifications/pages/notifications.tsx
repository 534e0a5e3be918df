import { resourceLoader, runAction } from '../../../request/action.ts';
import { requestContext } from '../../../request/request-context.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { countUnread, applyNotificationAction, listNotifications } from '../service.server.ts';
import type { Route } from './+types/notifications.ts';

const NO_STORE = { 'cache-control': 'no-store' };

export const handle = { params: ['count', 'after'], isShared: true } as const satisfies PageHandle;

/** GET /notifications returns NotificationPage (`?after=` the next page); with `?count=1` only `{ unread }`. */
export const loader = resourceLoader(handle, async ({ reqCtx, query }) => {
  const answer = query.has('count')
    ? { unread: await countUnread(reqCtx.ctx, reqCtx.actor) }
    : await listNotifications(reqCtx.ctx, reqCtx.actor, query.get('after'));
  return Response.json(answer, { headers: NO_STORE });
});

/** POST /notifications with `do` = read | read-all | delete | open and `id`. Returns NotificationActionResult. */
export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  return runAction(reqCtx, request, (fields) => applyNotificationAction(reqCtx.ctx, reqCtx.actor, fields));
}
