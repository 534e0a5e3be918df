import type { RateLimit } from '../../shared/limit.ts';
import type { Reason } from './schema.ts';

/** Reports one player can send: more a day is no report any more. */
export const REPORTS_A_DAY: RateLimit = { name: 'reports', points: 30, seconds: 86_400 };
/** A report on the same game by the same player within this time joins the first, in hours. */
export const JOIN_HOURS = 24;
/** A report is looked at within this time, in hours (spec 2, section 9). */
export const PROMISE_HOURS = 24;

/** The gravest first. */
const BY_GRAVITY: Reason[] = ['inappropriate_content', 'spam', 'copyright', 'broken_game', 'other'];

/** The one of two reasons that has to be looked at first. */
export function graver(one: Reason, other: Reason): Reason {
  return BY_GRAVITY.indexOf(other) < BY_GRAVITY.indexOf(one) ? other : one;
}
