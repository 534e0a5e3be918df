import type { ActionResult } from '../../shared/action-result.ts';
import type { ProofKind } from '../accounts/reauthentication/schema.ts';
import type { PaymentTrace } from '../subscriptions/admin/schema.ts';
import type { RefundEffects, RefundObstacle, RefundState } from '../subscriptions/refund-requests/schema.ts';
import type { RefundReason } from '../subscriptions/refunds/schema.ts';
import type { PaymentSummary, Price } from '../subscriptions/schema.ts';

/** A refund that an operator asked for. Times are ISO. */
export type RefundEntry = {
  id: string;
  amount: Price;
  reason: RefundReason;
  state: RefundState;
  /** Why it failed, in the provider's words; '' if it did not. */
  error: string;
  /** To find it in the provider's dashboard; null while it is not known. */
  providerId: string | null;
  at: string;
  finishedAt: string | null;
  /** Who asked, and why. */
  by: string;
  note: string;
  /** It failed, and waits for somebody who tries again, or says that nothing more is to do. */
  needsLook: boolean;
  /** Who said that nothing more is to do, and why; null if nobody did. */
  settled: { by: string; note: string } | null;
};

/** What an operator needs for refunding a payment. */
export type RefundView = {
  obstacle: RefundObstacle | null;
  /** What was paid and is not refunded yet; null if there is nothing, or it is not known. */
  left: Price | null;
  /** Nothing was given for it, so only all of it can go back. */
  isWholeOnly: boolean;
  /** Null if there is an obstacle. */
  effects: RefundEffects | null;
  /** By what the operator proves who they are: a code of the second step, or in demo mode the password. */
  proof: ProofKind;
};

/** Something that happened to a payment, and when (ISO). */
export type PaymentMoment = {
  kind: 'created' | 'paid' | 'kiddocash-given' | 'kiddocash-taken' | 'cancel' | 'upgrade' | 'refund' | 'dispute' | `refund-${RefundState}`;
  at: string;
};

/** One payment as operators see it on its page. */
export type PaymentDetails = {
  payment: PaymentSummary;
  provider: string;
  /** Null if the account is deleted. The address is that of receipts. */
  player: { id: string; username: string; email: string } | null;
  trace: PaymentTrace;
  /** Kiddocash that comes with it, and whether it was given. */
  kiddocash: { amount: number; isGiven: boolean } | null;
  timeline: PaymentMoment[];
  refunds: RefundEntry[];
  /** The ids of its disputes, newest first. */
  disputes: string[];
  refund: RefundView;
};

/** Result of asking for a refund. */
export type RefundResult = ActionResult<{ do: 'refund'; amount: Price }>;
/** Result of saying that nothing more is to do about a refund that failed; a failure has `refund` in its values. */
export type SettleResult = ActionResult<{ do: 'settle' }>;
export type PaymentActionResult = RefundResult | SettleResult;
