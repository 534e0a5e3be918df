import { readForm } from '../../../server/forms.ts';
import { pageError } from '../../../server/page-error.ts';
import { requestContext } from '../../../server/request-context.ts';
import { checkConfirmationToken, confirmEmail } from '../service.server.ts';
import { texts } from '../texts.ts';
import { ConfirmEmail } from '../ui/confirm-email.tsx';
import { redirectWithCookies, withFlashMessage } from './responses.ts';
import type { Route } from './+types/confirm-email.ts';

// Opening the link must not change anything, because mail programs open links too, to scan them. The page confirms with a POST.
export async function loader({ request, context }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  const token = new URL(request.url).searchParams.get('token');
  try {
    return { token: token ?? '', state: await checkConfirmationToken(reqCtx.ctx, reqCtx.actor, token, reqCtx.clientInfo) };
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  try {
    const outcome = await confirmEmail(reqCtx.ctx, reqCtx.actor, await readForm(request), reqCtx.clientInfo);
    if (outcome.kind === 'answer') return outcome.answer;
    const to = outcome.flashMessage === 'already-confirmed' && !reqCtx.viewer ? '/login' : '/';
    return redirectWithCookies(withFlashMessage(to, outcome.flashMessage), outcome.cookies);
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

export function meta() {
  return [{ title: texts.confirmPage.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function ConfirmEmailPage({ loaderData, actionData }: Route.ComponentProps) {
  return <ConfirmEmail {...loaderData} answer={actionData} />;
}
