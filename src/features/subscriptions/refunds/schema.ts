/** Why money goes back, as the payer reads it: a choice, so that nobody writes something unkind to a child. */
export const REFUND_REASONS = ['asked', 'twice', 'mistake', 'not-allowed', 'problem'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];
/** Why money goes back, with what no operator chooses: whoever paid asked their bank for it, and the bank or we said yes. */
export type RefundCause = RefundReason | 'dispute';
