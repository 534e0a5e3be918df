/** Months without a visit after which an account counts as inactive, and its player is warned. */
export const INACTIVE_MONTHS = 24;
/** Days between the warning and the erasure. They run from the moment in which a mail server took the mail. */
export const WARNING_DAYS = 30;
/** A warning that no mail server took is queued again after so many days. Its job has given up long before, and nothing is urgent here. */
const REQUEUE_DAYS = 30;
/** Accounts that are warned, and accounts that are closed, in one night; the others follow the next night. */
export const ACCOUNTS_PER_RUN = 1000;
/** Accounts that are warned or closed in one transaction. */
export const INACTIVE_PAGE_SIZE = 100;

const DAY_MS = 86_400_000;

/** Accounts whose warning a mail server took at this time or before are closed. */
export function getWarnedCutoff(now: Date): Date {
  return new Date(now.getTime() - WARNING_DAYS * DAY_MS);
}

/** Warnings that were queued at this time or before, and that no mail server took, are queued again. */
export function getRequeueCutoff(now: Date): Date {
  return new Date(now.getTime() - REQUEUE_DAYS * DAY_MS);
}

/** Until when a visit keeps the account, if the player is warned now. */
export function getWarningEnd(now: Date): Date {
  return new Date(now.getTime() + WARNING_DAYS * DAY_MS);
}
