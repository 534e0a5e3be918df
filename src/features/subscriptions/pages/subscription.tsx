import { redirect, redirectDocument } from 'react-router';
import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { pageMeta } from '../../site/ui/page-meta.ts';
import { runSubscriptionAction, getSubscriptionView } from '../service.server.ts';
import { getCheckoutReturnUrl } from '../checkout/service.server.ts';
import type { PaymentActionResult } from '../schema.ts';
import { texts } from '../texts.ts';
import { SubscriptionPage } from '../ui/subscription-page.tsx';
import { loadNextPage } from '../../../web/load-next-page.ts';
import type { Route } from './+types/subscription.ts';

/** A checkout returns with `reference`; `payment` and `for` are read by usePaymentReturn. */
export const handle = { params: ['reference', 'payment', 'for', 'after', 'ask'], isShared: true } as const satisfies PageHandle;

/** Plans for everybody; for a player also their status and payments. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  const reference = query.get('reference');
  if (reference !== null) throw redirect(await getCheckoutReturnUrl(reqCtx.ctx, reqCtx.actor, reference, '/subscription'));
  const view = await getSubscriptionView(reqCtx.ctx, reqCtx.actor, query.get('after'));
  return {
    view,
    at: reqCtx.ctx.now().toISOString(),
    asksCancel: query.get('ask') === 'cancel',
    isStart: !query.has('after'),
    origin: reqCtx.ctx.config.origin,
  };
});

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadNextPage(args, { view: undefined, at: undefined, asksCancel: undefined, isStart: undefined, origin: undefined });
}

/** POST /subscription with `do`. Actions that need a payment redirect to the provider's page; the others return PaymentActionResult. */
export const action = formAction(
  {
    echo: ['channel'],
    signInReturnPath: '/subscription',
    // Cards are charged while the site is read-only, so whatever ends that goes on.
    goesOnReadOnly: (fields) => fields['do'] === 'cancel' || (fields['do'] === 'auto-renew' && fields['on'] !== 'yes'),
  },
  async ({ reqCtx, fields }): Promise<Response | PaymentActionResult> => {
    const done = await runSubscriptionAction(reqCtx.ctx, reqCtx.actor, fields);
    return 'url' in done ? redirectDocument(done.url) : { ok: true, ...done };
  },
);

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ origin: loaderData?.origin, path: '/subscription', title: texts.metaTitle, description: texts.metaDescription });
}

export default function Subscription({ loaderData, actionData }: Route.ComponentProps) {
  // `view` is undefined only if loading the next page of a list failed (clientLoader), and that result never renders this component.
  if (loaderData.view === undefined) return null;
  const { view, at, asksCancel, isStart } = loaderData;
  return <SubscriptionPage view={view} at={at} asksCancel={asksCancel} isStart={isStart} answer={actionData} />;
}
