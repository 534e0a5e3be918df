import type { ProofKind } from '../accounts/reauthentication/schema.ts';
import type { ActionResult } from '../../shared/action-result.ts';
import type { Role } from '../../shared/permissions.ts';

/** What operators can do to an account, besides what moderators decide. Those of GRAVE_ACTIONS ask for the second step again. */
export const ACCOUNT_ACTIONS = [
  'show-address',
  'rename',
  'sign-out',
  'withdraw-consent',
  'replace-guardian',
  'delete',
  'set-role',
] as const;
export type AccountAction = (typeof ACCOUNT_ACTIONS)[number];
export const GRAVE_ACTIONS: readonly AccountAction[] = ['replace-guardian', 'delete', 'set-role'];

/** An entry of the audit log about an account. */
type AccountLogEntry = { id: string; at: string; actor: string; action: string; note: string };

/** An account as operators see it on its page. */
export type AccountView = {
  id: string;
  username: string;
  displayName: string;
  role: Role;
  /** It is the operator's own: nothing can be done here. */
  isSelf: boolean;
  /** When it is deleted (ISO), if that was asked for. */
  deletesAt: string | null;
  /** A guardian has agreed to something. */
  hasConsent: boolean;
  /** Our team can ask the guardian at another address: one has agreed, or was asked by our team and has not answered. */
  canReplaceGuardian: boolean;
  /** What is not decided about the player: whoever wants to become their guardian may be whom it is about. */
  openCases: { report: boolean; help: boolean };
  /** By what the operator proves who they are: a code of the second step, or in demo mode the password. */
  proof: ProofKind;
  /** Newest first. */
  log: AccountLogEntry[];
};

/** Result of an action. `address`: what was asked for. `deletesAt` (ISO), and whether the deletion has to wait. */
export type AccountActionResult = ActionResult<
  | { do: Exclude<AccountAction, 'show-address' | 'delete'> }
  | { do: 'show-address'; address: string }
  | { do: 'delete'; deletesAt: string; isPaused: boolean }
>;

/** Where the data of an account is downloaded. */
export function urlForAccountExport(playerId: string): string {
  return `/operator/players/${encodeURIComponent(playerId)}/export`;
}

/** The page of an account. */
export function urlForAccount(playerId: string): string {
  return `/operator/players/${encodeURIComponent(playerId)}/account`;
}
