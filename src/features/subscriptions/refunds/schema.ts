/** Why money goes back, as the payer reads it: a choice, so that nobody writes something unkind to a child. */
export const REFUND_REASONS = ['asked', 'twice', 'mistake', 'not-allowed', 'problem'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];
