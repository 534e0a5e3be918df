import type { RateLimit } from '../../../shared/rate-limit.ts';

/** Days that somebody has to change their mind. */
export const DELETION_GRACE_DAYS = 14;
/** The mailed link to leave works this long, in minutes. */
export const DELETION_LINK_MINUTES = 60;
/** Links to leave that one player asks for. */
export const DELETION_LINK_LIMIT: RateLimit = { name: 'leave-links', points: 3, seconds: 3600 };

/** When an account is gone that is asked to go now. */
export function getDeletionDate(now: Date): Date {
  return new Date(now.getTime() + DELETION_GRACE_DAYS * 86_400_000);
}
