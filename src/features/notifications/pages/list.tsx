import { redirect } from 'react-router';
import { pageError } from '../../../server/page-error.ts';
import { requestContext } from '../../../server/request-context.ts';
import { listNotifications } from '../service.server.ts';
import { texts } from '../texts.ts';
import { NotificationsPage } from '../ui/notifications-page.tsx';
import { loadNextPage } from '../../../web/load-next-page.ts';
import type { Route } from './+types/list.ts';

/** The notification list as a page, for browsers without JavaScript. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Fnotifications%2Flist');
  try {
    return { page: await listNotifications(reqCtx.ctx, reqCtx.actor, new URL(request.url).searchParams.get('after')) };
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadNextPage(args, { page: undefined });
}

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function List({ loaderData }: Route.ComponentProps) {
  // Only loading a further page can return `failed`, and that result does not reach this component.
  if (!loaderData.page) return null;
  return <NotificationsPage page={loaderData.page} />;
}
