import { data, redirect } from 'react-router';
import { formAction } from '../../../../request/form-action.ts';
import { pageLoader } from '../../../../request/page-loader.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { urlForDispute } from '../../disputes/schema.ts';
import { answerDispute, getDispute } from '../service.server.ts';
import { texts } from '../texts.ts';
import { DisputePage } from '../ui/dispute-page.tsx';
import type { Route } from './+types/dispute.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** One dispute, for operators. */
export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(urlForDispute(params.id))}`);
  return { view: await getDispute(reqCtx.ctx, reqCtx.actor, params.id) };
});

/** POST with `do=contest|accept`, `statement`, `note`, and `code` or `password`. Returns DisputeResult. */
export const action = formAction(
  { echo: ['do', 'statement', 'note'], describe: (code) => (code === 'not-available' ? texts.conflict : texts.failed) },
  async ({ reqCtx, fields }, { params }: Route.ActionArgs) => {
    const { ctx, actor, clientInfo } = reqCtx;
    const result = await answerDispute(ctx, actor, params.id, fields, clientInfo);
    return result.ok ? result : data(result, { status: 400 });
  },
);

export function meta() {
  return [{ title: texts.oneMetaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function OneDisputePage({ loaderData, actionData }: Route.ComponentProps) {
  return <DisputePage view={loaderData.view} answer={actionData} />;
}
