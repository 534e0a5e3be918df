import { data, redirect, redirectDocument } from 'react-router';
import { readForm } from '../../../server/forms.ts';
import { classifyError } from '../../../server/page-error.ts';
import { pageLoader } from '../../../server/page-loader.ts';
import { requestContext, type RequestContext } from '../../../server/request-context.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { pageMeta } from '../../site/ui/page-meta.ts';
import { confirmCheckoutReturn, subscribe } from '../checkout/service.server.ts';
import { cancelSubscription, getCardUpdateLink, setAutoRenew, getSubscriptionView } from '../service.server.ts';
import { SUBSCRIPTION_ACTIONS, type PaymentActionResult } from '../billing-view/schema.ts';
import { texts } from '../billing-view/texts.ts';
import { SubscriptionPage } from '../ui/subscription-page.tsx';
import { loadNextPage } from '../../../web/load-next-page.ts';
import type { Route } from './+types/subscription.ts';

/** A checkout returns with `reference`; `payment` and `for` are read by usePaymentReturn. */
export const handle = { params: ['reference', 'payment', 'for', 'after', 'ask'], isShared: true } as const satisfies PageHandle;

/** Plans for everybody; for a player also their status and payments. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  const reference = query.get('reference');
  if (reference !== null) throw redirect(await urlAfterCheckout(reqCtx, reference));
  const view = await getSubscriptionView(reqCtx.ctx, reqCtx.actor, query.get('after'));
  return {
    view,
    at: reqCtx.ctx.now().toISOString(),
    asksCancel: query.get('ask') === 'cancel',
    isStart: !query.has('after'),
    origin: reqCtx.ctx.config.origin,
  };
});

/** The URL to redirect to after the return from a checkout, once the provider was asked for the result. */
async function urlAfterCheckout(reqCtx: RequestContext, reference: string): Promise<string> {
  try {
    const payment = await confirmCheckoutReturn(reqCtx.ctx, reqCtx.actor, reference);
    return `/subscription?${new URLSearchParams({ payment, for: reference }).toString()}`;
  } catch (error) {
    const { code } = classifyError(reqCtx, error);
    if (code === 'sign-in-required') return `/login?returnUrl=${encodeURIComponent(`/subscription?reference=${reference}`)}`;
    // The payment belongs to another player, or the provider cannot be reached now. The page shows the last known state.
    return '/subscription';
  }
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadNextPage(args, { view: undefined, at: undefined, asksCancel: undefined, isStart: undefined, origin: undefined });
}

/** POST /subscription with `do`. Actions that need a payment redirect to the provider's page; the others return PaymentActionResult. */
export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  let channel: string | null = null;
  try {
    const fields = await readForm(request);
    channel = fields['channel'] ?? null;
    await reqCtx.rateLimit('mine');
    return await runAction(reqCtx, fields);
  } catch (error) {
    const { code, status } = classifyError(reqCtx, error);
    if (code === 'sign-in-required') throw redirect('/login?returnUrl=%2Fsubscription');
    return data<PaymentActionResult>({ ok: false, code, channel }, { status });
  }
}

async function runAction({ ctx, actor }: RequestContext, fields: Record<string, string>): Promise<Response | PaymentActionResult> {
  switch (SUBSCRIPTION_ACTIONS.find((each) => each === fields['do'])) {
    case 'subscribe':
      return redirectDocument((await subscribe(ctx, actor, fields)).url);
    case 'fix-card':
      return redirectDocument((await getCardUpdateLink(ctx, actor)).url);
    case 'auto-renew': {
      const on = fields['on'] === 'yes';
      await setAutoRenew(ctx, actor, on);
      return { ok: true, did: on ? 'auto-renew-on' : 'auto-renew-off' };
    }
    case 'cancel':
      await cancelSubscription(ctx, actor);
      return { ok: true, did: 'cancel' };
    case undefined:
      throw new AppError('bad-input', 'do is subscribe, cancel, auto-renew or fix-card');
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ origin: loaderData?.origin, path: '/subscription', title: texts.metaTitle, description: texts.metaDescription });
}

export default function Subscription({ loaderData, actionData }: Route.ComponentProps) {
  // `view` is undefined only if loading the next page of a list failed (clientLoader), and that result never renders this component.
  if (loaderData.view === undefined) return null;
  const { view, at, asksCancel, isStart } = loaderData;
  return <SubscriptionPage view={view} at={at} asksCancel={asksCancel} isStart={isStart} answer={actionData} />;
}
