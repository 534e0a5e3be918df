/**
 * The mails with a link to the page of the guardian: the first one, what follows when the player asks
 * again, two after a consent ('receipt', 'confirmation'), 'link' when the player has it sent again, and
 * those of subscriptions/purchase-requests: one that asks to pay, and one with the receipt, or with what
 * became of that payment later.
 */
export type GuardianMailKind = 'request' | 'reminder' | 'receipt' | 'link' | 'confirmation' | 'purchase-request' | 'purchase-receipt';
