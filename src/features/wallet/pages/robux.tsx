import { redirect, redirectDocument } from 'react-router';
import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { pageMeta } from '../../site/ui/page-meta.ts';
import { buyPack, getCheckoutReturnUrl } from '../../subscriptions/checkout/service.server.ts';
import { getSubscriptionView } from '../../subscriptions/service.server.ts';
import type { PaymentActionResult } from '../../subscriptions/schema.ts';
import { texts } from '../purchases.texts.ts';
import { listPacks } from '../service.server.ts';
import { PacksPage } from '../ui/packs.tsx';
import type { Route } from './+types/robux.ts';

/** A checkout returns with `reference`; `payment` and `for` are read by usePaymentReturn. */
export const handle = { params: ['reference', 'payment', 'for'], isShared: true } as const satisfies PageHandle;

/** Packs of kiddocash for everybody; for a player also their balance. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  const { ctx, actor } = reqCtx;
  const reference = query.get('reference');
  if (reference !== null) throw redirect(await getCheckoutReturnUrl(reqCtx.ctx, reqCtx.actor, reference, '/robux'));
  const [packs, { kiddocash, payments, processing, spending, closed }] = await Promise.all([
    listPacks(ctx),
    getSubscriptionView(ctx, actor),
  ]);
  return { packs, view: { kiddocash, payments, processing, spending, closed }, at: ctx.now().toISOString(), origin: ctx.config.origin };
});

/** POST /robux with `do=buy`, `pack` and `channel`: redirects to the provider's page, or returns PaymentActionResult. */
export const action = formAction(
  { echo: ['channel'], signInReturnPath: '/robux' },
  async ({ reqCtx, fields }): Promise<Response | PaymentActionResult> =>
    redirectDocument((await buyPack(reqCtx.ctx, reqCtx.actor, fields)).url),
);

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ origin: loaderData?.origin, path: '/robux', title: texts.metaTitle, description: texts.metaDescription });
}

export default function Robux({ loaderData, actionData }: Route.ComponentProps) {
  const { packs, view, at } = loaderData;
  return <PacksPage packs={packs} view={view} at={at} answer={actionData} />;
}
