import type { ActionResult } from '../../../shared/action-result.ts';

/** The operators' page of cases whose account was erased. */
export const CASES_PATH = '/operator/cases';
/** Months for which the case of an erased player is kept after it was closed. */
export const CASE_RETENTION_MONTHS = 12;
/** Maximum length of a search for a case. */
export const CASE_SEARCH_MAX = 100;

/** Marking a case for the police, and releasing it. */
export const HOLD_ACTIONS = ['hold', 'release'] as const;
export type HoldAction = (typeof HOLD_ACTIONS)[number];
/** Result of marking or releasing a case. Its fields are `do` and `reason`. */
export type HoldResult = ActionResult<{ do: HoldAction }>;

/** What operators do with a case, as the audit log has it. */
export type CaseAction = 'hold-case' | 'release-case' | 'export-case';

/** The erasure of the account that a case is about: when it was, and when the case is deleted unless it is marked for the police (ISO). */
export type ErasedAccount = { at: string; keptUntil: string };

/** A case whose account was erased, in the list of them. `heldSince`: when it was marked for the police. All times are ISO. */
export type RetainedCase = { playerId: string; username: string; displayName: string; heldSince: string | null } & ErasedAccount;
/** One page of these cases, the latest erasure first. */
export type RetainedCasePage = { items: RetainedCase[]; next: string | null };

/** Result of freeing a banned address. Its fields are `email` and `note`. */
export type FreeAddressResult = ActionResult;
