import { createHash } from 'node:crypto';
import {
  ABANDONED_AFTER_MS,
  findChargeMistake,
  PaymentsRejectedError,
  type Charge,
  type ChargeVerification,
  type ProviderSubscription,
} from './payments.ts';
import { getCustomerCode, type SandboxCharge, type SandboxPurchase } from './sandbox-state.ts';
import type { VersionedStore } from './versioned-store.ts';

/** The name under which the store has the purchase that a charge of ours started. */
export function getEntryName(reference: string): string {
  return createHash('sha256').update(reference).digest('hex').slice(0, 24);
}

/** The purchase that a charge belongs to. */
export async function findByReference(store: VersionedStore<SandboxPurchase>, reference: string): Promise<SandboxPurchase | null> {
  const own = await store.read(getEntryName(reference));
  if (own) return own;
  const [, name] = /^([0-9a-f]{24})-\d{1,6}$/.exec(reference) ?? [];
  const renewed = name === undefined ? null : await store.read(name);
  return renewed?.charges.some((charge) => charge.reference === reference) ? renewed : null;
}

/** Rejects charges that no real provider would accept. @throws PaymentsRejectedError */
export function validateCharge(charge: Charge): void {
  if (!/^[A-Za-z0-9.=-]{1,200}$/.test(charge.reference))
    throw new PaymentsRejectedError('the reference has other characters than - . = and letters');
  if (!Number.isSafeInteger(charge.amountMinor) || charge.amountMinor <= 0)
    throw new PaymentsRejectedError('the amount is not a positive whole number');
  const mistake = findChargeMistake(charge);
  if (mistake !== null) throw new PaymentsRejectedError(mistake);
}

/** A purchase that is not paid yet. */
export function createPurchase(name: string, charge: Charge, now: Date): SandboxPurchase {
  return {
    name,
    charge,
    startedAt: now.toISOString(),
    charges: [{ reference: charge.reference, state: 'pending', at: null, back: null }],
    subscription: null,
    failNext: false,
    news: [],
  };
}

/** Whether two charges would take the same money from the same payer. */
export function isSameCharge(a: Charge, b: Charge): boolean {
  const essence = (charge: Charge) =>
    JSON.stringify([charge.amountMinor, charge.currency, charge.email, charge.channel, charge.renews?.planId ?? null]);
  return essence(a) === essence(b);
}

/** The state of one charge, as a provider tells it. */
export function toChargeVerification(purchase: SandboxPurchase, charge: SandboxCharge, now: Date): ChargeVerification {
  const late = now.getTime() - new Date(purchase.startedAt).getTime() >= ABANDONED_AFTER_MS;
  const paid = charge.state === 'success';
  return {
    // As with a real provider, a refunded charge is not a success.
    state: charge.state === 'pending' && late ? 'abandoned' : charge.back === 'refunded' ? 'failed' : charge.state,
    amountMinor: purchase.charge.amountMinor,
    currency: purchase.charge.currency,
    paidAt: paid && charge.at !== null && charge.back !== 'refunded' ? new Date(charge.at) : null,
    customer: getCustomerCode(purchase),
    subscription: paid ? toProviderSubscription(purchase) : null,
    isLive: true,
    providerMessage: [charge.state, charge.back].filter(Boolean).join(', '),
  };
}

/** A purchase's subscription, as a provider tells it. */
export function toProviderSubscription({ subscription, charge }: SandboxPurchase): ProviderSubscription | null {
  if (!subscription) return null;
  const { code, customer, token, state, nextChargeAt } = subscription;
  const renews = state === 'active' || state === 'attention';
  return {
    code,
    customer,
    emailToken: token,
    state,
    planId: charge.renews?.planId ?? null,
    nextChargeAt: renews ? new Date(nextChargeAt) : null,
  };
}
