import { ADJUSTMENTS, REASON_MAX, type Adjustment } from './schema.ts';

/** Entries on a page of the statement. */
export const STATEMENT_PAGE_SIZE = 20;
/** What a wallet holds at most: beyond it the database has no numbers. */
export const BALANCE_MAX = 2_000_000_000;
/** What an operator grants or takes at once: a slip of the finger stays small. */
export const ADJUSTMENT_MAX = 100_000;
/** Entries of the log that are shown of one wallet. */
export const LOG_LIMIT = 50;

/** What can be taken of an amount: what is there, never more. */
export function limitToBalance(amount: number, balance: number): number {
  return Math.max(0, Math.min(amount, balance));
}

/**
 * An id that sorts after another. Entries are read in the order of their ids, and so the running balance is right also for two
 * of one millisecond, or when the clocks of two machines differ.
 * @param last the newest id in the player's ledger
 * @param fresh the id that the clock gives
 */
export function createIdAfter(last: string | null, fresh: string): string {
  if (last === null || fresh > last) return fresh;
  const hex = (BigInt(`0x${last.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** What an operator's form asks for. @param reason cleaned, or null where there is none. @returns null where it is no such form */
export function parseAdjustment(
  fields: Record<string, string>,
  reason: string | null,
): { action: Adjustment; amount: number; reason: string } | null {
  const action = ADJUSTMENTS.find((each) => each === fields['do']);
  const amount = /^[1-9]\d{0,8}$/.test(fields['amount'] ?? '') ? Number(fields['amount']) : 0;
  if (!action || amount < 1 || amount > ADJUSTMENT_MAX || reason === null || reason.length > REASON_MAX) return null;
  return { action, amount, reason };
}
