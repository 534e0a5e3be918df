import { redirect } from 'react-router';
import { readForm } from '../../../../request/forms.ts';
import { pageError } from '../../../../request/page-error.ts';
import { pageLoader } from '../../../../request/page-loader.ts';
import { requestContext } from '../../../../request/request-context.ts';
import { parseLoginTarget } from '../../service.server.ts';
import { startGoogleSignIn } from '../service.server.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import type { Route } from './+types/start.ts';

export const handle = { params: [], isShared: false } as const satisfies PageHandle;

/** POST /auth/google: redirects to Google. */
export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  try {
    const fields = await readForm(request);
    const authRedirect = await startGoogleSignIn(reqCtx.ctx, reqCtx.actor, parseLoginTarget(fields).returnPath, false, reqCtx.clientInfo);
    return redirect(authRedirect.to, { headers: authRedirect.cookies.map((cookie): [string, string] => ['set-cookie', cookie]) });
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

/** This path has no page of its own. */
export const loader = pageLoader(handle, () => redirect('/login'));
