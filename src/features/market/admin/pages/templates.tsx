import { redirect } from 'react-router';
import { pageError } from '../../../../server/page-error.ts';
import { requestContext } from '../../../../server/request-context.ts';
import { authorize } from '../../../../shared/permissions.ts';
import { ADMIN_URLS } from '../schema.ts';
import { saveTemplate, getTemplatesView } from '../service.server.ts';
import { texts } from '../texts.ts';
import { TemplatesPage } from '../ui/templates-page.tsx';
import { handleSaveForm } from './save-form.ts';
import type { Route } from './+types/templates.ts';

/** All templates, and the one selected by `template`. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Foperator%2Ftemplates');
  const params = new URL(request.url).searchParams;
  const after = params.get('after');
  try {
    return {
      view: await getTemplatesView(reqCtx.ctx, reqCtx.actor, params.get('template'), after),
      isStart: after === null,
      isAdded: params.has('added'),
    };
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

/** POST with `id` (or 'new'), the template's fields, `note` and optionally its `picture`. Returns SaveResult. */
export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  return handleSaveForm(reqCtx, request, {
    authorize: () => authorize(reqCtx.actor, 'template:edit'),
    save: (form) => saveTemplate(reqCtx.ctx, reqCtx.actor, form),
    id: new URL(request.url).searchParams.get('template') ?? '',
    urlFor: (id) => `${ADMIN_URLS.templates}?template=${id}`,
  });
}

export function meta() {
  return [{ title: texts.templates.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function OperatorTemplates({ loaderData, actionData }: Route.ComponentProps) {
  return <TemplatesPage view={loaderData.view} isStart={loaderData.isStart} isAdded={loaderData.isAdded} answer={actionData} />;
}
