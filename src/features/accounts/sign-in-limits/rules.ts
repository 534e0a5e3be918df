import type { RateLimit } from '../../../shared/rate-limit.ts';

const QUARTER_HOUR = 900;
const HOUR = 3600;

// Wrong passwords that are taken before a wait. Who is attacked must not be locked out by it: another address has its
// own count, a browser that was signed in before has its own too, and no wait is longer than a quarter of an hour.
/** One name or address that was typed, from one address. */
export const IDENTIFIER_AND_IP_LIMIT: RateLimit = { name: 'in-pair', points: 8, seconds: QUARTER_HOUR };
/** One name or address that was typed, from anywhere by browsers that never were signed in to that account. */
export const IDENTIFIER_LIMIT: RateLimit = { name: 'in-account', points: 40, seconds: QUARTER_HOUR };
/** One address, whatever it tries: a school or a mobile network has one address for hundreds. */
export const IP_LIMIT: RateLimit = { name: 'in-address', points: 300, seconds: QUARTER_HOUR };
/** One account, tried by a browser that was signed in to it before. */
export const DEVICE_LIMIT: RateLimit = { name: 'in-device', points: 15, seconds: QUARTER_HOUR };

/** Codes of a second step from one address, whatever account they are for. */
export const TWO_FACTOR_CODE_LIMIT: RateLimit = { name: 'in-code', points: 120, seconds: QUARTER_HOUR };

/** A code of an app, by player: seen over a shoulder it is worth nothing. Longer than any clock lets it live. */
export const USED_CODE_LIMIT: RateLimit = { name: 'used-code', points: 1, seconds: 150 };

/** Sign-ups from one address: a whole class may join in one lesson. */
export const SIGN_UP_LIMIT: RateLimit = { name: 'sign-ups', points: 60, seconds: HOUR };
/** Ways round through the other site from one address, and back. */
export const GOOGLE_LIMIT: RateLimit = { name: 'google', points: 600, seconds: HOUR };
/** Mails asked for from one address. */
export const EMAIL_REQUEST_LIMIT: RateLimit = { name: 'mails-asked', points: 60, seconds: HOUR };

// Mails to one mailbox that strangers can bring about. Beyond these nothing more is sent, and nobody is told. Each kind has
// a count of its own and most are counted by the asking address too, so that a stranger cannot use up what the owner needs.
/** 'You have an account already'. */
export const ACCOUNT_EXISTS_EMAIL_LIMIT: RateLimit = { name: 'mail-known', points: 2, seconds: HOUR };
/** 'Confirm your email', brought about from one address. */
export const CONFIRMATION_EMAIL_IP_LIMIT: RateLimit = { name: 'mail-confirm', points: 6, seconds: HOUR };
/** 'Confirm your email', from anywhere. */
export const CONFIRMATION_EMAIL_LIMIT: RateLimit = { name: 'mail-confirm-all', points: 30, seconds: HOUR };
/** 'Choose a new password', asked for from one address. */
export const RESET_EMAIL_IP_LIMIT: RateLimit = { name: 'mail-reset', points: 4, seconds: HOUR };
/** 'Choose a new password', asked for from anywhere. */
export const RESET_EMAIL_LIMIT: RateLimit = { name: 'mail-reset-all', points: 20, seconds: HOUR };

/** Wrong tries at an account that are answered at once. */
const FREE_ATTEMPTS = 5;
const DELAY_MAX_MS = 4_000;

/** Milliseconds that the n-th try at an account in a row waits: 0 for the first five, then 0.25 s doubling up to 4 s. */
export function getAttemptDelay(n: number): number {
  return n <= FREE_ATTEMPTS ? 0 : Math.min(DELAY_MAX_MS, 250 * 2 ** (n - FREE_ATTEMPTS - 1));
}

/** Accounts that one browser is remembered to have been signed in to. */
const DEVICE_TOKENS_MAX = 6;

/** The cookie after signing in, the newest proof first. @param deviceToken `id.signature` */
export function addDeviceToken(cookie: string | null, deviceToken: string): string {
  return [deviceToken, ...parseDeviceTokens(cookie).filter((each) => each !== deviceToken)].slice(0, DEVICE_TOKENS_MAX).join('~');
}

/** The proofs in the cookie. */
export function parseDeviceTokens(cookie: string | null): string[] {
  return (cookie ?? '')
    .split('~')
    .filter((each) => /^[\w-]{8,64}\.[\w-]{20,64}$/.test(each))
    .slice(0, DEVICE_TOKENS_MAX);
}
