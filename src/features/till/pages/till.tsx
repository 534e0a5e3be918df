import { redirect } from 'react-router';
import { readForm } from '../../../server/forms.ts';
import { pageError } from '../../../server/page-error.ts';
import { requestContext } from '../../../server/site-context.ts';
import { doAtTill, viewTill } from '../service.server.ts';
import { texts } from '../texts.ts';
import { TillPage } from '../ui/till-page.tsx';
import type { Route } from './+types/till.ts';

/** The pretend till of demo mode; elsewhere it is not found. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const site = context.get(requestContext);
  try {
    return { view: await viewTill(site.ctx, site.actor, params.reference) };
  } catch (error) {
    throw pageError(site, error);
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const site = context.get(requestContext);
  try {
    return redirect(await doAtTill(site.ctx, site.actor, params.reference, await readForm(request)));
  } catch (error) {
    throw pageError(site, error);
  }
}

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function Till({ loaderData }: Route.ComponentProps) {
  return <TillPage view={loaderData.view} />;
}
