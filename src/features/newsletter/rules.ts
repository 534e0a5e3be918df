import type { RateLimit } from '../../shared/rate-limit.ts';

/** The link of the first mail works so long, once. */
export const CONFIRM_SECONDS = 48 * 3600;

const DAY = 24 * 3600;

/** New readers from one network address: a school has one for hundreds, a mobile network one for a whole town. */
export const IP_LIMIT: RateLimit = { name: 'newsletter-address', points: 60, seconds: 3600 };
export const IP_DAILY_LIMIT: RateLimit = { name: 'newsletter-address-day', points: 240, seconds: DAY };
/** New readers whom one player wrote down. */
export const PLAYER_LIMIT: RateLimit = { name: 'newsletter-player', points: 6, seconds: 3600 };
// Mails to one mailbox that strangers can bring about; more are not sent, and nobody is told.
export const MAILBOX_LIMIT: RateLimit = { name: 'newsletter-mailbox', points: 3, seconds: DAY };
export const MAILBOX_MONTHLY_LIMIT: RateLimit = { name: 'newsletter-mailbox-month', points: 8, seconds: 30 * DAY };

/** Readers looked at in one step of mailing a post. */
export const BATCH_SIZE = 200;
