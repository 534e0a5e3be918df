import type { ActionResult } from '../../shared/action-result.ts';
import { CASE_LIST_PATHS } from '../case-queue/schema.ts';
import type { GameReportReason, ReportState } from '../reports/schema.ts';

/** Which reports a queue shows, in the order of the filter; 'waiting' means all open ones. */
export const REPORT_STATE_FILTERS = ['waiting', 'resolved', 'dismissed', 'all'] as const;
export type ReportStateFilter = (typeof REPORT_STATE_FILTERS)[number];
/** The filters of the queue of reported games. */
export type GameReportFilters = { state: ReportStateFilter; reason: GameReportReason | null };

/** A report in the queue, as moderators see it. */
export type GameReport = {
  id: string;
  game: { id: string; title: string; hidden: boolean };
  reason: GameReportReason;
  description: string;
  state: ReportState;
  /** Username of the reporter, or null if their account was deleted. */
  reporter: string | null;
  repeats: number;
  /** ISO. */
  createdAt: string;
  decidedAt: string | null;
  /** Hours since it was created, and whether the 24-hour deadline has passed. */
  ageHours: number;
  late: boolean;
};
/** One page of a queue, oldest report first. */
export type ReportQueuePage<Report> = {
  items: Report[];
  next: string | null;
  /** Number of open reports (new or in review), and how many of them are past the deadline. */
  waiting: number;
  late: number;
};
export type GameReportQueue = ReportQueuePage<GameReport>;

/** An audit log entry. Entries are immutable; lists show the newest first. */
export type AuditEntry = { id: string; at: string; actor: string; action: LoggedAction; note: string; subjectId: string };

/** One reported game with all reports on it. */
export type GameCase = {
  game: { id: string; title: string; developer: string; cover: string | null; hidden: boolean };
  reports: GameReport[];
  log: AuditEntry[];
  can: Record<ModerationAction, boolean>;
  /** When this was read (ISO). What was reported later is not in it. */
  asOf: string;
};

export const MODERATION_ACTIONS = ['dismiss', 'hide-game', 'restore-game'] as const;
export type ModerationAction = (typeof MODERATION_ACTIONS)[number];
/** What operators do to a game on its page. */
type EditAction =
  | 'add-game'
  | 'edit-game'
  | 'replace-game-files'
  | 'change-game-cover'
  | 'show-game'
  | 'remove-game'
  | 'pick-game'
  | 'move-pick'
  | 'unpick-game'
  | 'feature-game'
  | 'unfeature-game';
/** What the nightly check of games did, and operators about it. */
type CheckedAction = 'hide-broken-game' | 'leave-game-hidden' | 'open-game';
/** 'review': how a case was taken before cases could be assigned. */
export type LoggedAction = ModerationAction | 'review' | EditAction | CheckedAction;
/** Result of an action. */
export type ModerationResult = ActionResult<{ action: ModerationAction }>;

/** The lists of children who ask for help, of reported games, of reported players, and of reported groups. */
export const HELP_REQUESTS_PATH = CASE_LIST_PATHS.help;
export const GAME_REPORTS_PATH = CASE_LIST_PATHS.game;
export const PLAYER_REPORTS_PATH = CASE_LIST_PATHS.player;
export const GROUP_REPORTS_PATH = CASE_LIST_PATHS.group;
