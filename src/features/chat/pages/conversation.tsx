import { resourceLoader, runAction } from '../../../request/action.ts';
import { requestContext } from '../../../request/request-context.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import type { FormFields } from '../../../shared/parse-form.server.ts';
import { sendMessage, getConversation } from '../service.server.ts';
import type { Route } from './+types/conversation.ts';

const NO_STORE = { 'cache-control': 'no-store' };

export const handle = { params: ['before', 'after'], isShared: true } as const satisfies PageHandle;

/** GET /chat/{friendId} with `before` or `after`: one page of the conversation as JSON. */
export const loader = resourceLoader(handle, async ({ reqCtx, query }, { params }: Route.LoaderArgs) => {
  const part = { before: query.get('before'), after: query.get('after') };
  return Response.json(await getConversation(reqCtx.ctx, reqCtx.actor, params.friendId, part), { headers: NO_STORE });
});

/** What the page after a message that was not sent says, by the code of the failure; without JavaScript it shows that instead of the chat. */
const NEWS: Partial<Record<string, string>> = {
  muted: 'message-muted',
  'age-unknown': 'message-waits',
  closed: 'message-closed',
  'read-only': 'read-only',
  'switched-off': 'not-done',
};

/** POST /chat/{friendId} with `text` and `clientId`. Returns SendMessageResult. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  const run = async (fields: FormFields) => {
    const result = await sendMessage(reqCtx.ctx, reqCtx.actor, params.friendId, fields);
    // Without JavaScript, the page after the message shows it.
    if (result.help) return { ...result, news: `help${result.ok ? '' : '-refused'}${result.help.isTeamNotified ? '-notified' : ''}` };
    if (result.ok) return result;
    return { ...result, news: NEWS[result.code] ?? 'message-refused' };
  };
  // While the site is read-only the service sends nothing; it still hears who asks for help.
  return runAction(reqCtx, request, run, { goesOnReadOnly: true });
}
