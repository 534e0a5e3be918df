import type { ActionResult } from '../../../shared/action-result.ts';
import type { PaymentSummary } from '../schema.ts';
import type { ProofKind } from '../../accounts/reauthentication/schema.ts';

export const DISPUTES_PATH = '/operator/payments/disputes';
/** Maximum length of what we answer. */
export const STATEMENT_MAX = 2000;

export const DISPUTE_ANSWERS = ['contest', 'accept'] as const;
export type DisputeAnswerKind = (typeof DISPUTE_ANSWERS)[number];
export type DisputeState = 'awaiting-us' | 'answered' | 'won' | 'lost';

/** An amount as the provider says it: perhaps in a currency that we do not sell in. */
export type DisputeAmount = { minor: number; currency: string };

/** Why a dispute cannot be accepted: money goes back already, or all of it went back. */
export type AcceptObstacle = 'refund-open' | 'nothing-left';

/** A dispute in the list. Times are ISO. */
export type DisputeSummary = {
  id: string;
  reference: string;
  /** Null: the provider does not say. */
  amount: DisputeAmount | null;
  category: string;
  state: DisputeState;
  openedAt: string;
  dueAt: string | null;
  answer: DisputeAnswerKind | null;
  /** An answer is on its way to the provider. */
  isSending: boolean;
  /** The provider refused our answer. */
  isRefused: boolean;
};

export type DisputeList = { disputes: DisputeSummary[]; next: string | null };

/** What was bought, and how far it was used: our evidence. Times are ISO. */
export type DisputeEvidence = {
  payment: PaymentSummary;
  player: { id: string; username: string } | null;
  /** The paid time, and how many of its days had begun when it ended or now; null if it bought none. */
  days: { from: string; until: string; used: number; total: number } | null;
  /** Kiddocash that came with it, and how much of it was spent when it was taken back; null if none came, or nothing was taken back. */
  kiddocash: { given: number; spent: number | null } | null;
  /** What went back to the payer before the dispute was decided, and what is left of the price; null if nothing did. */
  refunded: { minor: number; leftMinor: number } | null;
  /** A refund that somebody of our team asked for and that is not decided, in the smallest unit; null if there is none. */
  refundingMinor: number | null;
};

export type DisputeView = DisputeSummary & {
  providerId: string;
  provider: string;
  reason: string;
  statement: string;
  sentAt: string | null;
  closedAt: string | null;
  /** The provider's words, if it refused our answer. */
  refusal: string;
  /** Null: there is no such payment here. */
  evidence: DisputeEvidence | null;
  /** What the form suggests as our evidence. */
  suggestion: string;
  /** What an operator proves themselves with. */
  proof: ProofKind;
  canAnswer: boolean;
  /** Our answer does not reach the provider for a long time. */
  isStuck: boolean;
  acceptObstacle: AcceptObstacle | null;
  log: { id: string; at: string; actor: string; action: string; note: string }[];
};

export type DisputeResult = ActionResult<{ answer: DisputeAnswerKind }>;

/** The page of a dispute. */
export const urlForDispute = (id: string) => `${DISPUTES_PATH}/${encodeURIComponent(id)}`;
