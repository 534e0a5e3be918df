import type { RateLimit } from '../../../shared/rate-limit.ts';

/** Days in which a player can cancel the deletion. */
export const DELETION_GRACE_DAYS = 14;
/** Minutes for which the emailed deletion link works. */
export const DELETION_LINK_MINUTES = 60;
/** Rate limit for deletion links, per player. */
export const DELETION_LINK_LIMIT: RateLimit = { name: 'leave-links', points: 3, seconds: 3600 };

/** When an account is deleted if the deletion is requested now. */
export function getDeletionDate(now: Date): Date {
  return new Date(now.getTime() + DELETION_GRACE_DAYS * 86_400_000);
}
