import type { Channel, PaymentSummary } from '../../subscriptions/schema.ts';

/** By what the list of payments can be narrowed; `needs-look`: held, disputed or with a failed refund, so that a person has to look. */
export const PAYMENT_STATE_FILTERS = [
  'needs-look',
  'pending',
  'success',
  'failed',
  'abandoned',
  'held',
  'not-allowed',
  'disputed',
  'refunded',
] as const;
export type PaymentStateFilter = (typeof PAYMENT_STATE_FILTERS)[number];
export const PROVIDERS = ['paystack', 'till'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** What is chosen; '' for nothing. Days are those of Nairobi, such as 2026-11-21. */
export type PaymentFilters = {
  state: PaymentStateFilter | '';
  /** A player or a payment, as typed. */
  who: string;
  from: string;
  to: string;
  channel: Channel | '';
  provider: Provider | '';
};

/** A payment in the list of all payments. */
type ListedPayment = PaymentSummary & {
  /** Null if the account is deleted. */
  player: { id: string; username: string } | null;
  provider: string;
  /** A refund of it failed, and nobody tried again or said that nothing more is to do. */
  hasFailedRefund: boolean;
};

/** One page of the payments that fit, newest first; `isUnknown`: nobody and no payment is called what was typed. */
export type PaymentList = { filters: PaymentFilters; payments: ListedPayment[]; next: string | null; isUnknown: boolean };

/** The list with these filters, from a place on. */
export function urlForPayments(filters: PaymentFilters, after: string | null = null): string {
  const chosen = Object.entries({ ...filters, after: after ?? '' }).filter(([, value]) => value !== '');
  return chosen.length === 0 ? '/operator/payments' : `/operator/payments?${new URLSearchParams(chosen).toString()}`;
}
