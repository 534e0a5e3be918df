import { redirect } from 'react-router';
import { readForm } from '../../../server/forms.ts';
import { pageError } from '../../../server/page-error.ts';
import { requestContext } from '../../../server/request-context.ts';
import { runSandboxAction, getSandboxView } from '../service.server.ts';
import { texts } from '../texts.ts';
import { SandboxPage } from '../ui/sandbox-page.tsx';
import type { Route } from './+types/sandbox.ts';

/** The sandbox checkout of demo mode; in other modes it returns 404. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  try {
    return { view: await getSandboxView(reqCtx.ctx, reqCtx.actor, params.reference) };
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

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
