import { data, redirect } from 'react-router';
import { formAction } from '../../../../request/form-action.ts';
import { pageLoader } from '../../../../request/page-loader.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { TEXTS_URL, urlForText } from '../schema.ts';
import { createText } from '../service.server.ts';
import { texts } from '../texts.ts';
import { TextListPage } from '../ui/text-list-page.tsx';
import { getTextList } from '../views.service.server.ts';
import type { Route } from './+types/list.ts';

export const handle = { params: ['q'], isShared: true } as const satisfies PageHandle;

/** All texts of the site, for operators; with `?q=` those with these words in their titles. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(TEXTS_URL)}`);
  return { view: await getTextList(reqCtx.ctx, reqCtx.actor, query.get('q')) };
});

/** POST with `kind` and `title`: begins a text, and leads to it. */
export const action = formAction({ echo: ['kind', 'title'], describe: () => texts.failed }, async ({ reqCtx, fields }) => {
  const result = await createText(reqCtx.ctx, reqCtx.actor, fields);
  return result.ok ? redirect(urlForText(result.kind, result.slug)) : data(result, { status: 400 });
});

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function OperatorTexts({ loaderData, actionData }: Route.ComponentProps) {
  return <TextListPage view={loaderData.view} answer={actionData} />;
}
