import { data, redirect } from 'react-router';
import { formAction } from '../../../../request/form-action.ts';
import { pageLoader } from '../../../../request/page-loader.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { ECHOED, TEXTS_URL } from '../schema.ts';
import { submitText } from '../service.server.ts';
import { texts } from '../texts.ts';
import { EditorPage } from '../ui/editor-page.tsx';
import { getEditor } from '../views.service.server.ts';
import type { Route } from './+types/text.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** One text, for operators. */
export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(`${TEXTS_URL}/${params.kind}/${params.slug}`)}`);
  return { view: await getEditor(reqCtx.ctx, reqCtx.actor, params.kind, params.slug) };
});

/** POST with `do`, `shown`, `note` and the text. Returns EditorResult. */
export const action = formAction(
  { echo: ECHOED, describe: () => texts.failed },
  async ({ reqCtx, fields }, { params }: Route.ActionArgs) => {
    const result = await submitText(reqCtx.ctx, reqCtx.actor, params.kind, params.slug, fields);
    return result.ok ? result : data(result, { status: result.code === 'conflict' ? 409 : 400 });
  },
);

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function OperatorText({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, slug } = loaderData.view;
  return <EditorPage key={`${kind}/${slug}`} view={loaderData.view} answer={actionData} />;
}
