import type { RateLimit } from '../../shared/rate-limit.ts';
import type { GameReportReason } from './schema.ts';

/** Reports one player can send per day: more than that is abuse. */
export const REPORTS_PER_DAY: RateLimit = { name: 'reports', points: 30, seconds: 86_400 };
/** A report on the same game by the same player within this time is merged into the first one, in hours. */
export const MERGE_WINDOW_HOURS = 24;
/** Moderators review a report within this time, in hours (spec 2, section 9). */
export const REVIEW_DEADLINE_HOURS = 24;

/** Most severe first. */
const REASONS_BY_SEVERITY: GameReportReason[] = ['inappropriate_content', 'spam', 'copyright', 'broken_game', 'other'];

/** The more severe of two reasons. */
export function moreSevere(one: GameReportReason, other: GameReportReason): GameReportReason {
  return REASONS_BY_SEVERITY.indexOf(other) < REASONS_BY_SEVERITY.indexOf(one) ? other : one;
}
