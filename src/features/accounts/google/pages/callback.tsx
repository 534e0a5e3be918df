import { redirect } from 'react-router';
import { pageError } from '../../../../server/page-error.ts';
import { requestContext } from '../../../../server/request-context.ts';
import { finishGoogleSignIn } from '../service.server.ts';
import type { Route } from './+types/callback.ts';

/** GET /auth/callback/google: the redirect back from Google. State, nonce and signature authenticate its parameters. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  try {
    const authRedirect = await finishGoogleSignIn(reqCtx.ctx, reqCtx.actor, new URL(request.url).search, reqCtx.clientInfo);
    return redirect(authRedirect.to, { headers: authRedirect.cookies.map((cookie): [string, string] => ['set-cookie', cookie]) });
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}
