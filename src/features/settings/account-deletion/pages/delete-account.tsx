import { data, redirect } from 'react-router';
import { readForm } from '../../../../server/forms.ts';
import { pageError } from '../../../../server/page-error.ts';
import { requestContext } from '../../../../server/request-context.ts';
import { useActionResult } from '../../../accounts/ui/use-action-result.ts';
import { requestAccountDeletion, sendDeletionLink, getDeleteAccountView } from '../service.server.ts';
import { texts } from '../texts.ts';
import { DeleteAccountPage } from '../ui/delete-account-page.tsx';
import type { Route } from './+types/delete-account.ts';

// Opening the emailed link deletes nothing, because mail programs open links too. The page submits a POST.
export async function loader({ request, context }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  const token = new URL(request.url).searchParams.get('token');
  if (reqCtx.actor.kind === 'visitor') {
    const back = token === null ? '/settings/delete' : `/settings/delete?token=${encodeURIComponent(token)}`;
    throw redirect(`/login?returnUrl=${encodeURIComponent(back)}`);
  }
  try {
    return { view: await getDeleteAccountView(reqCtx.ctx, reqCtx.actor, token), token };
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  try {
    const fields = await readForm(request);
    await reqCtx.rateLimit('mine');
    const done =
      fields['do'] === 'leave-link'
        ? await sendDeletionLink(reqCtx.ctx, reqCtx.actor)
        : await requestAccountDeletion(reqCtx.ctx, reqCtx.actor, fields, reqCtx.clientInfo);
    if (done.kind === 'answer') return data(done.answer);
    return redirect('/?news=leaving', { headers: done.cookies.map((cookie): [string, string] => ['set-cookie', cookie]) });
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

export function meta() {
  return [{ title: texts.ask.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function Delete({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionResult(actionData);
  return <DeleteAccountPage {...loaderData} answer={answer} />;
}
