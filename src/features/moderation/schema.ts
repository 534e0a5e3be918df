import type { GameReportReason, ReportState } from '../reports/schema.ts';

/** A report in the queue, as moderators see it. */
export type GameReport = {
  id: string;
  game: { id: string; title: string; hidden: boolean };
  reason: GameReportReason;
  description: string;
  state: ReportState;
  /** Username of the reporter, or null once their account is gone. */
  reporter: string | null;
  repeats: number;
  /** ISO. */
  createdAt: string;
  decidedAt: string | null;
  /** Hours since it came, and whether the promise of 24 hours is broken. */
  ageHours: number;
  late: boolean;
};
export type GameReportQueue = {
  items: GameReport[];
  next: string | null;
  /** How many wait (new or reviewing), and how many of them too long. */
  waiting: number;
  late: number;
};

/** What was done, newest first; nobody can change it. */
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
export const NOTE_MAX = 1000;

/** What an action answers. */
export type ModerationResult = { ok: true; action: ModerationAction } | { ok: false; code: string; error: string; note: string };

/** What moderators look after: reported games, reported players, pictures that players bring, the words of the text filter. */
export const GAME_REPORTS_PATH = '/moderation';
export const PLAYER_REPORTS_PATH = '/moderation/players';
export const PICTURE_REVIEW_PATH = '/moderation/pictures';
export const FILTER_WORDS_PATH = '/moderation/words';
