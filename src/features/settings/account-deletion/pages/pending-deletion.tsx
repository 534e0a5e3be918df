import { redirect } from 'react-router';
import { classifyError, pageError } from '../../../../server/page-error.ts';
import { requestContext } from '../../../../server/request-context.ts';
import { cancelAccountDeletion, getPendingDeletion } from '../service.server.ts';
import { formatDay, texts } from '../texts.ts';
import { PendingDeletionPage } from '../ui/pending-deletion-page.tsx';
import type { Route } from './+types/pending-deletion.ts';

/** The only page for a player whose account is scheduled for deletion. */
export async function loader({ context }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  if (reqCtx.actor.kind !== 'leaving') throw redirect('/');
  try {
    return await getPendingDeletion(reqCtx.ctx, reqCtx.actor);
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

/** POST /leaving: cancels the deletion. */
export async function action({ context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  try {
    await cancelAccountDeletion(reqCtx.ctx, reqCtx.actor);
    return redirect('/?news=account-kept');
  } catch (error) {
    const { code } = classifyError(reqCtx, error);
    return redirect(code === 'sign-in-required' ? '/login' : '/?news=not-done');
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: loaderData ? texts.leaving.title(formatDay(loaderData.deletesAt)) : texts.leaving.metaTitle },
    { name: 'robots', content: 'noindex' },
  ];
}

export default function Leaving({ loaderData }: Route.ComponentProps) {
  return <PendingDeletionPage {...loaderData} />;
}
