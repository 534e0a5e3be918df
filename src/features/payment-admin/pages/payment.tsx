import { data, redirect } from 'react-router';
import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { urlForPayment } from '../../subscriptions/admin/schema.ts';
import { getPaymentDetails, requestRefund, settleRefund } from '../service.server.ts';
import { texts } from '../texts.ts';
import { PaymentPage } from '../ui/payment-page.tsx';
import type { Route } from './+types/payment.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** One payment, for operators. */
export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(urlForPayment(params.reference))}`);
  return { details: await getPaymentDetails(reqCtx.ctx, reqCtx.actor, params.reference) };
});

/**
 * POST with `do`: 'refund' with `amount`, `left`, `reason`, `note`, and `code` or `password`; 'settle' with `refund` and `note`. Returns
 * PaymentActionResult.
 */
export const action = formAction(
  { echo: ['refund', 'amount', 'reason', 'note'], describe: () => texts.refund.failed },
  async ({ reqCtx, fields }, { params }: Route.ActionArgs) => {
    const { ctx, actor, clientInfo } = reqCtx;
    const result = await (fields['do'] === 'settle'
      ? settleRefund(ctx, actor, params.reference, fields)
      : requestRefund(ctx, actor, params.reference, fields, clientInfo));
    return result.ok ? result : data(result, { status: 400 });
  },
);

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function PaymentOfPlayerPage({ loaderData, actionData }: Route.ComponentProps) {
  return <PaymentPage details={loaderData.details} answer={actionData} />;
}
