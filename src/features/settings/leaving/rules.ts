import type { RateLimit } from '../../../shared/limit.ts';

/** Days that somebody has to change their mind. */
export const LEAVING_DAYS = 14;
/** The mailed link to leave works this long, in minutes. */
export const LINK_MINUTES = 60;
/** Links to leave that one player asks for. */
export const LEAVE_LINKS: RateLimit = { name: 'leave-links', points: 3, seconds: 3600 };

/** When an account is gone that is asked to go now. */
export function deletesAt(now: Date): Date {
  return new Date(now.getTime() + LEAVING_DAYS * 86_400_000);
}
