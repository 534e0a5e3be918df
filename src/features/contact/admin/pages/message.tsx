import { data, redirect } from 'react-router';
import { formAction } from '../../../../request/form-action.ts';
import { pageLoader } from '../../../../request/page-loader.ts';
import { handleMessageForm, getMessageDetails } from '../service.server.ts';
import { texts } from '../texts.ts';
import { Message } from '../ui/message.tsx';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import type { Route } from './+types/message.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** One contact message and its answers. */
export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(`/operator/messages/${params.id}`)}`);
  return getMessageDetails(reqCtx.ctx, reqCtx.actor, params.id);
});

/** POST with `do=answer|close`. Returns MessageResult. */
export const action = formAction(
  { echo: ['text', 'note'], describe: (code) => (code === 'not-available' ? texts.tooLate : texts.failed) },
  async ({ reqCtx, fields }, { params }: Route.ActionArgs) => {
    const answer = await handleMessageForm(reqCtx.ctx, reqCtx.actor, params.id, fields);
    return data(answer, { status: answer.ok ? 200 : 400 });
  },
);

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function MessagePage({ loaderData, actionData }: Route.ComponentProps) {
  return <Message view={loaderData} answer={actionData} />;
}
