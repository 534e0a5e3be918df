import { data, redirect } from 'react-router';
import { formAction } from '../../../../request/form-action.ts';
import { pageLoader } from '../../../../request/page-loader.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { texts as teamTexts } from '../../texts.ts';
import { decideHelpRequest, getHelpRequest } from '../service.server.ts';
import { texts } from '../texts.ts';
import { HelpRequestCaseView } from '../ui/help-request-case-view.tsx';
import type { Route } from './+types/case.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** One child who asks for help: what they wrote, what to do, and the audit log. */
export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(`/moderation/help/${params.id}`)}`);
  return { view: await getHelpRequest(reqCtx.ctx, reqCtx.actor, params.id) };
});

/** POST with `action`, `note` and `version`. Returns HelpRequestResult. */
export const action = formAction(
  { echo: ['note'], describe: (code) => (code === 'not-available' ? teamTexts.conflict : teamTexts.failed.text) },
  async ({ reqCtx, fields }, { params }: Route.ActionArgs) => {
    const result = await decideHelpRequest(reqCtx.ctx, reqCtx.actor, params.id, fields);
    return result.ok ? result : data(result, { status: 400 });
  },
);

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function HelpRequestPage({ loaderData, actionData }: Route.ComponentProps) {
  return <HelpRequestCaseView view={loaderData.view} answer={actionData} />;
}
