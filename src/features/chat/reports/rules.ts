import type { RateLimit } from '../../../shared/rate-limit.ts';
import { DESCRIPTION_MAX } from '../../reports/schema.ts';
import type { ReportReason } from '../schema.ts';

/** Reports about players that one player can send per day. */
export const REPORTS_PER_DAY: RateLimit = { name: 'player-reports', points: 30, seconds: 86_400 };
/** Messages that a moderator sees before and after the reported one. */
export const EVIDENCE_CONTEXT_SIZE = 10;
/** Last messages of a closed chat that a moderator sees with a report of a paused friend: as many as around a message. */
export const CLOSED_CHAT_EVIDENCE_SIZE = 2 * EVIDENCE_CONTEXT_SIZE;
/** A second report of the same thing by the same player is merged into the first one within this time. */
export const MERGE_WINDOW_HOURS = 24;
/** Most severe first: when two reports are merged, the more severe reason wins. */
const REASONS_BY_SEVERITY: readonly ReportReason[] = ['scary', 'personal-details', 'bullying', 'pretends', 'bad-words', 'other'];

/** What a report says. 'risk-score' has no reporter, and is never merged. */
type ReportText = { reason: ReportReason | 'risk-score'; description: string };

/**
 * An open report with what a second one says more. `isChanged`: whether that is anything.
 * @returns null if both descriptions do not fit into one report
 */
export function mergeReports(open: ReportText, second: ReportText): (ReportText & { isChanged: boolean }) | null {
  const severity = ({ reason }: ReportText) => (reason === 'risk-score' ? Infinity : REASONS_BY_SEVERITY.indexOf(reason));
  const reason = severity(second) < severity(open) ? second.reason : open.reason;
  const isSaid = open.description.includes(second.description);
  const description = isSaid ? open.description : [open.description, second.description].filter((text) => text !== '').join('\n');
  if (description.length > DESCRIPTION_MAX) return null;
  return { reason, description, isChanged: reason !== open.reason || description !== open.description };
}
