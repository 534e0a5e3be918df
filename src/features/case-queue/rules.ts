import { REVIEW_DEADLINE_HOURS } from '../reports/rules.ts';
import { CASE_KINDS, CASE_LIST_PATHS, type CaseKey, type CaseKind } from './schema.ts';

export const CASES_PAGE_SIZE = 20;
/** Characters of what was written that the list shows. */
export const EXCERPT_MAX = 160;
/** Cases with less time than this left are due soon, in hours; the list shows their clocks in red. */
export const DUE_SOON_HOURS = 6;
/** How long a case stays with whoever took it, in minutes. Looking at it and deciding begin the time anew. */
export const TAKEN_MINUTES = 30;
/** How long an urgent case that opened by itself calls nobody, in minutes: whoever decided the last one may be gone. */
export const AUTOMATIC_SILENCE_MINUTES = 10;
/** How long it waits for whoever it was handed to, in minutes. */
export const HANDED_ON_MINUTES = 4 * 60;

/** How long a case does not open by itself for whoever left it, in hours. */
export const LEFT_HOURS = 4;

/**
 * Reports about players that may mean that a child is in danger: a pattern of grooming that Kiddo noticed, messages that frighten, questions for
 * personal details. So may a player whom several reported in a day (contact_pauses).
 */
export const URGENT_REPORT_REASONS = ['risk-score', 'scary', 'personal-details'] as const;

/** Reports about groups that may mean the same. */
export const URGENT_GROUP_REPORT_REASONS = ['danger'] as const;

/** The place of each case in the list: lower comes first. Requests for help have 0 to 3, by their kind. */
export const RANKS = { urgentReport: 4, other: 9 } as const;

/** Whether a case with this rank is urgent. */
export function isUrgentRank(rank: number): boolean {
  return rank < RANKS.other;
}

/** When the 24 hours of a case end (spec 2, section 9). */
export function getDueAt(openedAt: Date): Date {
  return new Date(openedAt.getTime() + REVIEW_DEADLINE_HOURS * 3_600_000);
}

/** The page on which a case is decided. */
export function urlForCase({ kind, subjectId }: CaseKey): string {
  if (kind === 'broken-game') return `/operator/games/${encodeURIComponent(subjectId)}/edit`;
  return `${CASE_LIST_PATHS[kind]}/${encodeURIComponent(subjectId)}`;
}

/** The kinds of cases that only operators see: messages have addresses, and games are theirs to mend. */
export function isOperatorKind(kind: CaseKind): boolean {
  return kind === 'message' || kind === 'broken-game';
}

/** The kinds of cases that somebody of the team may see. */
export function listCaseKinds(isOperator: boolean): CaseKind[] {
  return CASE_KINDS.filter((kind) => isOperator || !isOperatorKind(kind));
}

/** A case by its clock: how much of its 24 hours is left, and whether that is little. Times in milliseconds. */
export type CaseTime = { ageMs: number; leftMs: number; state: 'late' | 'due-soon' | 'in-time' };

/** @param now in milliseconds since 1970; clocks may differ: nothing is younger than 0 */
export function getCaseTime({ openedAt, dueAt }: { openedAt: string; dueAt: string }, now: number): CaseTime {
  const leftMs = Date.parse(dueAt) - now;
  return {
    ageMs: Math.max(0, now - Date.parse(openedAt)),
    leftMs,
    state: leftMs < 0 ? 'late' : leftMs < DUE_SOON_HOURS * 3_600_000 ? 'due-soon' : 'in-time',
  };
}

/** A case that the team has to be called for. `playerId`: whom it is about; null for groups, games and messages. */
export type CaseToCall = {
  kind: CaseKind;
  subjectId: string;
  openedAt: Date;
  playerId: string | null;
  /** Of the team, who belongs to the group that it is about, or reported it. */
  partyIds: string[];
  /** It is urgent, nobody looks at it, and nobody was called for that. */
  callsUrgent: boolean;
  /** It is urgent by what players say alone: nothing that Kiddo counted, and no three of them who are independent of each other. */
  isReportedOnly: boolean;
  /** Its time is nearly over, and nobody was called for that. */
  callsDueSoon: boolean;
};

/** Open cases of one kind and rank, and about one player of the team or nobody of it. `partyIds`: as of a case. */
export type OpenCaseGroup = {
  kind: CaseKind;
  rank: number;
  playerId: string | null;
  partyIds: string[];
  total: number;
  late: number;
  oldestAt: Date;
};
