import { redirect } from 'react-router';
import { classifyError } from '../../../../request/page-error.ts';
import { pageLoader } from '../../../../request/page-loader.ts';
import { assertNotOverloaded, requestContext } from '../../../../request/request-context.ts';
import { cancelAccountDeletion, getPendingDeletion } from '../service.server.ts';
import { formatDay, texts } from '../texts.ts';
import { PendingDeletionPage } from '../ui/pending-deletion-page.tsx';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import type { Route } from './+types/pending-deletion.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** The page for a player whose account is scheduled for deletion; besides it only the help lines are open to them. */
export const loader = pageLoader(handle, async ({ reqCtx }) => {
  if (reqCtx.actor.kind !== 'leaving') throw redirect('/');
  return getPendingDeletion(reqCtx.ctx, reqCtx.actor);
});

/** POST /leaving: cancels the deletion. */
export async function action({ context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  try {
    assertNotOverloaded(reqCtx);
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
