import type { ReportReason } from '../chat/schema.ts';
import type { GroupReportReason } from '../groups/reports/schema.ts';
import type { HelpRequestKind } from '../help-requests/schema.ts';
import type { GameReportReason } from '../reports/schema.ts';

/** The first page of the team: everything that waits for a decision. */
export const CASE_QUEUE_PATH = '/moderation';
/** Where cases are taken, handed on and left. */
export const ASSIGNMENT_PATH = '/moderation/assignment';

/**
 * What a case is about: a child who asks for help, a reported player, a reported group, a reported game, a picture that a player wants to wear, a
 * message to us, a game that the nightly check has hidden. Reports about the same player, group or game are one case.
 */
export const CASE_KINDS = ['help', 'player', 'group', 'game', 'picture', 'message', 'broken-game'] as const;
export type CaseKind = (typeof CASE_KINDS)[number];

/** Games that the check has hidden and nobody has decided about, in the operators' list. */
export const BROKEN_GAMES_PATH = '/operator/games?show=hidden-by-check';
/** The lists of one kind each. */
export const CASE_LIST_PATHS = {
  help: '/moderation/help',
  player: '/moderation/players',
  group: '/moderation/groups',
  game: '/moderation/games',
  picture: '/moderation/pictures',
  message: '/operator/messages',
  'broken-game': BROKEN_GAMES_PATH,
} as const satisfies Record<CaseKind, string>;
/** The words of the text filter, the last tab of the team's pages. */
export const FILTER_WORDS_PATH = '/moderation/words';
/** The search for players. */
export const PLAYER_SEARCH_PATH = '/moderation/search';

/** An open case. `subjectId`: of the request for help, the player, the group, the game, the picture or the message. */
export type CaseKey = { kind: CaseKind; subjectId: string };

/** How the check found a game broken: its page did not load, nothing was drawn, the tab ended. */
export type BrokenGameReason = 'no-answer' | 'nothing-shown' | 'crashed';
/** What a game looked like when the check opened it last. @param id of the picture: another picture is another URL */
export function urlForCheckPicture(gameId: string, id: string): string {
  return `/operator/games/${encodeURIComponent(gameId)}/check-picture?v=${id.slice(-12)}`;
}

/** Why a case was opened; the gravest of its reports. */
export type CaseReason =
  | HelpRequestKind
  | ReportReason
  | GroupReportReason
  | 'risk-score'
  | GameReportReason
  | 'picture'
  | 'message'
  | BrokenGameReason;

/** Somebody of the team who looks at a case. `isDeliberate`: they chose to; else it opened by itself after another one, and may be unread. */
export type Assignee = { id: string; username: string; displayName: string; avatar: string; isSelf: boolean; isDeliberate: boolean };

/** An open case in the list. */
export type QueuedCase = CaseKey & {
  reason: CaseReason;
  /** A child may be in danger: before all others, whatever the time. */
  isUrgent: boolean;
  /** Whom or what it is about: a username, the name of a group, the title of a game, the subject of a message. */
  name: string;
  /** The beginning of what was written; '' if nothing was. */
  excerpt: string;
  /** The URL of what the game looked like that the check has hidden; null: there is none, or the case is of another kind. */
  picture: string | null;
  /** How many reports it has. */
  reportCount: number;
  /** Since when it waits, and when its 24 hours end (ISO). */
  openedAt: string;
  dueAt: string;
  assignee: Assignee | null;
};

/** How many cases wait. `dueSoon`: less than 6 hours are left; `late`: none are. */
export type CaseCounts = { total: number; urgent: number; dueSoon: number; late: number; byKind: Record<CaseKind, number> };

/** What the tabs of the team's pages show. `isOperator`: whether the viewer has tabs for what only operators see. */
export type QueueTabCounts = { counts: CaseCounts; isOperator: boolean };

/** How many cases wait, as the top bar says it. */
export type WaitingCounts = Pick<CaseCounts, 'total' | 'urgent'>;
/** Where the number in the top bar is fetched anew. */
export const CASE_COUNTS_PATH = '/moderation/counts';

/** One page of the list: urgent ones first, then those that wait longest. `now`: when it was read (ISO). */
export type CaseQueuePage = QueueTabCounts & { items: QueuedCase[]; next: string | null; now: string };

/** What can be done with an assignment. `take` fails if somebody else has the case; `take-over` does not. */
export const ASSIGNMENT_ACTIONS = ['take', 'take-over', 'hand-on', 'leave'] as const;
export type AssignmentAction = (typeof ASSIGNMENT_ACTIONS)[number];

/** Who looks at one case, for its page. Null: nothing of it is open. `colleagues`: to whom it can be handed on. */
export type CaseStatus = {
  isUrgent: boolean;
  openedAt: string;
  dueAt: string;
  now: string;
  assignee: Assignee | null;
  colleagues: { id: string; displayName: string }[];
  /** How many cases wait in all. */
  total: number;
} | null;
