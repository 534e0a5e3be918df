import { data, redirect } from 'react-router';
import { formAction } from '../../../../request/form-action.ts';
import { pageLoader } from '../../../../request/page-loader.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { adjustWallet, getAdminWallet } from '../../../wallet/admin/service.server.ts';
import type { WalletAdjustmentResult } from '../../../wallet/admin/schema.ts';
import { WalletAdjustmentForm } from '../../../wallet/ui/wallet-adjustment-form.tsx';
import { StatementEntries } from '../../../wallet/ui/statement-entries.tsx';
import { getPlayerBilling, listPaymentTraces } from '../service.server.ts';
import { texts } from '../texts.ts';
import { PlayerBillingPage } from '../ui/player-billing-page.tsx';
import type { Route } from './+types/player.ts';

export const handle = { params: ['payments', 'ledger'], isShared: true } as const satisfies PageHandle;

/** A player's payments, subscriptions and wallet, for operators. */
export const loader = pageLoader(handle, async ({ reqCtx, query }, { params }: Route.LoaderArgs) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(`/operator/players/${params.id}`)}`);
  const [payments, ledger] = [query.get('payments'), query.get('ledger')];
  const [wallet, paid] = await Promise.all([
    getAdminWallet(reqCtx.ctx, reqCtx.actor, params.id, ledger),
    getPlayerBilling(reqCtx.ctx, reqCtx.actor, params.id, payments),
  ]);
  const references = paid.payments.map(({ reference }) => reference);
  const traces = await listPaymentTraces(reqCtx.ctx, reqCtx.actor, references);
  return { wallet, paid, traces, isStart: { payments: payments === null, ledger: ledger === null } };
});

/** POST with `do=grant|take`, `amount`, `reason` and the form's `key`. Returns a WalletAdjustmentResult. */
export const action = formAction({ echo: ['amount', 'reason'] }, async ({ reqCtx, fields }, { params }: Route.ActionArgs) => {
  const result: WalletAdjustmentResult = await adjustWallet(reqCtx.ctx, reqCtx.actor, params.id, fields);
  return result.ok ? result : data(result, { status: 400 });
});

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function PlayerMoneyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { wallet, paid, traces, isStart } = loaderData;
  return (
    <PlayerBillingPage
      wallet={wallet}
      billing={paid}
      traces={traces}
      isStart={isStart}
      adjustmentForm={<WalletAdjustmentForm key={wallet.player.id} canAdjust={wallet.canAdjust} formKey={wallet.key} answer={actionData} />}
      renderEntries={(items) => <StatementEntries items={items} showsTimeZone={false} />}
    />
  );
}
