/** Kinds of notification emails, in the order of the form. */
export const EMAIL_KINDS = ['friends', 'messages', 'games'] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

/** Which notification emails a player wants. */
export type EmailPreferences = Record<EmailKind, boolean>;
