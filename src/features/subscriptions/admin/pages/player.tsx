import { data, redirect } from 'react-router';
import { readForm } from '../../../../server/forms.ts';
import { classifyError, pageError } from '../../../../server/page-error.ts';
import { pageLoader } from '../../../../server/page-loader.ts';
import { requestContext } from '../../../../server/request-context.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { adjustWallet, getAdminWallet } from '../../../wallet/admin/service.server.ts';
import { ADJUSTMENTS } from '../../../wallet/schema.ts';
import { StatementEntries } from '../../../wallet/ui/statement-entries.tsx';
import { getPlayerBilling } from '../../service.server.ts';
import { listPaymentTraces } from '../../payment-traces/service.server.ts';
import { parseAmount, findInvalidField } from '../rules.ts';
import type { WalletAdjustmentResult } from '../schema.ts';
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
export async function action({ request, context, params }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  const typed = { amount: '', reason: '' };
  try {
    const fields = await readForm(request);
    Object.assign(typed, { amount: fields['amount'] ?? '', reason: fields['reason'] ?? '' });
    const amount = parseAmount(typed.amount);
    const { balance, isNew } = await adjustWallet(reqCtx.ctx, reqCtx.actor, params.id, { ...fields, amount: String(amount ?? '') });
    const adjustment = ADJUSTMENTS.find((each) => each === fields['do']) ?? 'grant';
    return { ok: true, adjustment, amount: amount ?? 0, balance, isNew } satisfies WalletAdjustmentResult;
  } catch (error) {
    const { code, status } = classifyError(reqCtx, error);
    if (code === 'not-found' || code === 'not-allowed' || code === 'sign-in-required') throw pageError(reqCtx, error);
    return data<WalletAdjustmentResult>({ ok: false, ...toFieldError(code, typed), typed }, { status });
  }
}

function toFieldError(code: string, typed: { amount: string; reason: string }): { error: string; field: 'amount' | 'reason' | null } {
  const formTexts = texts.form;
  if (code === 'not-available') return { error: formTexts.tooMuch, field: 'amount' };
  const field = code === 'bad-input' ? findInvalidField(typed) : null;
  if (field === null) return { error: formTexts.failed, field };
  return { error: field === 'amount' ? formTexts.wrongAmount : formTexts.wrongReason, field };
}

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
      answer={actionData}
      renderEntries={(items) => <StatementEntries items={items} showsTimeZone={false} />}
    />
  );
}
