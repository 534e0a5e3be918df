import { redirect } from 'react-router';
import { pageError } from '../../../../server/page-error.ts';
import { requestContext } from '../../../../server/site-context.ts';
import { finishGoogle } from '../service.server.ts';
import type { Route } from './+types/callback.ts';

/** GET /auth/callback/google: back from the other site. What it brings is proved by state, nonce and signature. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const site = context.get(requestContext);
  try {
    const way = await finishGoogle(site.ctx, site.actor, new URL(request.url).search, site.clientInfo);
    return redirect(way.to, { headers: way.cookies.map((cookie): [string, string] => ['set-cookie', cookie]) });
  } catch (error) {
    throw pageError(site, error);
  }
}
