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
