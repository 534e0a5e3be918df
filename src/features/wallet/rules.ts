import { ADJUSTMENTS, REASON_MAX, type Adjustment } from './schema.ts';

/** Entries per page of the statement. */
export const STATEMENT_PAGE_SIZE = 20;
/** The highest balance: the database column cannot store more. */
export const BALANCE_MAX = 2_000_000_000;
/** The highest amount of one operator adjustment; limits the damage of a typo. */
export const ADJUSTMENT_MAX = 100_000;
/** How many adjustments of a wallet are shown. */
export const LOG_LIMIT = 50;

/** The part of an amount that the balance covers. */
export function limitToBalance(amount: number, balance: number): number {
  return Math.max(0, Math.min(amount, balance));
}

/**
 * Returns an id that sorts after the last one. Entries are sorted by id, so the running balance is correct even for two entries of the same
 * millisecond, or if the clocks of two machines differ.
 * @param last the newest id in the player's ledger
 * @param fresh a new id, based on the clock
 */
export function createIdAfter(last: string | null, fresh: string): string {
  if (last === null || fresh > last) return fresh;
  const hex = (BigInt(`0x${last.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Parses an operator's adjustment form.
 * @param reason cleaned, or null if it is empty
 * @returns null if the form is invalid
 */
export function parseAdjustment(
  fields: Record<string, string>,
  reason: string | null,
): { action: Adjustment; amount: number; reason: string } | null {
  const action = ADJUSTMENTS.find((each) => each === fields['do']);
  const amount = /^[1-9]\d{0,8}$/.test(fields['amount'] ?? '') ? Number(fields['amount']) : 0;
  if (!action || amount < 1 || amount > ADJUSTMENT_MAX || reason === null || reason.length > REASON_MAX) return null;
  return { action, amount, reason };
}
