import type { RateLimit } from '../../shared/rate-limit.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/**
 * Visitors' messages from one IP address. High, because a school has one for hundreds of people, and a mobile network one for a whole town.
 */
export const IP_LIMIT: RateLimit = { name: 'contact-address', points: 60, seconds: HOUR };
export const IP_DAILY_LIMIT: RateLimit = { name: 'contact-address-day', points: 240, seconds: DAY };
/**
 * Messages from one sender: a player, from any IP address; or a visitor, by email address and IP address together, so that nobody can use
 * up somebody else's limit.
 */
export const SENDER_LIMIT: RateLimit = { name: 'contact-sender', points: 5, seconds: HOUR };

/**
 * Visitors' messages from one IP address that are not stored, and are read for a call for help all the same. Reading takes time of the processor;
 * the window is short, so that what one person wastes others of the same address miss for a minute only.
 */
export const UNSENT_LIMIT: RateLimit = { name: 'contact-unsent', points: 20, seconds: 60 };

// Confirmations to one mailbox. Anybody can enter another person's address, so above these limits confirmations are silently dropped.
export const CONFIRMATION_LIMIT: RateLimit = { name: 'contact-confirmed', points: 2, seconds: DAY };
export const CONFIRMATION_MONTHLY_LIMIT: RateLimit = { name: 'contact-confirmed-month', points: 10, seconds: 30 * DAY };

/** Seconds in which an identical message from the same address counts as a retry (network failure, double tap) and is stored only once. */
export const DUPLICATE_SECONDS = HOUR;

/** Sort order of open messages: players with Pro are answered first. */
export const RANKS = { pro: 0, others: 1 } as const;

/** Days after which an answered or closed message is deleted. */
export const RETENTION_DAYS = 365;
