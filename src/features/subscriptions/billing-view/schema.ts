/** What can be asked of /subscription, as `do`. */
export const SUBSCRIPTION_ACTIONS = ['subscribe', 'cancel', 'auto-renew', 'fix-card'] as const;

/** What a form of /subscription or /robux answers when it does not lead to a checkout. */
export type PaymentActionResult =
  | { ok: true; did: 'cancel' | 'auto-renew-on' | 'auto-renew-off' }
  /** `channel` is the way to pay that was chosen, to be shown again. */
  | { ok: false; code: string; channel: string | null };

/** What somebody who comes back from paying is told. */
export type ReturnOutcome = 'paid' | 'confirming' | 'not-paid';

/** A toast, or a note where there is no script. */
export type ToastMessage = { title: string; text: string; kind?: 'bad' };
