import { getCurrentMonth } from '../../../shared/age.ts';
import { addMonth } from '../plans/rules.ts';

/** What a player has spent of the sum that a guardian allows in a month, in cents of a shilling. */
export type Budget = {
  limitMinor: number;
  /** Paid in this month, without what was paid back. */
  paidMinor: number;
  /** Of that, what a guardian paid whom the player asked. */
  byGuardianMinor: number;
  /** In checkouts that are open, and may be paid at any moment. */
  openMinor: number;
  /** What a renewing card is charged later in this month. */
  dueMinor: number;
};

/** The calendar month of this moment in Nairobi. */
export function getMonth(at: Date): { begins: Date; ends: Date } {
  const begins = new Date(`${getCurrentMonth(at)}-01T00:00:00+03:00`);
  return { begins, ends: addMonth(begins) };
}

/**
 * What is left to spend in this month; below zero if more was paid, because the sum became less.
 * @param replacesCard what is bought ends the renewing card, so that its next charge does not come
 */
export function getLeftMinor({ limitMinor, paidMinor, openMinor, dueMinor }: Budget, replacesCard: boolean): number {
  return limitMinor - paidMinor - openMinor - (replacesCard ? 0 : dueMinor);
}

/**
 * Whether the next charge of a card is within the sum: that of each month, and of this one if it comes in this month. An open checkout does
 * not count: it may end the card, or never be paid. Nor does what a guardian paid on request: that must not end a plan that they allow.
 * @param priceMinor what the card is charged, in cents of a shilling
 */
export function coversRenewal({ limitMinor, paidMinor, byGuardianMinor, dueMinor }: Budget, priceMinor: number): boolean {
  return priceMinor <= limitMinor && paidMinor - byGuardianMinor + dueMinor <= limitMinor;
}
