import { redirect } from 'react-router';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { getReceipt } from '../service.server.ts';
import { texts } from '../texts.ts';
import { Receipt } from '../ui/receipt.tsx';
import type { Route } from './+types/receipt.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** A printable receipt of one of the player's own payments. */
export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => {
  const returnUrl = `/subscription/receipts/${encodeURIComponent(params.reference)}`;
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(returnUrl)}`);
  return { receipt: await getReceipt(reqCtx.ctx, reqCtx.actor, params.reference) };
});

export function meta({ params }: Route.MetaArgs) {
  return [{ title: texts.receipt.metaTitle(params.reference) }, { name: 'robots', content: 'noindex' }];
}

export default function ReceiptPage({ loaderData }: Route.ComponentProps) {
  return <Receipt receipt={loaderData.receipt} />;
}
