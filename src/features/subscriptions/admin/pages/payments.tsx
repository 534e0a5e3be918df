import { redirect } from 'react-router';
import { pageLoader } from '../../../../request/page-loader.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { listPaymentTraces, listFlaggedPayments } from '../service.server.ts';
import { texts } from '../texts.ts';
import { FlaggedPaymentsPage } from '../ui/flagged-payments-page.tsx';
import type { Route } from './+types/payments.ts';

export const handle = { params: ['after'], isShared: true } as const satisfies PageHandle;

/** Payments that need manual review, for operators. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Foperator%2Fpayments');
  const after = query.get('after');
  const list = await listFlaggedPayments(reqCtx.ctx, reqCtx.actor, after);
  const references = list.payments.map(({ reference }) => reference);
  return { list, traces: await listPaymentTraces(reqCtx.ctx, reqCtx.actor, references), isStart: after === null };
});

export function meta() {
  return [{ title: texts.flagged.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function PaymentsPage({ loaderData }: Route.ComponentProps) {
  return <FlaggedPaymentsPage {...loaderData} />;
}
