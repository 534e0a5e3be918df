import { redirect } from 'react-router';
import { pageLoader } from '../../../../request/page-loader.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { saveAction } from './save-action.ts';
import { ADMIN_URLS } from '../schema.ts';
import { texts } from '../texts.ts';
import { getTemplatesView, saveTemplate } from '../../template-editor/service.server.ts';
import { TemplatesPage } from '../ui/templates-page.tsx';
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
export const action = saveAction({
  permission: 'template:edit',
  save: ({ ctx, actor }, form) => saveTemplate(ctx, actor, form),
  urlFor: (id) => `${ADMIN_URLS.templates}?template=${id}`,
});

export function meta() {
  return [{ title: texts.templates.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function OperatorTemplates({ loaderData, actionData }: Route.ComponentProps) {
  return <TemplatesPage {...loaderData} result={actionData} />;
}
