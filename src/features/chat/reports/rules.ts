import type { RateLimit } from '../../../shared/rate-limit.ts';
import type { ReportReason } from '../schema.ts';

/** Reports about players that one player can send. */
export const REPORTS_PER_DAY: RateLimit = { name: 'player-reports', points: 30, seconds: 86_400 };
/** Messages that a moderator sees on either side of the one that is reported. */
export const EVIDENCE_CONTEXT_SIZE = 10;
/** A second report of the same thing by the same player joins the first for so long. */
export const MERGE_WINDOW_HOURS = 24;
/** The gravest first: of two reports that join, the graver reason counts. */
export const REASONS_BY_SEVERITY: readonly ReportReason[] = ['scary', 'personal-details', 'bullying', 'pretends', 'bad-words', 'other'];
