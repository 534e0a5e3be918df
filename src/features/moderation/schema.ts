import type { ActionResult } from '../../shared/action-result.ts';
import type { GameReportReason, ReportState } from '../reports/schema.ts';

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
export type GameReportQueue = {
  items: GameReport[];
  next: string | null;
  /** Number of open reports (new or in review), and how many of them are past the deadline. */
  waiting: number;
  late: number;
};

/** An audit log entry. Entries are immutable; lists show the newest first. */
export type AuditEntry = { id: string; at: string; actor: string; action: ModerationAction; note: string; subjectId: string };

/** One reported game with all reports on it. */
export type GameCase = {
  game: { id: string; title: string; developer: string; cover: string | null; hidden: boolean };
  reports: GameReport[];
  log: AuditEntry[];
  can: Record<ModerationAction, boolean>;
};

export const MODERATION_ACTIONS = ['review', 'dismiss', 'hide-game', 'restore-game'] as const;
export type ModerationAction = (typeof MODERATION_ACTIONS)[number];
/** Result of an action. */
export type ModerationResult = ActionResult<{ action: ModerationAction }>;

/** The moderators' pages: reported games, reported players, pictures that players upload, the words of the text filter. */
export const GAME_REPORTS_PATH = '/moderation';
export const PLAYER_REPORTS_PATH = '/moderation/players';
export const PICTURE_REVIEW_PATH = '/moderation/pictures';
export const FILTER_WORDS_PATH = '/moderation/words';
