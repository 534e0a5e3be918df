import type { RateLimit } from '../../../shared/rate-limit.ts';

/** Requests that one player can send in a day, also if they take them back; and searches in a minute. */
export const FRIEND_REQUESTS_PER_DAY: RateLimit = { name: 'friend-asks', points: 60, seconds: 86_400 };
export const SEARCHES_PER_MINUTE: RateLimit = { name: 'friend-searches', points: 40, seconds: 60 };
/** Open requests one player can have sent, and friends one can have. */
export const OPEN_REQUESTS_MAX = 20;
export const FRIENDS_MAX = 1000;
/** Who was declined cannot ask the same person again for this long, in days. */
export const DECLINE_COOLDOWN_DAYS = 30;
/** Players that a search shows (spec 2, section 7). */
export const SEARCH_RESULTS_MAX = 10;
export const FRIENDS_PAGE_SIZE = 50;
/** Favorite and created games on a profile (spec 2, section 2). */
export const PROFILE_GAMES_MAX = 6;
export const RECEIVED_REQUESTS_MAX = 100;
export const BLOCKED_MAX = 200;
/** Online is who was heard of in this time, in seconds (spec 2, section 9). */
export const ONLINE_SECONDS = 60;
/** Players whose going is found out in one run. */
export const PRESENCE_BATCH_SIZE = 1000;
/** Letters of a search for players. */
export const SEARCH_TERM_LENGTH_MAX = 50;

/** No 0, 1, I, L, O: what is read aloud or copied from paper must not be mistaken. No vowels: it must not spell a word by chance. */
const CODE_ALPHABET = 'BCDFGHJKMNPQRSTVWXZ23456789';
const CODE_LENGTH = 8;

/** A friend code. @param bytes as many by chance as it has letters */
export function createFriendCode(bytes: Uint8Array): string {
  return Array.from(bytes.subarray(0, CODE_LENGTH), (byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join('');
}

/** A typed code as it is kept, or null where it is none: spaces, dashes and small letters do no harm. */
export function parseFriendCode(typed: string): string | null {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  return /^[A-Z2-9]{8}$/.test(code) ? code : null;
}
