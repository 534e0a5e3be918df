import { data, redirect } from 'react-router';
import { formAction } from '../../../../request/form-action.ts';
import { pageLoader } from '../../../../request/page-loader.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { TEXTS_URL, type EditorResult, type EraseResult } from '../schema.ts';
import { submitText } from '../service.server.ts';
import { texts } from '../texts.ts';
import { VersionsPage } from '../ui/versions-page.tsx';
import { eraseVersion } from '../version-erasure.service.server.ts';
import { getVersions } from '../views.service.server.ts';
import type { Route } from './+types/versions.ts';

export const handle = { params: ['version'], isShared: true } as const satisfies PageHandle;

/** The versions of a text, for operators; with `?version=` one of them against what people see. */
export const loader = pageLoader(handle, async ({ reqCtx, query }, { params }: Route.LoaderArgs) => {
  const path = `${TEXTS_URL}/${params.kind}/${params.slug}/versions`;
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(path)}`);
  return { view: await getVersions(reqCtx.ctx, reqCtx.actor, params.kind, params.slug, query.get('version')) };
});

/**
 * POST with `do`: restore, with `version`, `shown` and `note`, returns EditorResult; erase, with `version`, `note`, and `code` or `password`,
 * returns EraseResult.
 */
export const action = formAction(
  { echo: ['do', 'note', 'short', 'version', 'shown'], describe: () => texts.failed },
  async ({ reqCtx, fields }, { params }: Route.ActionArgs) => {
    const { ctx, actor, clientInfo } = reqCtx;
    const result: EditorResult | EraseResult = await (fields['do'] === 'erase'
      ? eraseVersion(ctx, actor, params.kind, params.slug, fields, clientInfo)
      : submitText(ctx, actor, params.kind, params.slug, { ...fields, do: 'restore' }));
    return result.ok ? result : data(result, { status: result.code === 'conflict' ? 409 : 400 });
  },
);

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function VersionsOfText({ loaderData, actionData }: Route.ComponentProps) {
  return <VersionsPage view={loaderData.view} answer={actionData} />;
}
