/**
 * What a form says while the site is read-only for maintenance. The door of all forms says it (`request/`), so it is no feature's text; a page
 * in another language has words of its own for the code 'read-only'.
 */
export const READ_ONLY_TEXT =
  'We are working on Kiddo right now, so nothing new can be saved for a while. It is not your fault. Please try again later. Games go on.';

/** Whether an action goes on while the site is read-only; for a form with several buttons, by what was sent. */
export type GoesOnReadOnly = boolean | ((fields: Readonly<Record<string, string>>) => boolean);
