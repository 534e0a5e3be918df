import { PaymentsRejectedError, type ProviderRefund, type RefundOrder } from './payments.ts';
import { withCharge, withEvent, type SandboxCharge, type SandboxPurchase, type SandboxRefund } from './sandbox-state.ts';

const listRefundsOf = (purchase: SandboxPurchase, reference: string) =>
  (purchase.refunds ?? []).filter((refund) => refund.charge === reference);

/** What is left of a charge after the refunds that were processed, in minor units. */
export function getLeftMinor(purchase: SandboxPurchase, reference: string): number {
  const back = listRefundsOf(purchase, reference).reduce((sum, refund) => sum + (refund.state === 'processed' ? refund.amountMinor : 0), 0);
  return purchase.charge.amountMinor - back;
}

/**
 * Refunds a charge for the site: it is pending for a moment, then processed, or failed if the person at the sandbox's page chose that.
 * @throws PaymentsRejectedError where a real provider rejects it
 */
export function applyRefundOrder(
  purchase: SandboxPurchase,
  order: RefundOrder,
  now: Date,
): { purchase: SandboxPurchase; refund: SandboxRefund } {
  const charge = purchase.charges.find(({ reference }) => reference === order.reference);
  if (charge?.state !== 'success') throw new PaymentsRejectedError('Transaction has not been paid');
  if (charge.back === 'disputed') throw new PaymentsRejectedError('Transaction has an open dispute');
  if (order.currency !== purchase.charge.currency) throw new PaymentsRejectedError('Currency is not that of the transaction');
  if (charge.back === 'refunded') throw new PaymentsRejectedError('Transaction has been fully reversed');
  if (!Number.isSafeInteger(order.amountMinor) || order.amountMinor <= 0 || order.amountMinor > getLeftMinor(purchase, order.reference))
    throw new PaymentsRejectedError('Refund amount cannot be more than what is left of the transaction');
  const state = purchase.failRefund ? 'failed' : 'processed';
  return addRefund({ ...purchase, failRefund: false }, charge, {
    amountMinor: order.amountMinor,
    note: order.note,
    state,
    at: now.toISOString(),
  });
}

/** Refunds what is left of a charge, as somebody does at the provider itself. @returns null if there is nothing to refund */
export function refundRest(purchase: SandboxPurchase, reference: string, now: Date): SandboxPurchase | null {
  const charge = purchase.charges.find((each) => each.reference === reference);
  if (charge?.state !== 'success' || charge.back === 'refunded') return null;
  const amountMinor = getLeftMinor(purchase, reference);
  return addRefund(purchase, charge, { amountMinor, note: '', state: 'processed', at: now.toISOString() }).purchase;
}

/** The refunds of a charge, as a provider tells them. */
export function listProviderRefunds(purchase: SandboxPurchase, reference: string): ProviderRefund[] {
  return listRefundsOf(purchase, reference).map((refund) => toProviderRefund(purchase, refund));
}

/** Our terms for a refund at the sandbox. */
export function toProviderRefund(purchase: SandboxPurchase, { id, amountMinor, state, note }: SandboxRefund): ProviderRefund {
  return { id, amountMinor, currency: purchase.charge.currency, state, note, providerMessage: state };
}

/** Adds a refund, and tells of each of its states. */
function addRefund(
  purchase: SandboxPurchase,
  charge: SandboxCharge,
  { amountMinor, note, state, at }: Pick<SandboxRefund, 'amountMinor' | 'note' | 'state' | 'at'>,
): { purchase: SandboxPurchase; refund: SandboxRefund } {
  const before = purchase.refunds ?? [];
  const refund = {
    id: `RF_${purchase.name}_${before.length + 1}`,
    charge: charge.reference,
    amountMinor,
    state,
    note,
    ...(at !== undefined && { at }),
  };
  const { reference } = charge;
  const pending = withEvent(
    { ...purchase, refunds: [...before, refund] },
    { kind: 'refund-changed', reference, isProcessed: false, amountMinor, refundId: refund.id },
  );
  const isWhole = getLeftMinor(pending, reference) <= 0;
  const decided = isWhole ? withCharge(pending, reference, { back: 'refunded' }) : pending;
  return {
    purchase: withEvent(decided, {
      kind: 'refund-changed',
      reference,
      isProcessed: state === 'processed',
      amountMinor,
      refundId: refund.id,
    }),
    refund,
  };
}
