import { redirect } from 'react-router';
import { pageAction } from '../../../request/form-action.ts';
import { readForm } from '../../../request/forms.ts';
import { pageLoader } from '../../../request/page-loader.ts';
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

// It stands for a page of the provider's, where payments that have begun go on.
export const action = pageAction(
  async ({ ctx, actor }, { request, params }: Route.ActionArgs) =>
    redirect(await runSandboxAction(ctx, actor, params.reference, await readForm(request))),
  { goesOnReadOnly: true },
);

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function Till({ loaderData }: Route.ComponentProps) {
  return <SandboxPage view={loaderData.view} />;
}
