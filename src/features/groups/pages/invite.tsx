import { data, isRouteErrorResponse } from 'react-router';
import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { ErrorPage } from '../../site/ui/error-page.tsx';
import { texts } from '../page.texts.ts';
import { inviteFriends, listInvitable } from '../invitations/service.server.ts';
import { INVITE_FIELD_PREFIX, INVITED_AT_ONCE_MAX, urlForGroup } from '../form-actions.schema.ts';
import { GROUP_LIMITS } from '../schema.ts';
import { getGroup } from '../service.server.ts';
import { GroupNotFound, GroupsForVisitors } from '../ui/group-fallbacks.tsx';
import { InviteFriends } from '../ui/invite-friends.tsx';
import type { Route } from './+types/invite.ts';

export const handle = { params: ['q'], isShared: true } as const satisfies PageHandle;

/** The friends whom a member may invite; `?q=` finds some by name. */
export const loader = pageLoader(handle, async ({ reqCtx, query }, { params }: Route.LoaderArgs) => {
  if (!reqCtx.viewer) return { returnUrl: urlForGroup(params.id, 'invite') };
  const term = (query.get('q') ?? '').trim().slice(0, GROUP_LIMITS.searchMax);
  const [group, view] = await Promise.all([
    getGroup(reqCtx.ctx, reqCtx.actor, params.id),
    listInvitable(reqCtx.ctx, reqCtx.actor, params.id, term),
  ]);
  return { group: { id: group.id, name: group.name }, view, term };
});

/** POST with a field for each friend: `invite-` and the id. Returns how many have an invitation now. */
export const action = formAction(
  {
    describe: (code) =>
      code === 'too-many-requests'
        ? texts.invite.tooMany
        : code === 'bad-input'
          ? texts.invite.atMost(INVITED_AT_ONCE_MAX)
          : texts.invite.failed,
    signInReturnPath: '/groups',
  },
  async ({ reqCtx, fields }, { params }: Route.ActionArgs) => {
    const playerIds = Object.keys(fields)
      .filter((field) => field.startsWith(INVITE_FIELD_PREFIX))
      .map((field) => field.slice(INVITE_FIELD_PREFIX.length));
    if (playerIds.length > INVITED_AT_ONCE_MAX) throw new AppError('bad-input');
    const done = await inviteFriends(reqCtx.ctx, reqCtx.actor, params.id, playerIds);
    // Who was chosen stays chosen.
    return done.ok ? done : data({ ...done, values: fields }, { status: 400 });
  },
);

export function meta() {
  return [{ title: texts.invite.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function Invite({ loaderData: { group, view, term, returnUrl }, actionData }: Route.ComponentProps) {
  if (!group) return <GroupsForVisitors returnUrl={returnUrl} />;
  return <InviteFriends group={group} view={view} term={term} answer={actionData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isRouteErrorResponse(error) && error.status === 404 ? <GroupNotFound /> : <ErrorPage error={error} />;
}
