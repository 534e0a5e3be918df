import type { RateLimit } from '../../../shared/rate-limit.ts';
import type { ReportReason } from '../schema.ts';

/** Reports about players that one player can send per day. */
export const REPORTS_PER_DAY: RateLimit = { name: 'player-reports', points: 30, seconds: 86_400 };
/** Messages that a moderator sees before and after the reported one. */
export const EVIDENCE_CONTEXT_SIZE = 10;
/** A second report of the same thing by the same player is merged into the first one within this time. */
export const MERGE_WINDOW_HOURS = 24;
/** Most severe first: when two reports are merged, the more severe reason wins. */
export const REASONS_BY_SEVERITY: readonly ReportReason[] = ['scary', 'personal-details', 'bullying', 'pretends', 'bad-words', 'other'];
