/** The mails with a link to the page of the guardian: the first one, what follows when the player asks again, and two after a consent. */
export type GuardianMailKind = 'request' | 'reminder' | 'receipt' | 'confirmation';
