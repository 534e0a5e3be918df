import type { Role } from '../../../shared/permissions.ts';
import { getDueAt, isOperatorKind, isUrgentRank, type CaseToCall, type OpenCaseGroup } from '../rules.ts';
import { CASE_KINDS, type CaseKind } from '../schema.ts';
import type { AlertSettings, CalledCases, CallSummary, DigestSummary } from './schema.ts';

/** The team is called for cases with less time than this left, in hours. */
export const CALL_HOURS = 3;
/** Nobody is called more often than once in this time, in minutes: what comes meanwhile is in the next call. */
export const CALL_INTERVAL_MINUTES = 5;
/**
 * Cases that are urgent by the word of players alone call at once so often in an hour; then once in this time for all of them, in minutes.
 * Reports cost nothing: somebody who is bored must not be able to wake the team all night.
 */
export const REPORT_CALLS_PER_HOUR = 3;
export const REPORT_CALL_INTERVAL_MINUTES = 30;
/** Cases for which the team is called at once. More of them are in the next mail. */
export const CALLED_CASES_MAX = 1000;
/** A call that no mail server took for this long says nothing true any more, in hours; nor does the mail of the morning. */
export const EMAIL_EXPIRY_HOURS = 12;
/** How long it is known for which cases the team was called, and who looked at which case or left it, in days after it happened. */
export const ALERT_RETENTION_DAYS = 30;
export const ASSIGNMENT_RETENTION_DAYS = 1;

/** Who never chose gets everything. */
export const DEFAULT_ALERT_SETTINGS: AlertSettings = { urgent: true, dueSoon: true, digest: true };

/**
 * Somebody of the team who can be called. `canGetMail`: the address is confirmed; else only browsers call them. `isQuiet`: their quiet hours
 * last or begin at once, in which a browser calls for what is urgent alone.
 */
export type Recipient = {
  id: string;
  email: string;
  canGetMail: boolean;
  isQuiet: boolean;
  role: Exclude<Role, 'player'>;
  settings: AlertSettings;
};

/** What somebody is called for. Of the operators one is always called for children in danger, so they cannot choose that. */
export function withFixedSettings(role: Role, settings: AlertSettings): AlertSettings {
  return role === 'operator' ? { ...settings, urgent: true } : settings;
}

/**
 * The cases for which the team is called now. Urgent ones by the word of players alone wait if they have called too often; whenever another
 * urgent one calls, they are told of with it.
 * @param reportCalls when the team was called in the last hour for such cases and no other urgent ones
 */
export function holdBackReported(cases: readonly CaseToCall[], reportCalls: readonly Date[], now: Date): CaseToCall[] {
  const last = Math.max(0, ...reportCalls.map((at) => at.getTime()));
  const mayCall =
    reportCalls.length < REPORT_CALLS_PER_HOUR ||
    now.getTime() - last >= REPORT_CALL_INTERVAL_MINUTES * 60_000 ||
    cases.some((each) => each.callsUrgent && !each.isReportedOnly);
  if (mayCall) return [...cases];
  return cases.map((each) => ({ ...each, callsUrgent: false })).filter(({ callsDueSoon }) => callsDueSoon);
}

/**
 * The cases that somebody may be told of, wants to be, and can be now: none about themselves, and letters only if they may read them. Whoever has
 * no mail is told by a browser, which says how many are urgent and then nothing else, and of what is nearly late nothing in quiet hours: that
 * calls once it can, if it has called nobody until then.
 */
export function selectCases(cases: readonly CaseToCall[], recipient: Recipient): CaseToCall[] {
  const { urgent, dueSoon } = withFixedSettings(recipient.role, recipient.settings);
  const own = cases.filter((each) => maySee(recipient, each));
  const urgentOnes = own.filter((each) => urgent && each.callsUrgent);
  if (!recipient.canGetMail && (urgentOnes.length > 0 || recipient.isQuiet)) return urgentOnes;
  return own.filter((each) => (urgent && each.callsUrgent) || (dueSoon && each.callsDueSoon));
}

/** Sums up the cases that somebody is called for. What is urgent is not counted again as nearly late, if they are told that it is urgent. */
export function summarizeCall(cases: readonly CaseToCall[], recipient: Recipient): CallSummary {
  const isToldUrgent = withFixedSettings(recipient.role, recipient.settings).urgent;
  const isUrgent = (each: CaseToCall) => isToldUrgent && each.callsUrgent;
  return { urgent: sumUp(cases.filter(isUrgent)), dueSoon: sumUp(cases.filter((each) => !isUrgent(each))) };
}

/** Sums up what waits for somebody of the team. @returns null if nothing does */
export function summarizeDigest(groups: readonly OpenCaseGroup[], recipient: Recipient): DigestSummary | null {
  const own = groups.filter((each) => maySee(recipient, each));
  const [first] = own;
  if (!first) return null;
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return {
    byKind: countByKind(own.map(({ kind, total }) => [kind, total])),
    total: sum(own.map(({ total }) => total)),
    urgent: sum(own.filter(({ rank }) => isUrgentRank(rank)).map(({ total }) => total)),
    late: sum(own.map(({ late }) => late)),
    oldestAt: own.map(({ oldestAt }) => oldestAt).reduce((oldest, at) => (at < oldest ? at : oldest), first.oldestAt),
  };
}

function maySee(recipient: Recipient, { kind, playerId, partyIds }: Pick<CaseToCall, 'kind' | 'playerId' | 'partyIds'>): boolean {
  return playerId !== recipient.id && !partyIds.includes(recipient.id) && (!isOperatorKind(kind) || recipient.role === 'operator');
}

function sumUp(cases: readonly CaseToCall[]): CalledCases | null {
  const opened = cases.map(({ openedAt }) => openedAt.getTime());
  if (cases.length === 0) return null;
  const byKind = countByKind(cases.map(({ kind }) => [kind, 1]));
  return { byKind, total: cases.length, firstDueAt: getDueAt(new Date(Math.min(...opened))) };
}

/** Sums by kind, in the order of the kinds. */
function countByKind(counts: readonly (readonly [CaseKind, number])[]): [CaseKind, number][] {
  const sums = new Map<CaseKind, number>();
  for (const [kind, count] of counts) sums.set(kind, (sums.get(kind) ?? 0) + count);
  return CASE_KINDS.flatMap((kind): [CaseKind, number][] => {
    const count = sums.get(kind);
    return count === undefined ? [] : [[kind, count]];
  });
}
