import { redirect } from 'react-router';
import { pageError } from '../../../../server/page-error.ts';
import { requestContext } from '../../../../server/request-context.ts';
import { listPaymentTraces } from '../../payment-traces/service.server.ts';
import { listFlaggedPayments } from '../service.server.ts';
import { texts } from '../texts.ts';
import { FlaggedPaymentsPage } from '../ui/flagged-payments-page.tsx';
import type { Route } from './+types/payments.ts';

/** Payments that need manual review, for operators. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Foperator%2Fpayments');
  const after = new URL(request.url).searchParams.get('after');
  try {
    const list = await listFlaggedPayments(reqCtx.ctx, reqCtx.actor, after);
    const references = list.payments.map(({ reference }) => reference);
    return { list, traces: await listPaymentTraces(reqCtx.ctx, reqCtx.actor, references), isStart: after === null };
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

export function meta() {
  return [{ title: texts.troubled.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function PaymentsPage({ loaderData }: Route.ComponentProps) {
  return <FlaggedPaymentsPage {...loaderData} />;
}
