import { redirect } from 'react-router';
import { pageError } from '../../../../server/page-error.ts';
import { requestContext } from '../../../../server/site-context.ts';
import { authorize } from '../../../../shared/permissions.ts';
import { ADDRESSES } from '../schema.ts';
import { saveTemplate, viewTemplates } from '../service.server.ts';
import { texts } from '../texts.ts';
import { TemplatesPage } from '../ui/templates-page.tsx';
import { respondToSave } from './respond.ts';
import type { Route } from './+types/templates.ts';

/** All templates, and the one that `template` names. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const site = context.get(requestContext);
  if (!site.viewer) throw redirect('/login?returnUrl=%2Foperator%2Ftemplates');
  const params = new URL(request.url).searchParams;
  const after = params.get('after');
  try {
    return {
      view: await viewTemplates(site.ctx, site.actor, params.get('template'), after),
      isStart: after === null,
      isAdded: params.has('added'),
    };
  } catch (error) {
    throw pageError(site, error);
  }
}

/** POST with `id` (or 'new'), what the template is, `note` and maybe its `picture`. Answers SaveAnswer. */
export async function action({ request, context }: Route.ActionArgs) {
  const site = context.get(requestContext);
  return respondToSave(site, request, {
    may: () => authorize(site.actor, 'template:edit'),
    save: (form) => saveTemplate(site.ctx, site.actor, form),
    id: new URL(request.url).searchParams.get('template') ?? '',
    addressOf: (id) => `${ADDRESSES.templates}?template=${id}`,
  });
}

export function meta() {
  return [{ title: texts.templates.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function OperatorTemplates({ loaderData, actionData }: Route.ComponentProps) {
  return <TemplatesPage view={loaderData.view} isStart={loaderData.isStart} isAdded={loaderData.isAdded} answer={actionData} />;
}
