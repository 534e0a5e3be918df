import { redirect } from 'react-router';
import { readForm } from '../../../request/forms.ts';
import { pageError } from '../../../request/page-error.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import { requestContext } from '../../../request/request-context.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { runSandboxAction, getSandboxView } from '../service.server.ts';
import { texts } from '../texts.ts';
import { SandboxPage } from '../ui/sandbox-page.tsx';
import type { Route } from './+types/sandbox.ts';

export const handle = { params: [], isShared: false } as const satisfies PageHandle;

/** The sandbox checkout of demo mode; in other modes it returns 404. */
export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => ({
  view: await getSandboxView(reqCtx.ctx, reqCtx.actor, params.reference),
}));

export async function action({ request, context, params }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  try {
    return redirect(await runSandboxAction(reqCtx.ctx, reqCtx.actor, params.reference, await readForm(request)));
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function Till({ loaderData }: Route.ComponentProps) {
  return <SandboxPage view={loaderData.view} />;
}
