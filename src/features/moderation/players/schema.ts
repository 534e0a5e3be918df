import type { ReportReason } from '../../chat/schema.ts';
import type { PlayerSummary } from '../../friends/schema.ts';
import type { ReportState } from '../../reports/schema.ts';

/** What can be done about a player, in their order. The times are of a mute: it takes away writing, nothing else. */
export const PLAYER_ACTIONS = ['dismiss', 'warn', 'mute-1h', 'mute-24h', 'mute-7d', 'ban', 'lift'] as const;
export type PlayerAction = (typeof PLAYER_ACTIONS)[number];

/** A report about a player in the queue. */
export type PlayerReport = {
  id: string;
  subject: PlayerSummary;
  reason: ReportReason;
  description: string;
  state: ReportState;
  /** Username of the reporter, or null once their account is gone. */
  reporter: string | null;
  createdAt: string;
  ageHours: number;
  late: boolean;
  /** The messages around the one that is reported, as they were, the oldest first; empty where it is about the player as such. */
  evidence: { isFromSubject: boolean; text: string; at: string; isReported: boolean }[];
};
export type PlayerReportQueue = { items: PlayerReport[]; next: string | null; waiting: number; late: number };

/** A warning, mute or ban. `until` null: for ever. */
export type Sanction = { id: string; kind: 'warn' | 'mute' | 'ban'; why: string; at: string; until: string | null; lifted: boolean };

/** What was done about a player, newest first; nobody can change it. */
type PlayerAuditEntry = { id: string; at: string; actor: string; action: PlayerAction; note: string };

/** One reported player with everything about them that a moderator has to know. */
export type PlayerCase = {
  player: PlayerSummary & { memberSince: string };
  reports: PlayerReport[];
  sanctions: Sanction[];
  log: PlayerAuditEntry[];
  can: Record<PlayerAction, boolean>;
};

/** What an action answers. `why` is what the player is told, `note` stays in the team. */
export type PlayerActionResult = { ok: true; action: PlayerAction } | { ok: false; code: string; error: string; note: string; why: string };
