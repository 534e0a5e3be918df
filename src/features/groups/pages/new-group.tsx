import { data, redirect } from 'react-router';
import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { mixBadge } from '../badge/rules.ts';
import { texts } from '../page.texts.ts';
import { createGroup, getGroupForm } from '../editing/service.server.ts';
import { GROUP_FIELDS, urlForGroup } from '../form-actions.schema.ts';
import { GroupsForVisitors } from '../ui/group-fallbacks.tsx';
import { GroupForm } from '../ui/group-form.tsx';
import { MakingClosed } from '../ui/making-closed.tsx';
import type { Route } from './+types/new-group.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** The form for a new group. It begins with a badge by chance. */
export const loader = pageLoader(handle, async ({ reqCtx }) => {
  if (!reqCtx.viewer) return null;
  return { view: await getGroupForm(reqCtx.ctx, reqCtx.actor, null), badge: mixBadge(Math.random) };
});

/** POST with name, motto and the parts of the badge: redirects to inviting friends. */
export const action = formAction(
  {
    echo: GROUP_FIELDS,
    describe: (code) => (code === 'too-many-requests' ? texts.form.tooMany : texts.form.failed),
    signInReturnPath: '/groups/new',
  },
  async ({ reqCtx, fields }) => {
    const made = await createGroup(reqCtx.ctx, reqCtx.actor, fields);
    return made.ok ? redirect(urlForGroup(made.id, 'invite')) : data(made, { status: 400 });
  },
);

export function meta() {
  return [{ title: texts.form.newMetaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function NewGroup({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <GroupsForVisitors returnUrl="/groups/new" />;
  const { view, badge } = loaderData;
  if (view.obstacle !== null) return <MakingClosed obstacle={view.obstacle} />;
  return <GroupForm id={null} view={view} badge={badge} answer={actionData} />;
}
