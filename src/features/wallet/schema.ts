/** Where kiddocash comes from or goes to. */
const LEDGER_SOURCES = ['pack', 'plan-grant', 'purchase', 'refund', 'operator'] as const;
export type LedgerSource = (typeof LEDGER_SOURCES)[number];

/** A pack of kiddocash on sale (spec 2, section 9). */
export type Pack = {
  id: string;
  amount: number;
  /** Added on top of the amount. */
  bonus: number;
  /** By payment channel: M-Pesa takes shillings, a card pays in dollars. */
  prices: Record<'mpesa' | 'card', { minor: number; currency: 'KES' | 'USD' }>;
};

/** One line of a statement. */
export type StatementItem = {
  id: string;
  /** Positive: received; negative: spent or taken. */
  amount: number;
  /** The balance after this entry. */
  balance: number;
  what: string;
  note: string;
  /** ISO. */
  at: string;
};
/** Newest first. `balance` is the current balance, on every page. */
export type Statement = { balance: number; items: StatementItem[]; next: string | null };

/** The ways in which an operator can change a player's kiddocash. */
export const ADJUSTMENTS = ['grant', 'take'] as const;
export type Adjustment = (typeof ADJUSTMENTS)[number];
export const REASON_MAX = 500;

/** A player's kiddocash as operators see it. */
export type AdminWallet = {
  player: { id: string; username: string; displayName: string };
  statement: Statement;
  /** Operators' adjustments, newest first; append-only. */
  log: { id: string; at: string; actor: string; action: Adjustment; amount: number; reason: string }[];
  /** False for the operator's own wallet. */
  canAdjust: boolean;
  /** Idempotency key: the form submits it as `key`, so that a repeated submit counts once. */
  key: string;
};
