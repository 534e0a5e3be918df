import type { RateLimit } from '../../shared/rate-limit.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Visitors' messages from one network address: a school has one for hundreds, a mobile network one for a whole town. */
export const IP_LIMIT: RateLimit = { name: 'contact-address', points: 60, seconds: HOUR };
export const IP_DAILY_LIMIT: RateLimit = { name: 'contact-address-day', points: 240, seconds: DAY };
/**
 * Messages of one sender: a player, wherever they are; else who names one e-mail address from one network address, so that nobody uses
 * up what another may send.
 */
export const SENDER_LIMIT: RateLimit = { name: 'contact-sender', points: 5, seconds: HOUR };

// 'We got your message', to one mailbox: anybody can type another's address, so that more are not sent, and nobody is told.
export const CONFIRMATION_LIMIT: RateLimit = { name: 'contact-confirmed', points: 2, seconds: DAY };
export const CONFIRMATION_MONTHLY_LIMIT: RateLimit = { name: 'contact-confirmed-month', points: 10, seconds: 30 * DAY };

/** The same words from the same address within so many seconds are one message that was sent again: the network broke, or the thumb slipped. */
export const DUPLICATE_SECONDS = HOUR;

/** Whose messages stand where in the list of those that wait: who has Pro is answered first. */
export const RANKS = { pro: 0, others: 1 } as const;

/** A message is deleted so long after it was answered or closed. */
export const RETENTION_DAYS = 365;
