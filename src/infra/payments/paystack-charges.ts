import type { PaystackDomains } from './paystack-events.ts';
import type { Transaction } from './paystack-schemas.ts';
import { ABANDONED_AFTER_MS, type Charge, type ChargeVerification, type ProviderSubscription } from './payments.ts';

/** Metadata key under which our own charges carry their reference; a renewal charged by Paystack has none. */
const METADATA_KEY = 'kiddo';

/** The request that starts a charge. @param planCode the plan at Paystack, if the charge renews */
export function toCheckoutRequest(charge: Charge, planCode: string | undefined): object {
  return {
    email: charge.email,
    amount: charge.amountMinor,
    currency: charge.currency,
    reference: charge.reference,
    callback_url: charge.returnUrl,
    channels: [charge.channel === 'card' ? 'card' : 'mobile_money'],
    plan: planCode,
    metadata: {
      [METADATA_KEY]: charge.reference,
      cancel_action: charge.returnUrl,
      custom_fields: [{ display_name: 'For', variable_name: 'for', value: charge.description }],
    },
  };
}

/** Whether we started the charge; if not, Paystack did, to renew a subscription. */
export function isOwnCharge(charge: Transaction): boolean {
  const { metadata } = charge;
  // Paystack returns it as an object, or as a JSON string.
  const fields: unknown = typeof metadata === 'string' && metadata.startsWith('{') ? parseJson(metadata) : metadata;
  return typeof fields === 'object' && fields !== null && (fields as Record<string, unknown>)[METADATA_KEY] === charge.reference;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Our terms for what Paystack says about a charge. @param renewed the subscription that it started or renewed */
export function toChargeVerification(
  charge: Transaction,
  renewed: ProviderSubscription | null,
  domains: PaystackDomains,
  now: Date,
): ChargeVerification {
  return {
    state: toChargeState(charge, now),
    amountMinor: charge.amount,
    currency: charge.currency,
    paidAt: charge.status === 'success' ? charge.paid_at : null,
    customer: charge.customer?.customer_code ?? null,
    subscription: renewed,
    isLive: (charge.domain ?? domains.own) === domains.accepted,
    providerMessage: [charge.status, charge.gateway_response || charge.message].filter(Boolean).join(': ').slice(0, 200),
  };
}

/** A successful request does not mean that the money was paid: `data.status` tells. */
function toChargeState({ status, created_at }: Transaction, now: Date): ChargeVerification['state'] {
  if (status === 'success') return 'success';
  // Reversed: the money was refunded.
  if (status === 'failed' || status === 'reversed') return 'failed';
  // Paystack reports 'abandoned' from the first moment on, while the payer is still entering the card.
  if (status === 'abandoned') return created_at && now.getTime() - created_at.getTime() < ABANDONED_AFTER_MS ? 'pending' : 'abandoned';
  // ongoing, pending, processing, queued, send_otp, pay_offline: not decided yet.
  return 'pending';
}
