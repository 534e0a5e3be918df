import type { ActionResult } from '../../../shared/action-result.ts';
import type { PlayerSummary } from '../../friends/schema.ts';
import type { HelpRequestKind } from '../../help-requests/schema.ts';
import type { ReportState } from '../../reports/schema.ts';
import type { ReportQueuePage } from '../schema.ts';

/** A child who asks for help, as moderators see it. Nobody is accused in it. */
export type HelpRequest = {
  id: string;
  player: PlayerSummary;
  kind: HelpRequestKind;
  /** The child pressed the button; else the request was made of what they wrote. */
  isAsked: boolean;
  /** What the child wrote; '' if they wrote nothing. */
  words: string;
  state: ReportState;
  /** ISO. */
  createdAt: string;
  ageHours: number;
  late: boolean;
};
export type HelpRequestQueue = ReportQueuePage<HelpRequest>;

export const HELP_REQUEST_ACTIONS = ['resolve-help', 'dismiss-help'] as const;
export type HelpRequestAction = (typeof HELP_REQUEST_ACTIONS)[number];

/** 'review-help': how a request was taken before cases could be assigned. */
export type LoggedHelpRequestAction = HelpRequestAction | 'review-help';
/** An audit log entry about a request; lists show the newest first. */
type HelpRequestAuditEntry = { id: string; at: string; actor: string; action: LoggedHelpRequestAction; note: string };

/** One request with what was done. */
export type HelpRequestCase = {
  request: HelpRequest;
  /** Changes when the child asks for more, so that nobody closes what they have not read. */
  version: string;
  log: HelpRequestAuditEntry[];
  can: Record<HelpRequestAction, boolean>;
};

/** Result of an action. Its fields are `action`, `note` and `version`. */
export type HelpRequestResult = ActionResult<{ action: HelpRequestAction }>;
