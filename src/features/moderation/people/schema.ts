import type { ReportReason } from '../../chat/schema.ts';
import type { PlayerSummary } from '../../friends/schema.ts';
import type { ReportState } from '../../reports/schema.ts';

/** What can be done about a player, in their order. The times are of a mute: it takes away writing, nothing else. */
export const PERSON_ACTIONS = ['dismiss', 'warn', 'mute-1h', 'mute-24h', 'mute-7d', 'ban', 'lift'] as const;
export type PersonAction = (typeof PERSON_ACTIONS)[number];

/** A report about a player in the queue. */
export type PersonReport = {
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
  evidence: { bySubject: boolean; text: string; at: string; isReported: boolean }[];
};
export type PersonQueue = { items: PersonReport[]; next: string | null; waiting: number; late: number };

/** A warning, mute or ban. `until` null: for ever. */
export type Sanction = { id: string; kind: 'warn' | 'mute' | 'ban'; why: string; at: string; until: string | null; lifted: boolean };

/** What was done about a player, newest first; nobody can change it. */
export type PersonLogEntry = { id: string; at: string; actor: string; action: PersonAction; note: string };

/** One reported player with everything about them that a moderator has to know. */
export type PersonCase = {
  person: PlayerSummary & { memberSince: string };
  reports: PersonReport[];
  sanctions: Sanction[];
  log: PersonLogEntry[];
  can: Record<PersonAction, boolean>;
};

/** What an action answers. `why` is what the player is told, `note` stays in the team. */
export type PersonAnswer = { ok: true; action: PersonAction } | { ok: false; code: string; fault: string; note: string; why: string };
