import type { ActionResult } from '../../../shared/action-result.ts';
import type { HelpCardView } from '../../help-requests/schema.ts';

/** Why a group is reported: its name or motto is bad; it is used to be mean to somebody; somebody may be in danger; something else. */
export const GROUP_REPORT_REASONS = ['bad-name', 'bullying', 'danger', 'other'] as const;
export type GroupReportReason = (typeof GROUP_REPORT_REASONS)[number];

/** Result of reporting a group. `help`: the description says that its writer needs help, whether the report was taken or not. */
export type GroupReportResult = ActionResult<{ help?: HelpCardView }, { help?: HelpCardView }>;

/** Where reports about a group are sent. */
export function urlForGroupReports(groupId: string): string {
  return `/groups/${encodeURIComponent(groupId)}/reports`;
}
