import { data, redirect } from 'react-router';
import { formAction } from '../../../../request/form-action.ts';
import { pageLoader } from '../../../../request/page-loader.ts';
import { decideCase, getCaseStatus } from '../../../case-queue/service.server.ts';
import { CaseBar } from '../../../case-queue/ui/case-bar.tsx';
import { handleMessageForm, getMessageDetails } from '../service.server.ts';
import { texts } from '../texts.ts';
import { Message } from '../ui/message.tsx';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import type { Route } from './+types/message.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** One contact message and its answers. */
export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(`/operator/messages/${params.id}`)}`);
  const view = await getMessageDetails(reqCtx.ctx, reqCtx.actor, params.id);
  return { view, status: await getCaseStatus(reqCtx.ctx, reqCtx.actor, { kind: 'message', subjectId: params.id }) };
});

/** POST with `do=answer|close`. Opens the next case, or returns MessageResult. */
export const action = formAction(
  { echo: ['text', 'note'], describe: (code) => (code === 'not-available' ? texts.tooLate : texts.failed) },
  async ({ reqCtx, fields }, { params }: Route.ActionArgs) => {
    const { result, nextUrl } = await decideCase(reqCtx.ctx, reqCtx.actor, { kind: 'message', subjectId: params.id }, () =>
      handleMessageForm(reqCtx.ctx, reqCtx.actor, params.id, fields),
    );
    if (nextUrl !== null) return redirect(nextUrl);
    return data(result, { status: result.ok ? 200 : 400 });
  },
);

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function MessagePage({ loaderData, actionData }: Route.ComponentProps) {
  const { view, status } = loaderData;
  const bar = status && <CaseBar caseKey={{ kind: 'message', subjectId: view.message.id }} status={status} />;
  return <Message view={view} bar={bar} answer={actionData} />;
}
