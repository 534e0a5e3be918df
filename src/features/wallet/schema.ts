/** What kiddocash comes from, or goes to. */
const LEDGER_SOURCES = ['pack', 'plan-grant', 'purchase', 'refund', 'operator'] as const;
export type LedgerSource = (typeof LEDGER_SOURCES)[number];

/** A pack of kiddocash that can be bought (spec 2, section 9). */
export type Pack = {
  id: string;
  amount: number;
  /** Comes on top of the amount. */
  bonus: number;
  price: { minor: number; currency: 'KES' | 'USD' };
};

/** One line of a statement. */
export type StatementItem = {
  id: string;
  /** More than 0 came in, less went out. */
  amount: number;
  /** What there was after it. */
  balance: number;
  what: string;
  note: string;
  /** ISO. */
  at: string;
};
/** The newest first. `balance` is what there is now, on every page. */
export type Statement = { balance: number; items: StatementItem[]; next: string | null };

/** How an operator changes a player's kiddocash. */
export const ADJUSTMENTS = ['grant', 'take'] as const;
export type Adjustment = (typeof ADJUSTMENTS)[number];
export const REASON_MAX = 500;

/** A player's kiddocash as operators see it. */
export type AdminWallet = {
  player: { id: string; username: string; displayName: string };
  statement: Statement;
  /** What operators did, the newest first; nobody can change it. */
  log: { id: string; at: string; actor: string; action: Adjustment; amount: number; reason: string }[];
  /** False for one's own. */
  canAdjust: boolean;
  /** Belongs into the form as `key`: a form that is sent twice counts once. */
  key: string;
};
