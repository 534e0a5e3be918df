/** Values of `do` that /subscription accepts. */
export const SUBSCRIPTION_ACTIONS = ['subscribe', 'cancel', 'auto-renew', 'fix-card'] as const;

/** Result of a form of /subscription or /robux that does not redirect to a checkout. */
export type PaymentActionResult =
  | { ok: true; did: 'cancel' | 'auto-renew-on' | 'auto-renew-off' }
  /** `channel` is the submitted payment channel, to preselect it again. */
  | { ok: false; code: string; channel: string | null };

/** What a player who returns from a checkout is shown. */
export type ReturnOutcome = 'paid' | 'confirming' | 'not-paid';

/** A toast, or an inline note without JavaScript. */
export type ToastMessage = { title: string; text: string; kind?: 'bad' };
