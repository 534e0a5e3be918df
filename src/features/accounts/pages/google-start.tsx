import { redirect } from 'react-router';
import { redirectWithCookies } from './responses.ts';
import { readForm } from '../../../request/forms.ts';
import { pageAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import { parseLoginTarget } from '../service.server.ts';
import { startGoogleSignIn } from '../google.service.server.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import type { Route } from './+types/google-start.ts';

export const handle = { params: [], isShared: false } as const satisfies PageHandle;

/** POST /auth/google: redirects to Google. */
export const action = pageAction(
  async ({ ctx, actor, clientInfo }, { request }: Route.ActionArgs) => {
    const { returnPath } = parseLoginTarget(await readForm(request));
    const { to, cookies } = await startGoogleSignIn(ctx, actor, returnPath, false, clientInfo);
    return redirectWithCookies(to, cookies);
  },
  { goesOnReadOnly: true },
);

/** This path has no page of its own. */
export const loader = pageLoader(handle, () => redirect('/login'));
