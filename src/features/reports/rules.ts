import type { RateLimit } from '../../shared/rate-limit.ts';
import type { GameReportReason } from './schema.ts';

/** Reports one player can send: more a day is no report any more. */
export const REPORTS_PER_DAY: RateLimit = { name: 'reports', points: 30, seconds: 86_400 };
/** A report on the same game by the same player within this time joins the first, in hours. */
export const MERGE_WINDOW_HOURS = 24;
/** A report is looked at within this time, in hours (spec 2, section 9). */
export const REVIEW_DEADLINE_HOURS = 24;

/** The gravest first. */
const REASONS_BY_SEVERITY: GameReportReason[] = ['inappropriate_content', 'spam', 'copyright', 'broken_game', 'other'];

/** The one of two reasons that has to be looked at first. */
export function moreSevere(one: GameReportReason, other: GameReportReason): GameReportReason {
  return REASONS_BY_SEVERITY.indexOf(other) < REASONS_BY_SEVERITY.indexOf(one) ? other : one;
}
