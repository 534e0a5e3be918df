import { data, redirect } from 'react-router';
import { readForm } from '../../../../server/forms.ts';
import { classifyError, pageError } from '../../../../server/page-error.ts';
import { requestContext } from '../../../../server/request-context.ts';
import type { MessageResult } from '../schema.ts';
import { handleMessageForm, getMessageDetails } from '../service.server.ts';
import { texts } from '../texts.ts';
import { Message } from '../ui/message.tsx';
import type { Route } from './+types/message.ts';

/** One contact message and its answers. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(`/operator/messages/${params.id}`)}`);
  try {
    return await getMessageDetails(reqCtx.ctx, reqCtx.actor, params.id);
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

/** POST with `do=answer|close`. Returns MessageResult. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  let fields: Record<string, string> = {};
  try {
    fields = await readForm(request);
    return { ok: true, action: await handleMessageForm(reqCtx.ctx, reqCtx.actor, params.id, fields) } satisfies MessageResult;
  } catch (error) {
    const { code, status } = classifyError(reqCtx, error);
    if (code === 'not-found' || code === 'not-allowed' || code === 'sign-in-required') throw pageError(reqCtx, error);
    const formAction = fields['do'] === 'close' ? 'close' : 'answer';
    const needed = code === 'bad-input';
    const errorText = needed ? texts[formAction].needed : code === 'not-available' ? texts.tooLate : texts.failed;
    const typed = fields[formAction === 'close' ? 'note' : 'text'] ?? '';
    return data<MessageResult>({ ok: false, error: errorText, action: needed ? formAction : null, value: typed }, { status });
  }
}

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function MessagePage({ loaderData, actionData }: Route.ComponentProps) {
  return <Message view={loaderData} answer={actionData} />;
}
