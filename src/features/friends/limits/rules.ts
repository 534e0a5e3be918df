import type { RateLimit } from '../../../shared/rate-limit.ts';

/** Friend requests one player can send per day, including withdrawn ones; and searches per minute. */
export const FRIEND_REQUESTS_PER_DAY: RateLimit = { name: 'friend-asks', points: 60, seconds: 86_400 };
export const SEARCHES_PER_MINUTE: RateLimit = { name: 'friend-searches', points: 40, seconds: 60 };
/** Maximum open requests a player can have sent, and maximum friends. */
export const OPEN_REQUESTS_MAX = 20;
export const FRIENDS_MAX = 1000;
/** After a decline, the requester cannot send the same player another request for this long, in days. */
export const DECLINE_COOLDOWN_DAYS = 30;
/** Players that a search shows (spec 2, section 7). */
export const SEARCH_RESULTS_MAX = 10;
export const FRIENDS_PAGE_SIZE = 50;
/** Favorite and created games on a profile (spec 2, section 2). */
export const PROFILE_GAMES_MAX = 6;
export const RECEIVED_REQUESTS_MAX = 100;
export const BLOCKED_MAX = 200;
/** A player counts as online for this long after the last heartbeat, in seconds (spec 2, section 9). */
export const ONLINE_SECONDS = 60;
/** Players that one run of the job marks as offline. */
export const PRESENCE_BATCH_SIZE = 1000;
/** Maximum characters of a player search. */
export const SEARCH_TERM_LENGTH_MAX = 50;

/**
 * No 0, 1, I, L, O: they are easily confused when read aloud or copied from paper. No vowels: the code must not spell a word by chance.
 */
const CODE_ALPHABET = 'BCDFGHJKMNPQRSTVWXZ23456789';
const CODE_LENGTH = 8;

/** Creates a friend code. @param bytes random bytes, one per character */
export function createFriendCode(bytes: Uint8Array): string {
  return Array.from(bytes.subarray(0, CODE_LENGTH), (byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join('');
}

/** Normalizes a typed code, or returns null if it is invalid. Ignores spaces, dashes and case. */
export function parseFriendCode(typed: string): string | null {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  return /^[A-Z2-9]{8}$/.test(code) ? code : null;
}
