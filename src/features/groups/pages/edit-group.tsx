import { data, isRouteErrorResponse, redirect } from 'react-router';
import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { ErrorPage } from '../../site/ui/error-page.tsx';
import { texts } from '../page.texts.ts';
import { getGroupForm, updateGroup } from '../editing/service.server.ts';
import { GROUP_FIELDS, urlForGroup } from '../form-actions.schema.ts';
import { GroupNotFound, GroupsForVisitors } from '../ui/group-fallbacks.tsx';
import { GroupForm } from '../ui/group-form.tsx';
import type { Route } from './+types/edit-group.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** The form for a group's name, motto and badge, for its owner. */
export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => {
  if (!reqCtx.viewer) return { id: params.id, view: null };
  return { id: params.id, view: await getGroupForm(reqCtx.ctx, reqCtx.actor, params.id) };
});

/** POST with name, motto and the parts of the badge: redirects to the group. */
export const action = formAction(
  { echo: GROUP_FIELDS, describe: () => texts.form.failed, signInReturnPath: '/groups' },
  async ({ reqCtx, fields }, { params }: Route.ActionArgs) => {
    const saved = await updateGroup(reqCtx.ctx, reqCtx.actor, params.id, fields);
    return saved.ok ? redirect(urlForGroup(params.id)) : data(saved, { status: 400 });
  },
);

export function meta() {
  return [{ title: texts.form.editMetaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function EditGroup({ loaderData: { id, view }, actionData }: Route.ComponentProps) {
  if (!view?.fields) return <GroupsForVisitors returnUrl={urlForGroup(id, 'edit')} />;
  const { shape, color, cloth, sign } = view.fields;
  return <GroupForm id={id} view={view} badge={{ shape, color, cloth, sign }} answer={actionData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isRouteErrorResponse(error) && error.status === 404 ? <GroupNotFound /> : <ErrorPage error={error} />;
}
