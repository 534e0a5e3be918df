/**
 * The kiddocash of a plan counts for a month of this length, in days: the shortest calendar month, so that no month of a card that renews
 * begins within the one before (docs/decisions/040-money-in-two-currencies.md).
 */
export const KIDDOCASH_MONTH_DAYS = 28;
