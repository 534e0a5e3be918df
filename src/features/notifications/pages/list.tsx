import { redirect } from 'react-router';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { listNotifications } from '../service.server.ts';
import { texts } from '../texts.ts';
import { NotificationsPage } from '../ui/notifications-page.tsx';
import { countNotificationEvents } from '../../../web/live.ts';
import { loadNextPage } from '../../../web/load-next-page.ts';
import type { Route } from './+types/list.ts';

export const handle = { params: ['after'], isShared: true } as const satisfies PageHandle;

/** The notification list as a page, for browsers without JavaScript. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Fnotifications%2Flist');
  return { page: await listNotifications(reqCtx.ctx, reqCtx.actor, query.get('after')) };
});

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const eventsBefore = countNotificationEvents();
  return { eventsBefore, ...(await loadNextPage(args, { page: undefined })) };
}

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function List({ loaderData }: Route.ComponentProps) {
  // Only loading a further page can return `failed`, and that result does not reach this component.
  if (!loaderData.page) return null;
  return <NotificationsPage page={loaderData.page} eventsBefore={'eventsBefore' in loaderData ? loaderData.eventsBefore : 0} />;
}
