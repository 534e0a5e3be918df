import type { RateLimit } from '../../../shared/rate-limit.ts';
import { DESCRIPTION_MAX } from '../../reports/schema.ts';
import type { GroupReportReason } from './schema.ts';

/** Reports about groups that one player can send per day. */
export const REPORTS_PER_DAY: RateLimit = { name: 'group-reports', points: 30, seconds: 86_400 };
/** The most characters of an open report with all that its reporter added. */
export const ADDED_DESCRIPTION_MAX = 2 * DESCRIPTION_MAX;

/** Most severe first: what is added to an open report makes its reason more severe, and never less. */
const REASONS_BY_SEVERITY: readonly GroupReportReason[] = ['danger', 'bullying', 'bad-name', 'other'];

type ReportText = { reason: GroupReportReason; description: string };

/**
 * An open report with what the same player says more. `isChanged`: whether that is anything. Of a text that became too long the beginning is
 * left out: what a child wrote last is never lost.
 */
export function addToReport(open: ReportText, added: ReportText): ReportText & { isChanged: boolean } {
  const isGraver = REASONS_BY_SEVERITY.indexOf(added.reason) < REASONS_BY_SEVERITY.indexOf(open.reason);
  const reason = isGraver ? added.reason : open.reason;
  const isSaid = open.description.includes(added.description);
  const both = [open.description, added.description].filter((text) => text !== '').join('\n');
  const description = isSaid ? open.description : Array.from(both).slice(-ADDED_DESCRIPTION_MAX).join('');
  return { reason, description, isChanged: reason !== open.reason || description !== open.description };
}
