import { redirect } from 'react-router';
import { formAction } from '../../../../request/form-action.ts';
import { pageLoader } from '../../../../request/page-loader.ts';
import { useActionResult } from '../../../accounts/ui/use-action-result.ts';
import { describeFailure, texts as settingsTexts } from '../../texts.ts';
import type { DeleteAccountResult } from '../schema.ts';
import { getDeleteAccountView, handleDeletionForm } from '../service.server.ts';
import { texts } from '../texts.ts';
import { DeleteAccountPage } from '../ui/delete-account-page.tsx';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import type { Route } from './+types/delete-account.ts';

export const handle = { params: ['token'], isShared: false } as const satisfies PageHandle;

// Opening the emailed link deletes nothing, because mail programs open links too. The page submits a POST.
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  const token = query.get('token');
  if (reqCtx.actor.kind === 'visitor') {
    const back = token === null ? '/settings/delete' : `/settings/delete?token=${encodeURIComponent(token)}`;
    throw redirect(`/login?returnUrl=${encodeURIComponent(back)}`);
  }
  return { view: await getDeleteAccountView(reqCtx.ctx, reqCtx.actor, token), token };
});

/** POST with `do`. Returns DeleteAccountResult, or redirects to the home page when the account is scheduled for deletion. */
export const action = formAction({ echo: ['do'], describe: describeFailure }, async ({ reqCtx, fields }) => {
  const done = await handleDeletionForm(reqCtx.ctx, reqCtx.actor, fields, reqCtx.clientInfo);
  if (done.kind === 'result') return done.answer;
  return redirect('/?news=leaving', { headers: done.cookies.map((cookie): [string, string] => ['set-cookie', cookie]) });
});

export function meta() {
  return [{ title: texts.ask.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function Delete({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionResult<DeleteAccountResult>(actionData, { nameField: 'do', failureTitle: settingsTexts.failed.title });
  return <DeleteAccountPage {...loaderData} answer={answer} />;
}
