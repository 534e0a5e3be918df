import type { RateLimit } from '../../../shared/rate-limit.ts';

/** A username can be changed RENAMES_MAX times in RENAME_DAYS days. A former username stays reserved for its owner for as long. */
export const RENAMES_MAX = 2;
export const RENAME_DAYS = 30;
/** Months for which our team can find a player by a name that they had. */
export const FORMER_NAME_MONTHS = 12;
/** A display name can be changed this often in as many days. */
export const DISPLAY_NAME_CHANGES_MAX = 3;
/** Hours for which the link to a new address works. */
export const EMAIL_LINK_HOURS = 24;
/** Rate limits: address changes per player, and emails about them to one mailbox. Above the mailbox limit, emails are silently dropped. */
export const EMAIL_CHANGE_LIMIT: RateLimit = { name: 'email-changes', points: 5, seconds: 3600 };
export const EMAIL_CHANGE_MAILBOX_LIMIT: RateLimit = { name: 'mail-new-address', points: 6, seconds: 3600 };

const DAY_MS = 86_400_000;

/** Changes of names before this time no longer count. */
export function getRenameWindowStart(now: Date): Date {
  return new Date(now.getTime() - RENAME_DAYS * DAY_MS);
}

/** Names that a player had until before this time are forgotten. */
export function getFormerNamesEnd(now: Date): Date {
  const end = new Date(now);
  end.setUTCMonth(end.getUTCMonth() - FORMER_NAME_MONTHS);
  return end;
}

/** When a name may be changed again, or null if it may be changed now. @param changes times of the changes that count @param max allowed ones */
function getNextChangeDate(changes: readonly Date[], max: number): Date | null {
  const counting = changes.map((at) => at.getTime()).toSorted((a, b) => b - a);
  const last = counting[max - 1];
  return last === undefined ? null : new Date(last + RENAME_DAYS * DAY_MS);
}

/** When the username may be changed again, or null if it may be changed now. @param changes times of the changes that count */
export function getNextRenameDate(changes: readonly Date[]): Date | null {
  return getNextChangeDate(changes, RENAMES_MAX);
}

/** When the display name may be changed again, or null if it may be changed now. @param changes times of the changes that count */
export function getNextDisplayNameDate(changes: readonly Date[]): Date | null {
  return getNextChangeDate(changes, DISPLAY_NAME_CHANGES_MAX);
}
