import type { DisputeApi } from './disputes.ts';
import type { SettlementApi } from './settlements.ts';

/** Payment method: a card, which can renew automatically, or M-Pesa, which cannot. */
type PaymentChannel = 'card' | 'mpesa';

/** A payment to be made. */
export type Charge = {
  /** Our own unique reference: letters, digits, '-', '.' and '='. */
  reference: string;
  /** In the smallest unit: KES 99 is 9900. */
  amountMinor: number;
  currency: 'KES' | 'USD';
  /** The payer, who also gets the provider's emails. */
  email: string;
  channel: PaymentChannel;
  /** For a card that renews monthly. */
  renews: { planId: string; planName: string } | null;
  /** Where the payer is redirected after the payment, whatever the result. Being redirected proves nothing. */
  returnUrl: string;
  description: string;
};

/** The provider's state of one charge. */
export type ChargeVerification = {
  /**
   * Only 'success' is final. A payer may try again on the same page of the provider, so a 'failed' or 'abandoned' charge can still be
   * paid later. 'abandoned' means that it was started more than an hour ago.
   */
  state: 'success' | 'failed' | 'abandoned' | 'pending';
  amountMinor: number;
  currency: string;
  paidAt: Date | null;
  customer: string | null;
  /** The subscription that this charge started or renewed. Also null for the first moments, while the provider is still creating it. */
  subscription: ProviderSubscription | null;
  /** Whether the payment counts: real money, or pretend money in demo mode. */
  isLive: boolean;
  /** The provider's message, for operators. */
  providerMessage: string;
};

/** A subscription by card that renews automatically, as the provider knows it. */
export type ProviderSubscription = {
  code: string;
  customer: string;
  /** Needed to disable and to enable auto-renewal. */
  emailToken: string;
  /** 'attention': the last charge failed, and is not retried before `nextChargeAt`. */
  state: 'active' | 'non-renewing' | 'attention' | 'ended';
  /** Our id of the plan; null for a plan that is not ours. */
  planId: string | null;
  nextChargeAt: Date | null;
};

/** An event that a provider sends by webhook. It may arrive twice, late, in any order, or never. */
export type ProviderEvent = {
  /** The same event always has the same key. */
  key: string;
  /** Whether the payment counts: real money, or pretend money in demo mode. */
  isLive: boolean;
} & (
  | { kind: 'charged'; reference: string; subscription: { customer: string; planId: string | null } | null }
  /** The subscription was created, will not renew, or ended: fetch it again. */
  | { kind: 'subscription'; code: string }
  | { kind: 'charge-failed'; code: string }
  | { kind: 'charge-due'; code: string; at: Date | null }
  /** A refund of this payment was made, or its state changed: `findRefunds` tells. `amountMinor`, `refundId`: if the provider sends it. */
  | { kind: 'refund-changed'; reference: string; isProcessed: boolean; amountMinor?: number; refundId?: string }
  /**
   * The money went back without a refund of ours, such as after a lost dispute. `amountMinor`: a part, if the provider sends it. `disputeId`:
   * what it says about a dispute.
   */
  | { kind: 'refunded' | 'dispute-won'; reference: string; amountMinor?: number; disputeId?: string }
  /** `decidedBy` is the key of the event that will close the dispute, if it is known in advance. */
  | { kind: 'disputed'; reference: string; decidedBy?: string; disputeId?: string }
  | { kind: 'card-expires'; codes: string[] }
  | { kind: 'other'; name: string }
);

/** A refund to be made, of a whole payment or a part. */
export type RefundOrder = {
  /** The reference of the payment. */
  reference: string;
  amountMinor: number;
  currency: 'KES' | 'USD';
  /** For us alone. `findRefunds` returns it, so that it finds a refund whose answer was lost: the provider knows no other key for that. */
  note: string;
  /** For the payer. */
  payerNote: string;
};

/** A refund as the provider knows it. */
export type ProviderRefund = {
  id: string;
  amountMinor: number;
  currency: string;
  /** 'processed': the money is on its way to the payer. 'failed': it stays with us. */
  state: 'pending' | 'processed' | 'failed';
  /** Our note, as `RefundOrder` has it; '' for a refund that somebody made at the provider. */
  note: string;
  /** The provider's own word for the state, for operators. */
  providerMessage: string;
};

/** A payment provider. Unless stated otherwise, each call @throws PaymentsUnavailableError, or PaymentsRejectedError. */
export type PaymentProvider = {
  name: 'till' | 'paystack';
  /**
   * Starts a payment. @returns the URL of the provider's payment page
   * @throws DuplicateReferenceError when the reference was used before; the sandbox returns the same URL for the same charge
   */
  startCheckout(charge: Charge): Promise<{ url: string }>;
  /** The state of a charge; null if the provider does not know it. */
  verify(reference: string): Promise<ChargeVerification | null>;
  findSubscription(code: string): Promise<ProviderSubscription | null>;
  /** References of a subscription's charges after a time, oldest first: finds renewals for which no event arrived. */
  listChargesSince(code: string, after: Date): Promise<string[]>;
  /** Stops further charges; what was paid stays valid. Idempotent. @throws PaymentsRejectedError if there is no such subscription */
  disableAutoRenew(code: string, emailToken: string): Promise<void>;
  /** Undoes `disableAutoRenew`. @throws PaymentsRejectedError if the subscription has ended */
  enableAutoRenew(code: string, emailToken: string): Promise<void>;
  /** The URL of a page where the payer can change the card. */
  getCardUpdateLink(code: string): Promise<string>;
  /** Returns if the provider answers and knows us; it changes nothing there. */
  ping(): Promise<void>;
  /**
   * Asks for a refund. Not idempotent: after an unknown outcome, look for it with `findRefunds` first.
   * @throws PaymentsRejectedError with the provider's words, such as for more than what is left of the payment
   */
  refund(order: RefundOrder): Promise<ProviderRefund>;
  /** All refunds of a payment, whoever made them; none if the provider does not know the payment. */
  findRefunds(reference: string): Promise<ProviderRefund[]>;
  settlements: SettlementApi;
  disputes: DisputeApi;
  /** @returns the event, or null if the signature is invalid or the body is not an event */
  parseWebhook(raw: Buffer, headers: { get(name: string): string | null }): ProviderEvent | null;
};

/** The provider did not answer, or asks to retry later. Whether it did what was requested is unknown. */
export class PaymentsUnavailableError extends Error {}

/** The provider understood the request and rejected it: retrying does not help. */
export class PaymentsRejectedError extends Error {}

/** The reason for which no provider takes a charge, or null: only cards renew, and M-Pesa knows no other currency than shillings. */
export function findChargeMistake({ channel, currency, renews }: Charge): string | null {
  if (channel === 'card') return null;
  if (renews !== null) return 'only a card renews by itself';
  return currency === 'KES' ? null : `M-Pesa takes shillings, not ${currency}`;
}

/** The reference was used before: `verify` returns the state of that charge. */
export class DuplicateReferenceError extends PaymentsRejectedError {}

/** An unpaid charge counts as abandoned after this many milliseconds. */
export const ABANDONED_AFTER_MS = 3_600_000;
