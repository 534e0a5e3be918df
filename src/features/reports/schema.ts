import type { ActionResult } from '../../shared/action-result.ts';

/** Maximum characters of the description that a reporter writes. */
export const DESCRIPTION_MAX = 2000;

/** Reasons of spec 1, section 3, in order. */
export const GAME_REPORT_REASONS = ['inappropriate_content', 'spam', 'broken_game', 'copyright', 'other'] as const;
export type GameReportReason = (typeof GAME_REPORT_REASONS)[number];

const REPORT_STATES = ['new', 'reviewing', 'resolved', 'dismissed'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

/** Result of sending a report about a game. `help`: its author asks for help; `isTeamNotified`: our team was told, because a child is harmed. */
export type ReportResult = ActionResult<{ help?: { isTeamNotified: boolean } }>;
