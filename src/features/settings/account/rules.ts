import type { RateLimit } from '../../../shared/rate-limit.ts';

/** A username can be changed so often in so many days; a name that somebody gave up is kept for them as long. */
export const RENAMES_MAX = 2;
export const RENAME_DAYS = 30;
/** The link to a new address works this long, in hours. */
export const EMAIL_LINK_HOURS = 24;
/** New addresses that one player asks for; and mails about it to one mailbox, whoever asks. Beyond these nobody is told. */
export const EMAIL_CHANGE_LIMIT: RateLimit = { name: 'email-changes', points: 5, seconds: 3600 };
export const EMAIL_CHANGE_MAILBOX_LIMIT: RateLimit = { name: 'mail-new-address', points: 6, seconds: 3600 };

const DAY_MS = 86_400_000;

/** From which moment on the changes of a username count. */
export function getRenameWindowStart(now: Date): Date {
  return new Date(now.getTime() - RENAME_DAYS * DAY_MS);
}

/** When a username may be changed again, or null for now. @param changes when it was changed, of those that count */
export function getNextRenameDate(changes: readonly Date[]): Date | null {
  const counting = changes.map((at) => at.getTime()).toSorted((a, b) => b - a);
  const last = counting[RENAMES_MAX - 1];
  return last === undefined ? null : new Date(last + RENAME_DAYS * DAY_MS);
}
