import type { RateLimit } from '../../../shared/rate-limit.ts';

/** Invitations that one player can send per day, including those that are taken back. */
export const INVITATIONS_PER_DAY: RateLimit = { name: 'group-invitations', points: 50, seconds: 86_400 };
