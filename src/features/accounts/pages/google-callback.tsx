import { redirect } from 'react-router';
import { pageLoader } from '../../../request/page-loader.ts';
import { finishGoogleSignIn } from '../google.service.server.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';

export const handle = { params: 'any', isShared: false } as const satisfies PageHandle;

/** GET /auth/callback/google: the redirect back from Google. State, nonce and signature authenticate its parameters. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  const authRedirect = await finishGoogleSignIn(reqCtx.ctx, reqCtx.actor, `?${query.all().toString()}`, reqCtx.clientInfo);
  return redirect(authRedirect.to, { headers: authRedirect.cookies.map((cookie): [string, string] => ['set-cookie', cookie]) });
});
