/** How somebody pays: by a card, which can renew by itself, or by M-Pesa, which cannot. */
type PaymentChannel = 'card' | 'mpesa';

/** What is to be paid. */
export type Charge = {
  /** Ours, and unique: letters, digits, '-', '.' and '='. */
  reference: string;
  /** In the smallest unit: KES 99 is 9900. */
  amountMinor: number;
  currency: 'KES' | 'USD';
  /** Who pays, and gets the provider's mails. */
  email: string;
  channel: PaymentChannel;
  /** A card that renews monthly. */
  renews: { planId: string; planName: string } | null;
  /** Where the payer is led back to, whatever came of it. That they come back proves nothing. */
  returnUrl: string;
  description: string;
};

/** What a provider says about one charge. */
export type ChargeVerification = {
  /**
   * Only 'success' is the last word. A payer may try again on the same page of the provider, so that what was 'failed' or
   * 'abandoned' can be paid later; 'abandoned' is one that was begun more than an hour ago.
   */
  state: 'success' | 'failed' | 'abandoned' | 'pending';
  amountMinor: number;
  currency: string;
  paidAt: Date | null;
  customer: string | null;
  /** The subscription that this charge began or renewed. Null too in the first moments, while the provider still makes it. */
  subscription: ProviderSubscription | null;
  /** Whether it counts here: real money, or in demo mode pretend money. */
  isLive: boolean;
  /** What the provider said, for operators. */
  providerMessage: string;
};

/** A card that renews by itself, as the provider knows it. */
export type ProviderSubscription = {
  code: string;
  customer: string;
  /** Needed to stop it and to begin it again. */
  emailToken: string;
  /** 'attention': the last charge failed, and is not tried again before `nextChargeAt`. */
  state: 'active' | 'non-renewing' | 'attention' | 'ended';
  /** Our name of the plan; null for a plan that is none of ours. */
  planId: string | null;
  nextChargeAt: Date | null;
};

/** Something a provider tells us by itself. It may come twice, late, in any order, or never. */
export type ProviderEvent = {
  /** The same event always has the same key. */
  key: string;
  /** Whether it counts here: real money, or in demo mode pretend money. */
  isLive: boolean;
} & (
  | { kind: 'charged'; reference: string; subscription: { customer: string; planId: string | null } | null }
  /** Made, will not renew, ended: read it anew. */
  | { kind: 'subscription'; code: string }
  | { kind: 'charge-failed'; code: string }
  | { kind: 'charge-due'; code: string; at: Date | null }
  /** `amountMinor` is what went back, where the provider says it: it can be a part. */
  | { kind: 'refunded' | 'dispute-won'; reference: string; amountMinor?: number }
  /** `decidedBy` is the key of the event that ends it, where that is known beforehand. */
  | { kind: 'disputed'; reference: string; decidedBy?: string }
  | { kind: 'card-expires'; codes: string[] }
  | { kind: 'other'; name: string }
);

/** Who takes payments. Where nothing else is said, each call @throws PaymentsUnavailableError, or PaymentsRejectedError. */
export type PaymentProvider = {
  name: 'till' | 'paystack';
  /**
   * Sets out to be paid. @returns where the payer goes.
   * @throws DuplicateReferenceError when the reference was used before; the till gives the same answer to the same charge
   */
  startCheckout(charge: Charge): Promise<{ url: string }>;
  /** What became of a charge; null: nobody knows it. */
  verify(reference: string): Promise<ChargeVerification | null>;
  findSubscription(code: string): Promise<ProviderSubscription | null>;
  /** References of what a subscription was charged after a moment, oldest first: for renewals that nobody told us of. */
  listChargesSince(code: string, after: Date): Promise<string[]>;
  /** No further charges; what was paid stays. Asked again it is no fault. @throws PaymentsRejectedError for one that nobody knows */
  disableAutoRenew(code: string, emailToken: string): Promise<void>;
  /** Undoes `disableAutoRenew`. @throws PaymentsRejectedError for one that is over */
  enableAutoRenew(code: string, emailToken: string): Promise<void>;
  /** A page where the payer gives another card. */
  getCardUpdateLink(code: string): Promise<string>;
  /** @returns the event, or null where the signature is not right or it is no event */
  parseWebhook(raw: Buffer, headers: { get(name: string): string | null }): ProviderEvent | null;
};

/** The provider does not answer, or not now: it may in a moment. Whether it did what was asked is not known. */
export class PaymentsUnavailableError extends Error {}

/** The provider understood and will not: asking the same again does not help. */
export class PaymentsRejectedError extends Error {}

/** The reference was used before: `verify` says what became of it. */
export class DuplicateReferenceError extends PaymentsRejectedError {}

/** What was begun and not paid counts as abandoned after this long. */
export const ABANDONED_AFTER_MS = 3_600_000;
