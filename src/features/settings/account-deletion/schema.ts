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

/** The response of the account deletion form's action when it does not redirect. */
export type DeleteAccountResult = {
  form: 'leave' | 'leave-link';
  ok: boolean;
  toast: { title: string; text: string; kind: 'good' | 'bad' } | null;
  fieldErrors: Record<string, string>;
};
