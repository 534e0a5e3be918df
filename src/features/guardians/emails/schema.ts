/** The mails with a link to the page of the guardian. */
export const GUARDIAN_MAIL_KINDS = ['request', 'reminder', 'receipt', 'confirmation'] as const;
export type GuardianMailKind = (typeof GUARDIAN_MAIL_KINDS)[number];
