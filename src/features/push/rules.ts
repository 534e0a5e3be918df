import type { RateLimit } from '../../shared/rate-limit.ts';

/** Browsers of a player that may be told. One more takes the place of the oldest. */
export const DEVICES_MAX = 10;
/** How often a player can turn browsers on, and try it out. */
export const SUBSCRIBE_LIMIT: RateLimit = { name: 'push-subscriptions', points: 20, seconds: 3600 };
export const TEST_LIMIT: RateLimit = { name: 'push-tests', points: 5, seconds: 600 };
