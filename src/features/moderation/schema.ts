import type { GameReportReason, ReportState } from '../reports/schema.ts';

/** A report in the queue, as moderators see it. */
export type QueueItem = {
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
export type QueuePage = {
  items: QueueItem[];
  next: string | null;
  /** How many wait (new or reviewing), and how many of them too long. */
  waiting: number;
  late: number;
};

/** What was done, newest first; nobody can change it. */
export type AuditEntry = { id: string; at: string; actor: string; action: ModerationAction; note: string; subjectId: string };

/** One reported game with all reports on it. */
export type CaseView = {
  game: { id: string; title: string; developer: string; cover: string | null; hidden: boolean };
  reports: QueueItem[];
  log: AuditEntry[];
  can: Record<ModerationAction, boolean>;
};

export const ACTIONS = ['review', 'dismiss', 'hide-game', 'restore-game'] as const;
export type ModerationAction = (typeof ACTIONS)[number];
export const NOTE_MAX = 1000;

/** What an action answers. */
export type ModerationAnswer = { ok: true; action: ModerationAction } | { ok: false; code: string; fault: string; note: string };

/** What moderators look after: reported games, reported players, pictures that players bring, the words of the text filter. */
export const QUEUE_ADDRESS = '/moderation';
export const PLAYERS_ADDRESS = '/moderation/players';
export const PICTURES_ADDRESS = '/moderation/pictures';
export const WORDS_ADDRESS = '/moderation/words';
