import type { RateLimit } from '../../../shared/rate-limit.ts';

const QUARTER_HOUR = 900;
const HOUR = 3600;

// Limits for wrong passwords. An attack must not lock out the account's owner: other IP addresses and browsers that were signed in before
// have their own counters, and no wait is longer than a quarter of an hour.
/** One username or email address as typed, from one IP address. */
export const IDENTIFIER_AND_IP_LIMIT: RateLimit = { name: 'in-pair', points: 8, seconds: QUARTER_HOUR, hasOwnEvent: true };
/** One username or email address as typed, from anywhere, by browsers that were never signed in to that account. */
export const IDENTIFIER_LIMIT: RateLimit = { name: 'in-account', points: 40, seconds: QUARTER_HOUR, hasOwnEvent: true };
/** One IP address, for all accounts. High, because a school or a mobile network can have one address for hundreds of people. */
export const IP_LIMIT: RateLimit = { name: 'in-address', points: 300, seconds: QUARTER_HOUR };
/** One account, from a browser that was signed in to it before. */
export const DEVICE_LIMIT: RateLimit = { name: 'in-device', points: 15, seconds: QUARTER_HOUR, hasOwnEvent: true };

/** Two-factor codes from one IP address, for all accounts. */
export const TWO_FACTOR_CODE_LIMIT: RateLimit = { name: 'in-code', points: 120, seconds: QUARTER_HOUR };

/**
 * One code of an authenticator app, by player: each code works only once, so a code that somebody else saw is useless. Longer than any code
 * stays valid.
 */
export const USED_CODE_LIMIT: RateLimit = { name: 'used-code', points: 1, seconds: 150, hasOwnEvent: true };

/** Sign-ups from one IP address: a whole class may sign up in one lesson. */
export const SIGN_UP_LIMIT: RateLimit = { name: 'sign-ups', points: 60, seconds: HOUR };
/** Google sign-ins from one IP address; the redirect there and the redirect back count separately. */
export const GOOGLE_LIMIT: RateLimit = { name: 'google', points: 600, seconds: HOUR };
/** Requested emails from one IP address. */
export const EMAIL_REQUEST_LIMIT: RateLimit = { name: 'mails-asked', points: 60, seconds: HOUR };

// Emails to one mailbox that strangers can trigger. Above these limits emails are silently dropped. Each kind has its own counter, and most
// are also counted by requesting IP address, so that a stranger cannot use up the owner's limit.
/** 'You have an account already'. */
export const ACCOUNT_EXISTS_EMAIL_LIMIT: RateLimit = { name: 'mail-known', points: 2, seconds: HOUR };
/** 'Confirm your email', requested from one IP address. */
export const CONFIRMATION_EMAIL_IP_LIMIT: RateLimit = { name: 'mail-confirm', points: 6, seconds: HOUR };
/** 'Confirm your email', from anywhere. */
export const CONFIRMATION_EMAIL_LIMIT: RateLimit = { name: 'mail-confirm-all', points: 30, seconds: HOUR };
/** 'Choose a new password', requested from one IP address. */
export const RESET_EMAIL_IP_LIMIT: RateLimit = { name: 'mail-reset', points: 4, seconds: HOUR };
/** 'Choose a new password', requested from anywhere. */
export const RESET_EMAIL_LIMIT: RateLimit = { name: 'mail-reset-all', points: 20, seconds: HOUR };

/** Wrong attempts at an account without a delay. */
const FREE_ATTEMPTS = 5;
const DELAY_MAX_MS = 4_000;

/** Delay in milliseconds before the n-th consecutive attempt at an account: 0 for the first five, then 0.25 s, doubling up to 4 s. */
export function getAttemptDelay(n: number): number {
  return n <= FREE_ATTEMPTS ? 0 : Math.min(DELAY_MAX_MS, 250 * 2 ** (n - FREE_ATTEMPTS - 1));
}

/** Maximum number of accounts for which one browser is remembered. */
const DEVICE_TOKENS_MAX = 6;

/** The new value of the device cookie, with the newest token first. @param deviceToken `id.signature` */
export function addDeviceToken(cookie: string | null, deviceToken: string): string {
  return [deviceToken, ...parseDeviceTokens(cookie).filter((each) => each !== deviceToken)].slice(0, DEVICE_TOKENS_MAX).join('~');
}

/** The device tokens in the cookie. */
export function parseDeviceTokens(cookie: string | null): string[] {
  return (cookie ?? '')
    .split('~')
    .filter((each) => /^[\w-]{8,64}\.[\w-]{20,64}$/.test(each))
    .slice(0, DEVICE_TOKENS_MAX);
}
