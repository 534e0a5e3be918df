import { isRouteErrorResponse, redirect } from 'react-router';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { ErrorPage } from '../../site/ui/error-page.tsx';
import { getProfile } from '../service.server.ts';
import { texts } from '../texts.ts';
import { FriendProfile } from '../ui/friend-profile.tsx';
import { ProfileForVisitors, ProfileNotFound } from '../ui/page-fallbacks.tsx';
import type { Route } from './+types/profile.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** A player's page at the address that is passed on, within their privacy settings; the viewer's own page is /profile. */
export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => {
  // Nothing is looked up: the answer is the same for a player that there is and for one that there is not.
  if (!reqCtx.viewer) return { returnUrl: `/profile/${encodeURIComponent(params.id)}` };
  if (reqCtx.viewer.id === params.id) throw redirect('/profile');
  return { view: await getProfile(reqCtx.ctx, reqCtx.actor, params.id) };
});

export function meta({ loaderData }: Route.MetaArgs) {
  const name = loaderData?.view?.player.displayName ?? null;
  // Players are children: search engines must not index their pages.
  return [{ title: name === null ? texts.metaTitle : texts.profile.metaTitle(name) }, { name: 'robots', content: 'noindex' }];
}

export default function Profile({ loaderData }: Route.ComponentProps) {
  return loaderData.view ? <FriendProfile view={loaderData.view} /> : <ProfileForVisitors returnUrl={loaderData.returnUrl} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isRouteErrorResponse(error) && error.status === 404 ? <ProfileNotFound /> : <ErrorPage error={error} />;
}
