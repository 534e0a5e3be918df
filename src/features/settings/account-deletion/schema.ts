import type { ActionResult } from '../../../shared/action-result.ts';
import type { ResultToast } from '../../accounts/schema.ts';

/** Data of the page that asks whether to delete the account. */
export type DeleteAccountView = {
  username: string;
  /** False if the player signs in with Google only; they confirm with an emailed link instead. */
  hasPassword: boolean;
  /** When the account would be deleted (ISO). */
  deletesAt: string;
  /** Whether the emailed link they opened is valid; null: they did not open one. */
  link: 'good' | 'bad' | null;
};

/** A player whose deletion is pending and can still be cancelled. */
export type PendingDeletionView = { username: string; deletesAt: string };

/** The forms of the page, by their field `do`: with the password or an opened link; and the request for a link. */
export const DELETION_FORMS = ['leave', 'leave-link'] as const;
export type DeletionForm = (typeof DELETION_FORMS)[number];

/** The result of the account deletion form's action when it does not redirect. */
export type DeleteAccountResult = ActionResult<
  { action: DeletionForm; toast: ResultToast },
  { action?: DeletionForm; toast?: ResultToast }
>;

/** Days after which an account is erased that was closed because its player is under 13: time to say that it is a mistake. */
export const CLOSED_ACCOUNT_DAYS = 7;
