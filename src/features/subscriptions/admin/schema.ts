import type { Channel, PaymentSummary, SubscriptionStatus } from '../schema.ts';

/** A payment that needs manual review: held, disputed by the payer's bank, or paid ('success') with a refund that failed. */
type FlaggedPayment = PaymentSummary & {
  state: 'held' | 'not-allowed' | 'disputed' | 'success';
  /** Null if the account is deleted. */
  player: { id: string; username: string; displayName: string } | null;
  provider: string;
  /** The mismatch, and the provider's last message. */
  statusMessage: string;
};

/** The page of one payment, for operators. */
export function urlForPayment(reference: string): string {
  return `/operator/payments/${encodeURIComponent(reference)}`;
}

/** Flagged payments of all players, newest first. */
export type FlaggedPaymentList = { payments: FlaggedPayment[]; next: string | null };

/** A player's payments and subscriptions as operators see them. */
export type PlayerBilling = {
  player: { id: string; username: string; email: string };
  status: SubscriptionStatus;
  payments: PaymentSummary[];
  next: string | null;
  subscriptions: {
    id: string;
    planName: string;
    channel: Channel;
    provider: string;
    /** The provider's subscription code, to find it in the provider's dashboard. */
    code: string | null;
    state: 'active' | 'non-renewing' | 'attention' | 'ended';
    nextBilling: string | null;
    at: string;
    endedAt: string | null;
  }[];
};

/** Details of a payment for operators, beyond its list entry. */
export type PaymentTrace = {
  reference: string;
  /** The provider's last message; empty if there is none. */
  statusMessage: string;
  /** How often the provider was asked. */
  checks: number;
  /** ISO: time of the next check, or null if no more checks are planned. */
  nextCheck: string | null;
  /** The refunded amount, in minor units. */
  backMinor: number;
  /** Kiddocash that was taken back. */
  taken: number;
  /** The period that it bought (ISO), and why that ended early. Null if it bought none. */
  period: { from: string; until: string; endedFor: 'cancel' | 'upgrade' | 'refund' | 'dispute' | null } | null;
};
