/**
 * The mails with a link to the page of the guardian: the first one, what follows when the player asks
 * again, two after a consent ('receipt', 'confirmation'), and 'link' when the player has it sent again.
 */
export type GuardianMailKind = 'request' | 'reminder' | 'receipt' | 'link' | 'confirmation';
