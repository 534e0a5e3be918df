import type { ActionResult } from '../../shared/action-result.ts';

// Input limits (spec 1, section 9; spec 2, section 9).
export const USERNAME_MAX = 30;
export const DISPLAY_NAME_MAX = 50;
export const EMAIL_MAX = 254;
export const PASSWORD_MIN = 6;
/** A longer password would only make hashing slower. */
export const PASSWORD_MAX = 128;

/** The forms of the account pages; each sends its name as the field `form`. */
export type AccountForm = 'sign-in' | 'resend' | 'ask-reset' | 'sign-up' | 'new-password' | 'confirm' | 'code';

/** The views of the login page. */
type LoginView = 'sign-in' | 'confirm' | 'reset' | 'code';

/** A message that is shown for a moment (and, without JavaScript, above the form). */
export type ResultToast = { title: string; text: string; kind: 'good' | 'bad' };

/** The result of an account form's action when it does not redirect. `view`: what the login page shows next. */
export type AccountResult = ActionResult<
  { action: AccountForm; toast: ResultToast | null; view?: LoginView },
  {
    action?: AccountForm;
    toast?: ResultToast;
    view?: LoginView;
    /** The password was correct, but the account is banned: until when (ISO, null: until the ban is lifted) and why. */
    ban?: { until: string | null; why: string };
  }
>;

/**
 * What a confirmation link can do in this browser: 'invalid' nothing, 'already' nothing more, 'same-browser' sign in at once, 'other-browser' sign in
 * with the password.
 */
export type ConfirmState = 'invalid' | 'already' | 'same-browser' | 'other-browser';

/** Flash messages: a page shows one once after a redirect (`?news=` in the URL; unknown values are ignored). */
const FLASH_MESSAGES = [
  'signed-out',
  'check-email',
  'check-email-late',
  'confirmed',
  'already-confirmed',
  'password-updated',
  'google-failed',
  'google-unconfirmed',
  'google-refused',
  'google-connected',
  'sign-ups-closed',
  'read-only',
  'account-closed',
  'under-13',
  'deletion-due',
  'first-answer',
  'guardian-asked',
  'guardian-reminded',
  'message-refused',
  'message-muted',
  'message-waits',
  'message-closed',
  'help',
  'help-notified',
  'help-refused',
  'help-refused-notified',
  'help-wrote',
  'not-done',
  'leaving',
  'account-kept',
  'export-later',
  'case-note-missing',
  'export-password',
  'export-tries',
  'export-busy',
  'reported',
  'account-code-wrong',
  'account-code-used',
  'account-tries',
  'avatar-updated',
  'next-case',
  'last-case',
  'no-free-case',
  'picture-refused',
  'case-not-taken',
  'case-handed-on',
] as const;
export type FlashMessage = (typeof FLASH_MESSAGES)[number];
