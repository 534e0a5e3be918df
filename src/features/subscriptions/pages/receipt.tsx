import { redirect } from 'react-router';
import { pageError } from '../../../server/page-error.ts';
import { requestContext } from '../../../server/request-context.ts';
import { getReceipt } from '../service.server.ts';
import { texts } from '../billing-view/texts.ts';
import { Receipt } from '../ui/receipt.tsx';
import type { Route } from './+types/receipt.ts';

/** A printable receipt of one of the player's own payments. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  const returnUrl = `/subscription/receipts/${encodeURIComponent(params.reference)}`;
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(returnUrl)}`);
  try {
    return { receipt: await getReceipt(reqCtx.ctx, reqCtx.actor, params.reference) };
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

export function meta({ params }: Route.MetaArgs) {
  return [{ title: texts.receipt.metaTitle(params.reference) }, { name: 'robots', content: 'noindex' }];
}

export default function ReceiptPage({ loaderData }: Route.ComponentProps) {
  return <Receipt receipt={loaderData.receipt} />;
}
