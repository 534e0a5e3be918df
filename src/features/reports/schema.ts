import type { ActionResult } from '../../shared/action-result.ts';

/** Maximum characters of the description that a reporter writes. */
export const DESCRIPTION_MAX = 2000;

/** Reasons of spec 1, section 3, in order. */
export const GAME_REPORT_REASONS = ['inappropriate_content', 'spam', 'broken_game', 'copyright', 'other'] as const;
export type GameReportReason = (typeof GAME_REPORT_REASONS)[number];

const REPORT_STATES = ['new', 'reviewing', 'resolved', 'dismissed'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

/** Whether our team was told of what an author wrote who asks for help, because a child is harmed. */
type HelpNews = { isTeamNotified: boolean };
/** Result of sending a report about a game. `help`: its author asks for help, whether the report was taken or not. */
export type ReportResult = ActionResult<{ help?: HelpNews }, { help?: HelpNews }>;
