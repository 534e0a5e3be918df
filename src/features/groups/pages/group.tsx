import { isRouteErrorResponse } from 'react-router';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { ErrorPage } from '../../site/ui/error-page.tsx';
import { texts } from '../page.texts.ts';
import { urlForGroup } from '../form-actions.schema.ts';
import { getGroup } from '../service.server.ts';
import { GroupNotFound, GroupsForVisitors } from '../ui/group-fallbacks.tsx';
import { GroupView } from '../ui/group-page.tsx';
import type { Route } from './+types/group.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** A group, for its members. Nothing is looked up for visitors: whether there is such a group is nobody else's business. */
export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => ({
  group: reqCtx.viewer ? await getGroup(reqCtx.ctx, reqCtx.actor, params.id) : null,
  returnUrl: urlForGroup(params.id),
}));

export function meta({ loaderData }: Route.MetaArgs) {
  const name = loaderData?.group?.name;
  return [{ title: name === undefined ? texts.metaTitle : texts.page.metaTitle(name) }, { name: 'robots', content: 'noindex' }];
}

export default function Group({ loaderData: { group, returnUrl } }: Route.ComponentProps) {
  // Another group is another page: nothing of the one before stays open.
  return group ? <GroupView key={group.id} group={group} /> : <GroupsForVisitors returnUrl={returnUrl} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isRouteErrorResponse(error) && error.status === 404 ? <GroupNotFound /> : <ErrorPage error={error} />;
}
