import type { ActionResult } from '../../../shared/action-result.ts';
import type { ReportReason } from '../../chat/schema.ts';
import type { PlayerSummary } from '../../friends/schema.ts';
import type { ReportState } from '../../reports/schema.ts';
import type { CaseAction, ErasedAccount } from '../cases/schema.ts';
import type { ReportQueuePage } from '../schema.ts';
import type { ProofKind } from '../../accounts/reauthentication/schema.ts';

/** The actions on a player, in order. Durations are those of a mute, which blocks writing only. */
export const PLAYER_ACTIONS = ['dismiss', 'warn', 'mute-1h', 'mute-24h', 'mute-7d', 'ban', 'lift'] as const;
export type PlayerAction = (typeof PLAYER_ACTIONS)[number];

/** A report about a player in the queue. */
export type PlayerReport = {
  id: string;
  subject: PlayerSummary;
  /** What the player was called when it was sent, if that is not what they are called now. */
  formerNames: { username: string; displayName: string } | null;
  /** 'risk-score': Kiddo noticed it, and there is no reporter. The description are the reasons in words. */
  reason: ReportReason | 'risk-score';
  description: string;
  state: ReportState;
  /** Username of the reporter, or null if nothing is kept of a reporter whose account was deleted. */
  reporter: string | null;
  /** The reporter's account was deleted. */
  isReporterErased: boolean;
  createdAt: string;
  /** When the reporter last added to it; else when it was sent. */
  changedAt: string;
  ageHours: number;
  late: boolean;
  /** A copy of the reported message and those around it, oldest first; empty if the report is about the player in general. */
  evidence: { isFromSubject: boolean; text: string; at: string; isReported: boolean }[];
};
export type PlayerReportQueue = ReportQueuePage<PlayerReport>;

/** A warning, mute or ban. `until` null: permanent. */
export type Sanction = { id: string; kind: 'warn' | 'mute' | 'ban'; why: string; at: string; until: string | null; lifted: boolean };

/** What the team does about a player's age, as the audit log has it. */
export type AgeAction = 'change-birth' | 'close-under-13' | 'reopen-account';

/** An audit log entry about a player. Entries are immutable; lists show the newest first. */
type PlayerAuditEntry = { id: string; at: string; actor: string; action: PlayerAction | CaseAction | AgeAction | 'note'; note: string };

/** The usernames of the two, as they are now, when it was approved last, and whether it counts now. */
type Approval = { adult: string; child: string; at: string; counts: boolean };

/** One reported player with everything that a moderator needs to know. */
export type PlayerCase = {
  player: PlayerSummary & { memberSince: string };
  reports: PlayerReport[];
  sanctions: Sanction[];
  log: PlayerAuditEntry[];
  can: Record<PlayerAction, boolean>;
  /** What a ban asks the moderator for again. */
  proof: ProofKind;
  /** Since when reports pause the player's new contacts; a decision about the reports ends it. */
  pausedSince: string | null;
  /** What guardians approved: a grown-up by name, for a player under 18; one of the two is this player. The newest first. */
  approvals: Approval[];
  /** How many guardians have ever approved this player, also for children whose accounts are gone. */
  approverCount: number;
  /** When the account is deleted if nothing is open any more, if that was asked for. */
  deletesAt: string | null;
  /** When this was read (ISO). What was counted of the player later is not in it. */
  asOf: string;
  /** Since when the case is marked for the police. */
  heldSince: string | null;
  /** Set if the account was deleted: then this is what is kept of the case. */
  erased: ErasedAccount | null;
};

/** Result of an action. Of the fields, `why` is the explanation for the player, and `note` is visible to the team only. */
export type PlayerActionResult = ActionResult<{ action: PlayerAction }>;
