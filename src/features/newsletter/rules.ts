import type { RateLimit } from '../../shared/rate-limit.ts';

/** Seconds for which the confirmation link works; it works once. */
export const CONFIRM_SECONDS = 48 * 3600;

const DAY = 24 * 3600;

/** Subscriptions from one IP address. High, because a school has one for hundreds of people, and a mobile network one for a whole town. */
export const IP_LIMIT: RateLimit = { name: 'newsletter-address', points: 60, seconds: 3600 };
export const IP_DAILY_LIMIT: RateLimit = { name: 'newsletter-address-day', points: 240, seconds: DAY };
/** Subscriptions entered by one player. */
export const PLAYER_LIMIT: RateLimit = { name: 'newsletter-player', points: 6, seconds: 3600 };
// Emails to one mailbox that strangers can trigger; above these limits they are silently dropped.
export const MAILBOX_LIMIT: RateLimit = { name: 'newsletter-mailbox', points: 3, seconds: DAY };
export const MAILBOX_MONTHLY_LIMIT: RateLimit = { name: 'newsletter-mailbox-month', points: 8, seconds: 30 * DAY };

/** Readers per batch when a post is sent. */
export const BATCH_SIZE = 200;
