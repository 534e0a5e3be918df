import { redirect } from 'react-router';
import { pageLoader, readUrl } from '../../../../server/page-loader.ts';
import { requestContext } from '../../../../server/request-context.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { authorize } from '../../../../shared/permissions.ts';
import { ADMIN_URLS } from '../schema.ts';
import { saveTemplate, getTemplatesView } from '../service.server.ts';
import { texts } from '../texts.ts';
import { TemplatesPage } from '../ui/templates-page.tsx';
import { handleSaveForm } from './save-form.ts';
import type { Route } from './+types/templates.ts';

export const handle = { params: ['template', 'after', 'added'], isShared: true } as const satisfies PageHandle;

/** All templates, and the one selected by `template`. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Foperator%2Ftemplates');
  const after = query.get('after');
  return {
    view: await getTemplatesView(reqCtx.ctx, reqCtx.actor, query.get('template'), after),
    isStart: after === null,
    isAdded: query.has('added'),
  };
});

/** POST with `id` (or 'new'), the template's fields, `note` and optionally its `picture`. Returns SaveResult. */
export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  return handleSaveForm(reqCtx, request, {
    authorize: () => authorize(reqCtx.actor, 'template:edit'),
    save: (form) => saveTemplate(reqCtx.ctx, reqCtx.actor, form),
    id: readUrl(handle, request.url).query.get('template') ?? '',
    urlFor: (id) => `${ADMIN_URLS.templates}?template=${id}`,
  });
}

export function meta() {
  return [{ title: texts.templates.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function OperatorTemplates({ loaderData, actionData }: Route.ComponentProps) {
  return <TemplatesPage view={loaderData.view} isStart={loaderData.isStart} isAdded={loaderData.isAdded} answer={actionData} />;
}
