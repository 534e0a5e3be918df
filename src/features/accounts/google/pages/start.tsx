import { redirect } from 'react-router';
import { readForm } from '../../../../server/forms.ts';
import { pageError } from '../../../../server/page-error.ts';
import { requestContext } from '../../../../server/site-context.ts';
import { startGoogle } from '../service.server.ts';
import type { Route } from './+types/start.ts';

/** POST /auth/google: off to the other site. */
export async function action({ request, context }: Route.ActionArgs) {
  const site = context.get(requestContext);
  try {
    const fields = await readForm(request);
    const way = await startGoogle(site.ctx, site.actor, fields['returnUrl'] ?? null, false, site.clientInfo);
    return redirect(way.to, { headers: way.cookies.map((cookie): [string, string] => ['set-cookie', cookie]) });
  } catch (error) {
    throw pageError(site, error);
  }
}

/** Nothing is to be seen here. */
export function loader() {
  return redirect('/login');
}
