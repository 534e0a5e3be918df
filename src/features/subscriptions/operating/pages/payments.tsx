import { redirect } from 'react-router';
import { pageError } from '../../../../server/page-error.ts';
import { requestContext } from '../../../../server/site-context.ts';
import { tracePayments } from '../../tracing/service.server.ts';
import { listTroubled } from '../service.server.ts';
import { texts } from '../texts.ts';
import { TroubledPage } from '../ui/troubled-page.tsx';
import type { Route } from './+types/payments.ts';

/** Payments that a person has to look at, for operators. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const site = context.get(requestContext);
  if (!site.viewer) throw redirect('/login?returnUrl=%2Foperator%2Fpayments');
  const after = new URL(request.url).searchParams.get('after');
  try {
    const list = await listTroubled(site.ctx, site.actor, after);
    const references = list.payments.map(({ reference }) => reference);
    return { list, traces: await tracePayments(site.ctx, site.actor, references), isStart: after === null };
  } catch (error) {
    throw pageError(site, error);
  }
}

export function meta() {
  return [{ title: texts.troubled.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function PaymentsPage({ loaderData }: Route.ComponentProps) {
  return <TroubledPage {...loaderData} />;
}
