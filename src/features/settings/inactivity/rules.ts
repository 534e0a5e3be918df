import { ERASURES_PER_RUN } from '../erasure/rules.ts';

/** Months without a visit after which an account counts as inactive, and its player is warned. */
export const INACTIVE_MONTHS = 24;
/** Days between the warning and the erasure. They run from the moment in which a mail server took the mail. */
export const WARNING_DAYS = 30;
/** Accounts that are warned in one night; the others follow the next night. */
export const WARNINGS_PER_RUN = 1000;
/** Accounts that are closed in one night: half of what the erasure takes, so that it can catch up on what it could not erase. */
export const CLOSED_PER_RUN = ERASURES_PER_RUN / 2;
/** Accounts that are warned or closed in one transaction. */
export const INACTIVE_PAGE_SIZE = 100;

const DAY_MS = 86_400_000;

/**
 * Accounts whose warning a mail server took at this time or before are closed. Warnings that were queued at this time or before, and that no
 * mail server took, are queued again: their job has given up long before, and nothing is urgent here.
 */
export function getWarningCutoff(now: Date): Date {
  return new Date(now.getTime() - WARNING_DAYS * DAY_MS);
}

/**
 * A time on the last day that the warning names, if it is sent now. It is a day earlier than the closing, because people read a date as its
 * whole day: the end of the day that this time is on is never after the cutoff, in any time zone.
 */
export function getLastDay(now: Date): Date {
  return new Date(now.getTime() + (WARNING_DAYS - 1) * DAY_MS);
}
