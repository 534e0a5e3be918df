import type { ActionResult } from '../../../shared/action-result.ts';
import type { PlayerSummary } from '../../friends/schema.ts';
import type { GroupBadge } from '../../groups/badge/schema.ts';
import type { GroupReportReason } from '../../groups/reports/schema.ts';
import type { GroupRole } from '../../groups/schema.ts';
import type { ReportState } from '../../reports/schema.ts';
import type { ReportQueuePage } from '../schema.ts';

/** Who closed a group: its owner, the team, or nobody, because the last member left. */
export type GroupCloser = 'owner' | 'team' | 'empty';

/** A group as moderators see it. */
type ReportedGroup = { id: string; name: string; motto: string; badge: GroupBadge; closedBy: GroupCloser | null };

/** A report about a group, as moderators see it. */
export type GroupReport = {
  id: string;
  group: ReportedGroup;
  /** What the group was called when it was reported; null if it is called so now. */
  formerWords: { name: string; motto: string } | null;
  reason: GroupReportReason;
  description: string;
  state: ReportState;
  /** Username of the reporter, or null if their account was deleted. */
  reporter: string | null;
  /** ISO. `changedAt`: when the reporter last added something. */
  createdAt: string;
  changedAt: string;
  ageHours: number;
  late: boolean;
};
export type GroupReportQueue = ReportQueuePage<GroupReport>;

/** A name and motto that a group had or has, and who chose them; null: the team, or a player who left. */
export type GroupNameEntry = {
  id: string;
  name: string;
  motto: string;
  kind: 'made' | 'changed' | 'taken-away';
  by: PlayerSummary | null;
  /** ISO. */
  at: string;
};

/** A member, since when (ISO). */
type CaseMember = PlayerSummary & { role: GroupRole; at: string };
/** Who is invited and has not answered, by whom (a username; null: they left), and since when (ISO). */
type CaseInvitation = PlayerSummary & { invitedBy: string | null; at: string };

/**
 * What the team decides about a group: nothing was wrong; something else was done, such as a warning of a player; the name and motto are taken
 * away; the group is closed.
 */
export const GROUP_DECISIONS = ['dismiss-group', 'resolve-group', 'take-group-name', 'close-group'] as const;
export type GroupDecision = (typeof GROUP_DECISIONS)[number];

/** Why a name and motto are taken away. */
export const NAME_FAULTS = ['bad-words', 'mean', 'private', 'pretends'] as const;
export type NameFault = (typeof NAME_FAULTS)[number];

/** An audit log entry about a group; lists show the newest first. */
type GroupAuditEntry = { id: string; at: string; actor: string; action: GroupDecision; note: string };

/** One group with everything that a decision about it needs. */
export type GroupCase = {
  group: ReportedGroup & {
    /** ISO. */
    createdAt: string;
    closedAt: string | null;
  };
  members: CaseMember[];
  invitations: CaseInvitation[];
  /** Newest first. */
  names: GroupNameEntry[];
  reports: GroupReport[];
  log: GroupAuditEntry[];
  can: Record<GroupDecision, boolean>;
  /** When this was read (ISO). What was reported later is not in it. */
  asOf: string;
};

/** Result of a decision. Its fields are `action`, `note`, `fault`, `seen` and `shown`. */
export type GroupDecisionResult = ActionResult<{ action: GroupDecision }>;

/** A group that a player is or was in, for the page of the player. */
export type GroupOfPlayer = { id: string; name: string; role: GroupRole; isClosed: boolean };
