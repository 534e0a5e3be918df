import { z } from 'zod';

/** The page that asks whether to leave. */
export type DeleteAccountView = {
  username: string;
  /** Who signs in through another site only proves it by a mailed link. */
  hasPassword: boolean;
  /** When the account would be gone (ISO). */
  deletesAt: string;
  /** They came by the mailed link, and it is good; null: they did not come by one. */
  link: 'good' | 'bad' | null;
};

/** Who leaves, and may still stay. */
export type PendingDeletionView = { username: string; deletesAt: string };

/** What the form that asks whether to leave answers when it does not lead elsewhere. */
export type DeleteAccountResult = {
  form: 'leave' | 'leave-link';
  ok: boolean;
  toast: { title: string; text: string; kind: 'good' | 'bad' } | null;
  fieldErrors: Record<string, string>;
};

/** What the mailed link carries. */
export const deletionToken = z.string().regex(/^[\w-]{32}$/);
