/** Seconds that a remembered session lasts (readings.md: 'Remember me'). */
export const REMEMBERED_SESSION_SECONDS = 30 * 24 * 3600;
/** Seconds that a session lasts without "Remember me", however often it is used; the table has the same limit. */
export const SESSION_SECONDS = 24 * 3600;
/** Seconds until the link to choose a new password expires. */
export const RESET_SECONDS = 3600;
/** Seconds until the link to confirm an email address expires. */
export const CONFIRM_SECONDS = 24 * 3600;
