import { redirect } from 'react-router';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { listFlaggedPayments, listPaymentTraces } from '../../subscriptions/admin/service.server.ts';
import { listAllPayments } from '../list/service.server.ts';
import { texts } from '../texts.ts';
import { PaymentsPage } from '../ui/payments-page.tsx';
import type { Route } from './+types/payments.ts';

export const handle = {
  params: ['state', 'who', 'from', 'to', 'channel', 'provider', 'after'],
  isShared: true,
} as const satisfies PageHandle;

/** All payments, for operators. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  const { ctx, actor } = reqCtx;
  const after = query.get('after');
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Foperator%2Fpayments');
  const [list, flagged] = await Promise.all([
    listAllPayments(ctx, actor, (name) => query.get(name), after),
    listFlaggedPayments(ctx, actor),
  ]);
  const traces = await listPaymentTraces(
    ctx,
    actor,
    list.payments.map(({ reference }) => reference),
  );
  return { list, traces, isStart: after === null, waiting: { count: flagged.payments.length, hasMore: flagged.next !== null } };
});

export function meta() {
  return [{ title: texts.list.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function AllPaymentsPage({ loaderData }: Route.ComponentProps) {
  return <PaymentsPage {...loaderData} />;
}
