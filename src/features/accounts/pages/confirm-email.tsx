import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import { checkConfirmationToken, confirmEmail } from '../confirmation.service.server.ts';
import { texts } from '../texts.ts';
import { ConfirmEmail } from '../ui/confirm-email.tsx';
import { describeFailure, toResponse } from './responses.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import type { Route } from './+types/confirm-email.ts';

export const handle = { params: ['token'], isShared: false } as const satisfies PageHandle;

// Opening the link must not change anything, because mail programs open links too, to scan them. The page confirms with a POST.
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  const token = query.get('token');
  return { token: token ?? '', state: await checkConfirmationToken(reqCtx.ctx, reqCtx.actor, token, reqCtx.clientInfo) };
});

/** POST with `token` and, in another browser than the one that signed up, `password`. Returns AccountResult, or redirects. */
export const action = formAction({ echo: ['form'], describe: describeFailure }, async ({ reqCtx, fields }) => {
  const outcome = await confirmEmail(reqCtx.ctx, reqCtx.actor, fields, reqCtx.clientInfo);
  return toResponse(outcome, outcome.kind === 'flash' && outcome.flashMessage === 'already-confirmed' && !reqCtx.viewer ? '/login' : '/');
});

export function meta() {
  return [{ title: texts.confirmPage.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function ConfirmEmailPage({ loaderData, actionData }: Route.ComponentProps) {
  return <ConfirmEmail {...loaderData} answer={actionData} />;
}
