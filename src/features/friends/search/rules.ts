import type { RateLimit } from '../../../shared/rate-limit.ts';

/** Searches per minute. */
export const SEARCHES_PER_MINUTE: RateLimit = { name: 'friend-searches', points: 40, seconds: 60 };
/** Players that a search shows (spec 2, section 7). */
export const SEARCH_RESULTS_MAX = 10;

/** Normalizes a typed code, or returns null if it is invalid. Ignores spaces, dashes and case. */
export function parseFriendCode(typed: string): string | null {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  return /^[A-Z2-9]{8}$/.test(code) ? code : null;
}
